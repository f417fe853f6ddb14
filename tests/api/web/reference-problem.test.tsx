/** Problems with entries of an imported list, in the reader's language. */
import assert from 'node:assert/strict';
import { render } from 'preact-render-to-string';
import { language } from '../../../api/web/client/i18n.ts';
import { ProblemText } from '../../../api/web/dashboard/imports/problem.tsx';
import { isReadable } from '../../../domain/reference-import/entry.ts';
import { readReferences } from '../../../infra/references/read.ts';
import { suite } from '../../support/suite.ts';

const problem = suite('a problem of an imported entry');

const BROKEN = [
  '@book{b, title={Open\n',
  '@book{b,\n title={No comma}\n year=2001}\n',
  '@book{b, title={A}, year=}\n',
  '@book{b, title=undefined}\n',
  '@book{b, title={A}, = {B}}\n',
  '@book{b, author={No title}}\n',
  '@book{b, title={A}, doi={nonsense}}\n',
  '@book{b, title={A}, isbn={123}}\n',
  '@book{b, title={A}, year={20th century}}\n',
  'TI  - No type\nER  - \n\nTY  - BOOK\nTI  - A\nER  - \n',
  '[{"type": "book",\n "title": }]',
  '[{"type": "novel", "title": "A"}]',
  '[{"type": "book", "title": "A", "colour": "red"}]',
];

const shown = (list: string): string => {
  const { entries } = readReferences(Buffer.from(list), null);
  const found = entries.find((entry) => !isReadable(entry));
  assert.ok(found !== undefined && !isReadable(found), list);
  return render(<ProblemText code={found.code} message={found.problem} field={found.field} />);
};

problem.after.each(() => (language.value = 'en'));

problem('has words in both languages, whatever the format', () => {
  for (const list of BROKEN) assert.doesNotMatch(shown(list), /lang="en"/u, list);
  language.value = 'de';
  assert.deepEqual(BROKEN.slice(0, 3).map(shown), [
    'title ist nicht geschlossen: Eine Klammer oder ein Anführungszeichen fehlt.',
    'Nach title fehlt ein Komma.',
    'year hat keinen Wert.',
  ]);
});

problem('has the message of the server if there are no words for it', () => {
  const said = '<span lang="en">broken</span>';
  assert.equal(render(<ProblemText code="toString" message="broken" />), said);
  assert.equal(render(<ProblemText code="invalid_doi" message="broken" />), said, 'without its field');
});
