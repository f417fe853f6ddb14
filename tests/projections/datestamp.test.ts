/** When what is public of an item last changed: the latest time so far, however the events were projected. */
import assert from 'node:assert/strict';
import { newCaller } from '../../commands/caller.ts';
import type { PublicationEvent } from '../../domain/publication/events.ts';
import { schemaVersionOf } from '../../domain/upcast.ts';
import { randomIds } from '../../infra/system.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import { publicItems } from '../../projections/catalogue/public-items.ts';
import { memoryEventStore } from '../support/memory-event-store.ts';
import { memoryReadModels } from '../support/memory-read-models.ts';
import { suite } from '../support/suite.ts';
import { catchUp } from '../workers/projector/projecting.ts';

const DOI = '10.5555/pots';
const ADA = '0000-0002-1825-0097';
const GRACE = '0000-0001-5109-3700';

const source = { provider: 'crossref', url: 'https://api.crossref.org' } as const;
const added: PublicationEvent = {
  type: 'PublicationAdded',
  data: {
    doi: DOI,
    original: { type: 'article', title: 'Pots', DOI },
    ...{ source, fetchedAt: 1, enrichment: null, citedByCount: null, notices: [] },
  },
};
const hidden: PublicationEvent = { type: 'PublicationHidden', data: {} };
const shown: PublicationEvent = { type: 'PublicationShown', data: {} };
const cited: PublicationEvent = { type: 'CitationCountChanged', data: { before: null, after: 3, fetchedAt: 2 } };
const confirmed: PublicationEvent = { type: 'PublicationConfirmed', data: { fetchedAt: 3 } };
const linked: PublicationEvent = { type: 'AuthorLinked', data: { links: [{ basis: 'metadata', orcids: [ADA] }] } };
const suggested: PublicationEvent = {
  type: 'AuthorsMatched',
  data: { suggested: [{ orcid: GRACE, author: null }], strays: [] },
};
const edited = (path: string, after: string | number): PublicationEvent => ({
  type: 'PublicationEdited',
  data: { changes: [{ path, after }], reverted: [] },
});
const refreshed = (title: string): PublicationEvent => ({
  type: 'PublicationRefreshed',
  data: { changes: [{ path: '/title', before: 'Pots', after: title }], source, fetchedAt: 4 },
});
const noticed: PublicationEvent = {
  type: 'RetractionNoticed',
  data: { doi: DOI, notice: { by: '10.5555/notice', kind: 'retraction', provider: 'crossref' } },
};

type Happened = readonly [at: number, event: PublicationEvent, workspace?: string];

/** The datestamp after each event, projected one by one; a rebuild of all must give the last one. */
const datestamps = async (...happened: readonly Happened[]): Promise<readonly unknown[]> => {
  const [events, readModels] = [memoryEventStore(), memoryReadModels()];
  const datestampIn = async (from: typeof readModels): Promise<unknown> =>
    (await from.get(publicItems, DOI))?.datestamp;
  const stamps: unknown[] = [];
  for (const [at, event, workspace = 'one'] of happened) {
    const { commandId: _, ...caller } = newCaller(randomIds, workspace, { type: 'system', id: 'test' });
    const metadata = { ...caller, at };
    const recorded = { ...event, id: randomIds.next(), schemaVersion: schemaVersionOf(event.type), metadata };
    await events.append(`publication-${workspace}~${DOI}`, [recorded], 'any');
    await catchUp({ events, readModels, projections: [catalogue] });
    stamps.push(await datestampIn(readModels));
  }
  const rebuilt = memoryReadModels();
  await catchUp({ events, readModels: rebuilt, projections: [catalogue] });
  assert.equal(await datestampIn(rebuilt), stamps.at(-1));
  return stamps;
};

const datestamp = suite('the datestamp of a public item');

datestamp('is never earlier than one that readers may have seen', async () => {
  assert.deepEqual(await datestamps([1_000, added], [400, cited], [500, linked], [1_001, hidden]), [1_000, 1_000, 1_000, 1_001]); // oxfmt-ignore
  assert.deepEqual(await datestamps([1_000, confirmed, 'other'], [400, added]), [undefined, 1_000]);
});

datestamp('moves with each change of what the public sees', async () => {
  const changes = [added, cited, linked, edited('/publisher', 'Press'), refreshed('Jars'), noticed, hidden, shown];
  assert.deepEqual(
    await datestamps(...changes.map((event, n) => [n + 1, event] as const)),
    changes.map((_, n) => n + 1),
  );
});

datestamp('stays when nothing public has changed', async () => {
  const others = [confirmed, suggested, edited('/q', 4)] as const;
  assert.deepEqual(await datestamps([1, added], ...others.map((event, n) => [n + 2, event] as const)), [1, 1, 1, 1]);
  assert.deepEqual(await datestamps([1, added], [2, edited('/title', 'Jars')], [3, refreshed('Vases')]), [1, 2, 2]);
  assert.deepEqual(await datestamps([1, added], [2, hidden], [3, cited], [4, shown]), [1, 2, 2, 4]);
});

datestamp('is null before the item is public, and is the latest of all workspaces after', async () => {
  const superseded: PublicationEvent = { type: 'PublicationSuperseded', data: { by: '10.5555/primary' } };
  assert.deepEqual(await datestamps([1, superseded], [2, added]), [null, null]);
  assert.deepEqual(
    await datestamps([1, added], [2, added, 'two'], [3, hidden], [4, { type: 'PublicationDeleted', data: {} }, 'two']),
    [1, 2, 3, 4],
  );
});
