/** A record that an earlier release left without its authors is restored, whatever the provider's validators say. */
import assert from 'node:assert/strict';
import { newCaller } from '../../../commands/caller.ts';
import { loadState } from '../../../commands/aggregate.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import type { CslItem } from '../../../domain/csl.ts';
import type { Source } from '../../../domain/publication/events.ts';
import type { Present } from '../../../domain/publication/state.ts';
import { DEFAULT_INTERVAL_MS } from '../../../domain/ingestion/schedule.ts';
import { randomIds, systemClock } from '../../../infra/system.ts';
import type { Providers } from '../../../workers/ingestion/ports.ts';
import { recordPublication } from '../../../workers/ingestion/record.ts';
import { memoryEventStore } from '../../support/memory-event-store.ts';
import { memoryReadModels } from '../../support/memory-read-models.ts';
import { newEvent } from '../../support/new-event.ts';
import { freshPlace } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';

const half = suite('a refresh that was left half written');
const DOI = '10.5555/atlas';
const NOW = new AbortController().signal;
const url = `https://api.crossref.org/works/${DOI}`;
const author = Array.from({ length: 300 }, (_, n) => ({ family: `Family-${n}` }));
const current: CslItem = { type: 'article-journal', title: 'A search', DOI, author };
const source: Source = { provider: 'crossref', url, etag: '"v2"' };

/** Responds "not modified" to a request with the current validator, as HTTP specifies. */
const provider = () => {
  const requests = { whole: 0, notModified: 0 };
  const describe: Providers['describe'] = (name, _doi, known) => {
    if (name !== 'crossref') return Promise.resolve({ kind: 'notThere' });
    if (known?.etag === '"v2"') {
      requests.notModified += 1;
      return Promise.resolve({ kind: 'unchanged', fetchedAt: Date.now() });
    }
    requests.whole += 1;
    return Promise.resolve({
      kind: 'described',
      csl: current,
      source,
      fetchedAt: Date.now(),
      retracts: [],
      retractedBy: [],
    });
  };
  return { requests, providers: { describe } as Providers };
};

/** The log as that release wrote it: without authors, with the new validator, and without the second part. */
const leftHalf = async () => {
  const events = memoryEventStore();
  const original: CslItem = { ...current, author: [...author.slice(1), { family: 'Old' }] };
  const fact = (type: string, data: object) => ({ ...newEvent(1), type, data });
  await events.append(
    `publication-org~${DOI}`,
    [
      fact('PublicationAdded', {
        doi: DOI,
        original,
        source: { ...source, etag: '"v1"' },
        fetchedAt: 1,
        enrichment: null,
        citedByCount: null,
        notices: [],
      }),
      fact('PublicationRefreshed', { changes: [{ field: 'author', before: original.author }], source, fetchedAt: 2 }),
    ] as never,
    'none',
  );
  return events;
};

half('is repaired by the next one, after which requests are conditional again', async () => {
  const events = await leftHalf();
  const { requests, providers } = provider();
  const place = await freshPlace();
  const stores = await place.open();
  const asking = { providers, harvestIntervalMs: DEFAULT_INTERVAL_MS };
  const deps = { ...stores, ...asking, events, clock: systemClock, ids: randomIds, readModels: memoryReadModels() };
  const harvest = async () => {
    const caller = newCaller(randomIds, 'org', { type: 'system', id: 'test' });
    return (await recordPublication(deps, { doi: DOI, links: [], facts: undefined, fallback: null }, caller, NOW))
      ?.outcome;
  };
  const authors = async () =>
    ((await loadState(events, publicationAggregate, 'org', DOI)).state as Present).original.author?.length;
  assert.equal(await authors(), undefined);
  assert.equal(await harvest(), 'refreshed');
  assert.equal(await authors(), 300);
  assert.equal(await harvest(), 'unchanged');
  assert.deepEqual(requests, { whole: 1, notModified: 1 });
  await stores.close();
  await place.remove();
});
