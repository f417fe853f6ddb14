/** Searches of publications by contributor, by journal or book, and by all of these with the title. */
import assert from 'node:assert/strict';
import type { CslItem } from '../../domain/csl.ts';
import { openInstallation } from '../support/installation.ts';
import { addPaper } from '../support/papers.ts';
import { plugIn } from '../support/plug-ins.ts';
import { servePublic } from '../support/serving.ts';
import { suite } from '../support/suite.ts';

const searching = suite('a search of publications');

const PAPERS: Readonly<Record<string, CslItem>> = {
  kiln: {
    type: 'article-journal',
    title: 'Heat in kilns',
    author: [{ family: 'Müller', given: 'Ada' }],
    editor: [{ family: 'Okonjo', given: 'Bo' }],
    'container-title': 'Journal of <i>Ceramics</i>',
    custom: { other_titles: ['Wärme'] },
  },
  glaze: {
    type: 'chapter',
    title: 'Müller glazes',
    author: Array.from({ length: 3_000 }, (_, n) => ({ family: `Author${n}`, given: 'Cy' })),
    'container-title': 'A Handbook of Heat',
    'collection-title': 'Studies in Pottery',
  },
};

const installation = await searching.holds(openInstallation());
const served = await searching.holds(servePublic(installation));
const site = await plugIn(installation);
for (const [name, original] of Object.entries(PAPERS)) await addPaper(installation, `10.5555/${name}`, { original });
await addPaper(installation, '10.5555/elsewhere', { workspace: 'other', original: { type: 'book', title: 'Other' } });
await installation.settled();

const found = async (path: string, query: string): Promise<readonly string[]> => {
  const { status, body, text } = await served.get(`${path}?${query}`, { headers: site.headers });
  assert.equal(status, 200, text);
  const { publications } = body as { readonly publications: readonly { readonly doi: string }[] };
  return publications.map(({ doi }) => doi.slice('10.5555/'.length)).sort();
};

for (const path of ['/v1/publications', '/integrations/v1/publications'])
  for (const [query, expected] of [
    ['contributor=mueller', ['kiln']],
    ['contributor=bo+okonjo', ['kiln']],
    ['contributor=author2999', ['glaze']],
    ['contributor=heat', []],
    ['contributor=waerme', []],
    ['container=ceramics', ['kiln']],
    ['container=pottery', ['glaze']],
    ['container=heat', ['glaze']],
    ['container=muller', []],
    ['q=muller', ['glaze']],
    ['q=ceramics', []],
    ['search=muller', ['glaze', 'kiln']],
    ['search=heat', ['glaze', 'kiln']],
    ['search=muller+heat+ceramics', ['kiln']],
    ['search=muller&container=handbook&contributor=cy', ['glaze']],
    ['search=waerme', []],
    ['contributor=%21', []],
    ['contributor=&container=&search=&q=', ['glaze', 'kiln', ...(path === '/v1/publications' ? ['elsewhere'] : [])]],
  ] as const)
    searching(`of ${path} finds by ${query}`, async () =>
      assert.deepEqual(await found(path, query), [...expected].sort()),
    );

searching('refuses too many words', async () => {
  const words = Array.from({ length: 65 }, (_, n) => `w${n}`).join('+');
  for (const name of ['contributor', 'container', 'search']) {
    const { status, text } = await served.get(`/v1/publications?${name}=${words}`);
    assert.ok(status === 400 && text.includes(name), text);
  }
});
