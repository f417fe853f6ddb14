/** The projector over the stores under test, and its memory while it fills them. */
import { collectionsOf } from '../../../projections/define.ts';
import { deepStrictEqual as equal, ok } from 'node:assert/strict';
import { allProjections } from '../../../projections/all.ts';
import type { EventStore } from '../../../commands/ports.ts';
import type { ReadModels, Row } from '../../../projections/ports.ts';
import { writeHistory } from '../../support/history.ts';
import { memoryEventStore } from '../../support/memory-event-store.ts';
import { memoryReadModels } from '../../support/memory-read-models.ts';
import { inPlace } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';
import { BEGINNING } from '../../../domain/event.ts';
import { openCatchUp } from '../../../workers/projector/index.ts';
import type { Weighed } from '../../../workers/projector/batches.ts';
import { startFolding } from '../../../workers/projector/fold-batch.ts';
import { weigh } from '../../../workers/projector/held-rows.ts';
import { plainFold } from './plain-fold.ts';
import { byId, catchUp, project, recordedLog } from './projecting.ts';

const EVENTS = 1_500;
/** Small, so that what one batch touches is little compared to the cache. */
const BATCH = 20;

const overStores = (test: (events: EventStore, readModels: ReadModels) => Promise<void>): Promise<void> =>
  inPlace(async (place) => {
    const stores = await place.open(recordedLog());
    try {
      await test(stores.events, stores.rawReadModels);
    } finally {
      await stores.close();
    }
  });

const rowsIn = async (readModels: ReadModels): Promise<unknown> =>
  byId(
    new Map(
      await Promise.all(
        allProjections.flatMap(collectionsOf).map(async (collection) => {
          const rows = await readModels.find(collection, { where: { all: [] }, limit: 10 * EVENTS });
          return [collection.name, new Map(rows.map((row): [string, Row] => [row.id, row]))] as const;
        }),
      ),
    ),
  );

const overAll = suite('the projector over the stores');

overAll('creates the rows of a plain fold, filled with little memory and then followed live', () =>
  overStores(async (events, readModels) => {
    await writeHistory(events, { events: EVENTS, slowEvery: 3 });
    const deps = { events, readModels, projections: allProjections };
    await catchUp(deps, { batchSize: 100, heldBytes: 1_000_000 });
    equal(await rowsIn(readModels), JSON.parse(JSON.stringify(byId(await plainFold(events, allProjections)))));

    const running = project(deps, { batchSize: 100 });
    await writeHistory(events, { events: EVENTS / 3, seed: 2, slowEvery: 3 });
    await running.reached(await events.head());
    await running.stop();
    equal(await rowsIn(readModels), JSON.parse(JSON.stringify(byId(await plainFold(events, allProjections)))));
  }),
);

overAll('caches no more rows after many events than after some', async () => {
  const [events, readModels] = [memoryEventStore(), memoryReadModels()];
  await writeHistory(events, { events: EVENTS });
  const foldings = allProjections.map((projection) => startFolding(projection, readModels, { position: BEGINNING }));
  const deps = { events, readModels, clock: { now: () => 0 }, log: recordedLog() };
  const catchUp = openCatchUp(deps, {
    signal: new AbortController().signal,
    batchSize: BATCH,
    heldBytes: 1_000_000,
    onProgress: () => undefined,
    onBatch: () => undefined,
    onCaughtUp: () => undefined,
  });
  const held: number[] = [];
  let batch: Weighed[] = [];
  for await (const event of events.readAll()) {
    batch.push({ event, weight: weigh(event.data) });
    if (batch.length < BATCH) continue;
    await catchUp.take(foldings, { events: batch, position: event.position, caughtUp: false });
    held.push(foldings.flatMap(({ rows }) => rows).reduce((sum, { size }) => sum + size, 0));
    batch = [];
  }
  const rows = allProjections.flatMap(collectionsOf).map((collection) => readModels.count(collection, { all: [] }));
  const all = (await Promise.all(rows)).reduce((sum, count) => sum + count, 0);
  ok(Math.max(...held) < all / 2, `of ${all} rows held: ${held.join(', ')}`);
  const [some, many] = [held.slice(0, held.length / 2), held.slice(held.length / 2)];
  // Rows that are loaded again are lighter than the events that rows are first made of, so more of them fit.
  ok(Math.max(...many) <= 3 * Math.max(...some), `rows held: ${held.join(', ')}`);
});
