import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SEARCH, TEXT } from '../../domain/limits.ts';
import { doiUrl } from '../../domain/doi.ts';
import { folded, MARKS, queryTerms, searchTerms, sortKey, withoutImplied } from '../../domain/search-terms.ts';
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

terms('of different kinds have different prefixes, none of which a term of a text begins with', () => {
  const marks = Object.values(MARKS);
  assert.equal(new Set(marks).size, marks.length);
  for (const mark of marks) assert.deepEqual(searchTerms(`${mark}a`), ['a']);
});

terms('of plain text equal those of the same text with markup', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
      assert.equal(folded(`${text}é`), `${folded(text)}e`);
      assert.deepEqual(searchTerms(`${text} é`), [...new Set([...searchTerms(text), 'e'])]);
    }),
  );
});

terms('are the same for precomposed and combining characters', () => {
  const marked = fc.string({
    unit: fc.constantFrom('a', 'é', 'e\u0301', 'Σ', 'ς', 'İ', 'ﬀ', 'ﾞ', '\u0344', '\ufdfa', '한', 'ก\u0e33', ' '),
  });
  fc.assert(fc.property(marked, (text) => assert.deepEqual(searchTerms(text.normalize('NFD')), searchTerms(text))));
});

terms('are not split by invisible characters, except by the space of scripts that write none', () => {
  for (const invisible of ['\u00ad', '\u200c', '\u200d', '\u2060', '\u034f', '\ufe0f', '\u3164', '\uffa0'])
    assert.deepEqual(searchTerms(`Super${invisible}conductivity`), ['superconductivity']);
  assert.deepEqual(searchTerms('\u0e01\u0e32\u0e23\u200b\u0e41\u0e1e\u0e17\u0e22\u0e4c'), [
    '\u0e01\u0e32\u0e23',
    '\u0e41\u0e1e\u0e17\u0e22',
  ]);
  assert.deepEqual(searchTerms('\u00ad \u2060\u3164'), []);
  assert.equal(sortKey('Super\u00adconductivity'), sortKey('Superconductivity'));
});

terms('of a row are limited in number and length, whatever the text', () => {
  const many = Array.from({ length: 100_000 }, (_, index) => index.toString(36)).join(' ');
  assert.equal(searchTerms(many).length, SEARCH.rowTerms);
  assert.deepEqual(searchTerms('x'.repeat(1_000_000)), ['x'.repeat(SEARCH.termCharacters)]);
  // Unicode orders marks by moving each past those before it, which takes hours for that many.
  assert.deepEqual(searchTerms(`a${'\u0301\u0323'.repeat(500_000)}`), ['a']);
});

terms('that repeat count in the order of titles', () => {
  assert.equal(sortKey('  «Ça, ÇA» & then the\tCa!'), 'ca ca then the ca');
  assert.ok(sortKey('Shale Gas') < sortKey('Shale, Shale Everywhere'));
  assert.equal(sortKey('\ufdfa'.repeat(10_000)).length, TEXT.titleCharacters);
});

terms('of a search are limited in number, and none is implied by another', () => {
  const words = Array.from({ length: 1_000 }, (_, index) => `w${index.toString().padStart(4, '0')}`);
  assert.equal(queryTerms(words.join(' ')).length, SEARCH.terms);
  assert.deepEqual(queryTerms('b a ba bar a foo'), ['a', 'bar', 'foo']);
  assert.deepEqual(queryTerms('Storage of CO<sub>2</sub>'), ['storage', 'of', 'co2'], 'a pasted title has markup');
  assert.deepEqual(queryTerms(' \n'), []);
  assert.equal(queryTerms('§').length, 1);
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 })), (all) => {
      const kept = withoutImplied(all);
      // A row with all remaining terms has all of them.
      for (const term of all) assert.ok(kept.some((each) => each.startsWith(term)));
      for (const term of kept) assert.equal(kept.filter((each) => each.startsWith(term)).length, 1);
    }),
  );
});

terms('of a search for a DOI or an ORCID iD are those of its normal form', () => {
  const doi = '10.1002/(sici)1097<693::aid-asi4>3.0.co;2-o';
  for (const written of [doi, ` DOI:${doi.toUpperCase()}\n`, doiUrl(doi), `https://dx.doi.org/${doi}`])
    assert.deepEqual(queryTerms(written), queryTerms(doi), written);
  for (const written of ['0000-0002-1825-0097', ' 0000000218250097', 'https://orcid.org/0000-0002-1825-0097'])
    assert.deepEqual(queryTerms(written), searchTerms('0000-0002-1825-0097'), written);
  assert.deepEqual(queryTerms('0000000218250098'), ['0000000218250098'], 'a wrong check digit');
  assert.deepEqual(queryTerms('on doi:10.5555/a'), ['on', 'doi', '10', '5555', 'a'], 'one word of several');
});
