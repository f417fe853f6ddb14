import assert from 'node:assert/strict';
import fc from 'fast-check';
import { folded, searchTerms } from '../../domain/search-terms.ts';
import { suite } from '../support/suite.ts';

const terms = suite('search terms');

terms('are words without case, diacritics and strokes', () => {
  for (const [text, words] of [
    ['Müller, J. & Ångström', ['muller', 'j', 'angstrom']],
    ['Łódź Straße Æsir', ['lodz', 'strasse', 'aesir']],
    ['10.1000/ABC-9', ['10', '1000', 'abc', '9']],
    ['The THE the', ['the']],
    ['ﬁeld x²', ['field', 'x2']],
    ['', []],
  ] as const)
    assert.deepEqual(searchTerms(text), words, text);
});

terms('of plain text are those that it has among text that is not', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
      assert.equal(folded(`${text}é`), `${folded(text)}e`);
      assert.deepEqual(searchTerms(`${text} é`), [...new Set([...searchTerms(text), 'e'])]);
    }),
  );
});
