/** The projector during outages of stores, and beside another projector. */
import { deepStrictEqual as equal, ok } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '../../../domain/errors.ts';
import { memoryEventStore } from '../../support/memory-event-store.ts';
import { emptyStorage, memoryReadModels } from '../../support/memory-read-models.ts';
import { suite } from '../../support/suite.ts';
import { plainFold } from './plain-fold.ts';
import { byId, kept, project, recordedLog } from './projecting.ts';
import { more, projections, some } from './two-projections.ts';

/** The steps at which a store is down: while creating, loading, writing rows, counting, following. */
const AWAY_AT = [2, 9, 20, 33, 47];

const projecting = suite('the projector');

projecting('waits for a log that is down, and continues', async () => {
  const [events, storage, log] = [memoryEventStore(), emptyStorage(), recordedLog()];
  const running = project({ events, readModels: memoryReadModels({ storage }), projections, log });
  await some(events);
  await running.reached(await events.head());
  events.setAway(true);
  while (events.subscriptions > 0) await new Promise(setImmediate);
  events.setAway(false);
  await more(events);
  await running.reached(await events.head());
  await running.stop();
  equal(byId(kept(storage, projections)), byId(await plainFold(events, projections)));
  ok(log.lines.some(({ message }) => message === 'the projector waits for a store'));
});

projecting('waits for read models that are down at any step, without losing or repeating anything', async () => {
  const [events, storage] = [memoryEventStore(), emptyStorage()];
  let steps = 0;
  // Down less often than a batch takes, and never twice at the same step.
  const readModels = memoryReadModels({
    storage,
    before: () => {
      steps += 1;
      if (AWAY_AT.includes(steps)) throw new Unavailable('read models', 'away');
    },
  });
  await some(events);
  const running = project({ events, readModels, projections }, { batchSize: 2 });
  await running.reached(await events.head());
  await more(events);
  await running.reached(await events.head());
  await running.stop();
  equal(byId(kept(storage, projections)), byId(await plainFold(events, projections)));
});

projecting('tolerates another projector over the same rows, while filling and live', async () => {
  const [events, storage] = [memoryEventStore(), emptyStorage()];
  await some(events);
  const start = (batchSize: number) =>
    project({ events, readModels: memoryReadModels({ storage }), projections }, { batchSize, heldBytes: 1 });
  const both = [start(1), start(3)];
  await Promise.all(both.map(async (running) => running.reached(await events.head())));
  await more(events);
  await Promise.all(both.map(async (running) => running.reached(await events.head())));
  await Promise.all(both.map((running) => running.stop()));
  equal(byId(kept(storage, projections)), byId(await plainFold(events, projections)));
});

projecting('stops at once while it waits for a store', async () => {
  const events = memoryEventStore();
  events.setAway(true);
  const log = recordedLog();
  const running = project({ events, readModels: memoryReadModels(), projections, log });
  while (log.lines.length === 0) await new Promise(setImmediate);
  await running.stop();
});

projecting('writes nothing when it resumes after its lease has expired, whatever has arrived meanwhile', async () => {
  const [events, storage] = [memoryEventStore(), emptyStorage()];
  await some(events);
  const running = project({ events, readModels: memoryReadModels({ storage }), projections });
  await running.reached(await events.head());
  const before = byId(kept(storage, projections));
  const coming = pause(10).then(() => more(events));
  const lapsed = pause(20).then(() => running.stop());
  // The process is suspended until both are due.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  await Promise.all([coming, lapsed]);
  equal(byId(kept(storage, projections)), before);
});
