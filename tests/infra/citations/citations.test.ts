/** Citations: written in the reader's language, off this thread, once for each revision. */
import assert from 'node:assert/strict';
import { openCitations } from '../../../infra/citations/index.ts';
import { silent } from '../../support/installation.ts';
import { suite } from '../../support/suite.ts';

const citing = suite('citing');
const citations = openCitations({ log: silent });
citing.after(() => citations.close());

const csl = {
  type: 'article-journal',
  title: 'On <i>psychoceramics</i>',
  author: [{ family: 'Carberry', given: 'Josiah' }],
  editor: [{ family: 'Öz', given: 'Ada' }],
  issued: { 'date-parts': [[2021, 3]] },
  'container-title': 'Journal of Psychoceramics',
  DOI: '10.5555/12345678',
  custom: { anything: true },
};

citing('writes APA without markup', async () =>
  assert.deepEqual(await citations.apa([{ id: '10.5555/12345678', revision: 0, csl }], 'en'), [
    'Carberry, J. (2021). On psychoceramics. Journal of Psychoceramics. https://doi.org/10.5555/12345678',
  ]),
);

citing('writes one for each item, in order, however odd some are', async () => {
  const odd = { type: 'no-such-type', issued: { 'date-parts': [['x']] } } as never;
  const written = await citations.apa(
    [
      { id: 'a', revision: 0, csl: { ...csl, title: 'First' } },
      { id: 'b', revision: 0, csl: odd },
      { id: 'c', revision: 0, csl: { ...csl, title: 'Third' } },
    ],
    'de-AT',
  );
  assert.equal(written.length, 3);
  assert.match(String(written[0]), /First/u);
  assert.match(String(written[2]), /Third/u);
});

citing('keeps what it wrote until the revision is another', async () => {
  const ask = (revision: number, title: string): Promise<readonly (string | null)[]> =>
    citations.apa([{ id: 'kept', revision, csl: { ...csl, title } }], 'en');
  assert.match(String((await ask(1, 'Before'))[0]), /Before/u);
  assert.match(String((await ask(1, 'After'))[0]), /Before/u);
  assert.match(String((await ask(2, 'After'))[0]), /After/u);
});
