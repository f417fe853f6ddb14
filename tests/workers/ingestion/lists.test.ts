/** What counts as a change of a source's list for an iD. */
import assert from 'node:assert/strict';
import { systemClock } from '../../../infra/system.ts';
import { fetchLists, digestOfAll, listNames } from '../../../workers/ingestion/lists.ts';
import type { ListedWork, Providers } from '../../../workers/ingestion/ports.ts';
import { listedAs } from '../../support/listed-as.ts';
import { suite } from '../../support/suite.ts';

const lists = suite('the lists of an iD');
const NOW = new AbortController().signal;
const SOURCES = ['orcid', 'openalex'] as const;

const work = (source: ListedWork['source'], n: number, more: Partial<ListedWork> = {}): ListedWork => ({
  ...{
    source,
    dois: [`10.5555/pots.${n}`],
    identifiers: [],
    fallbackKey: `${source}.${n}`,
  },
  summary: { type: 'article', title: `Pot ${n}` },
  ...{ from: { provider: source, url: 'https://example.org/works' }, listedName: null },
  ...more,
});

const digest = async (...works: readonly ListedWork[]): Promise<string | null> => {
  const providers = {
    person: () => Promise.resolve({ kind: 'notThere' }),
    list: (source) => Promise.resolve(listedAs(works.filter((each) => each.source === source))),
  } as Pick<Providers, 'person' | 'list'> as Providers;
  const deps = { providers, sources: SOURCES, clock: systemClock };
  return digestOfAll(listNames(deps), (await fetchLists(deps, '0000-0002-1825-0097', NOW)).checks);
};

const title = { summary: { type: 'article', title: 'Otherwise' } } as const;

lists('are the same in another order, or from another URL', async () => {
  const elsewhere = { from: { provider: 'orcid', url: 'https://example.org/again', etag: '"2"' } } as const;
  const before = await digest(work('orcid', 1), work('orcid', 2));
  assert.equal(await digest(work('orcid', 2), work('orcid', 1, elsewhere)), before);
});

lists("change with a work, its DOI, or its owner's description", async () => {
  const before = await digest(work('orcid', 1));
  assert.notEqual(await digest(work('orcid', 1), work('orcid', 2)), before);
  assert.notEqual(await digest(work('orcid', 1, { dois: ['10.5555/pots.7'] })), before);
  assert.notEqual(await digest(work('orcid', 1, title)), before);
});

lists('change when OpenAlex describes a work without a DOI differently', async () => {
  assert.equal(await digest(work('openalex', 1, title)), await digest(work('openalex', 1)));
  assert.notEqual(
    await digest(work('openalex', 1, { dois: [], ...title })),
    await digest(work('openalex', 1, { dois: [] })),
  );
  assert.notEqual(await digest(work('openalex', 1, { listedName: 'J. Carberry' })), await digest(work('openalex', 1)));
});
