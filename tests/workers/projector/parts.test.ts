/** A catch-up in parts: whatever the parts do, and whichever of them dies, the rows are those of one clean pass. */
import { deepStrictEqual as equal, ok, strictEqual as is } from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { BEGINNING } from '../../../domain/event.ts';
import { allProjections } from '../../../projections/all.ts';
import { collectionsOf, projectionKey } from '../../../projections/define.ts';
import type { ReadModels } from '../../../projections/ports.ts';
import { catchUpPart, isInPart, partKey } from '../../../workers/projector/part.ts';
import { history } from '../../support/history.ts';
import { memoryEventStore, type MemoryEventStore } from '../../support/memory-event-store.ts';
import { emptyStorage, memoryReadModels, type RowStorage, type Step } from '../../support/memory-read-models.ts';
import { suite } from '../../support/suite.ts';
import { plainFold } from './plain-fold.ts';
import { byId, catchUp, kept, recordedLog } from './projecting.ts';

class Crash extends Error {}

type Run = {
  readonly number: number;
  readonly batchSize: number;
  readonly heldBytes: number;
  /** Whether long logs are sorted. */
  /** Event loop turns before a commit is done. */
  readonly turns: number;
  readonly dies: { readonly before: Step; readonly nth: number } | null;
};

const MOST_PARTS = 4;

const anyLeg: fc.Arbitrary<Run> = fc.record({
  number: fc.integer({ min: 1, max: MOST_PARTS }),
  batchSize: fc.integer({ min: 1, max: 40 }),
  heldBytes: fc.constantFrom(1_000, 20_000, 100_000),
  turns: fc.nat(3),
  dies: fc.option(
    fc.record({ before: fc.constantFrom<Step>('create', 'load', 'row', 'checkpoint'), nth: fc.nat(20) }),
    { freq: 2 },
  ),
});

const openedBy = (storage: RowStorage, { turns, dies }: Run): ReadModels => {
  let left = dies?.nth ?? 0;
  const readModels = memoryReadModels({
    storage,
    before: (step) => {
      if (step === dies?.before && left-- === 0) throw new Crash();
    },
  });
  return {
    ...readModels,
    commit: async (batch) => {
      for (let turn = 0; turn < turns; turn += 1) await nextTurn();
      await readModels.commit(batch);
    },
  };
};

const runPart = (events: MemoryEventStore, storage: RowStorage, of: number, run: Run): Promise<void> =>
  catchUpPart(
    {
      ...{ events, readModels: openedBy(storage, run), projections: allProjections },
      ...{ clock: { now: () => 1_000_000 }, log: recordedLog() },
    },
    { number: ((run.number - 1) % of) + 1, of },
    { signal: new AbortController().signal, batchSize: run.batchSize, heldBytes: run.heldBytes },
  ).catch((error: unknown) => {
    if (!(error instanceof Crash)) throw error;
  });

const parts = suite('a catch-up in parts');

parts('ends with the rows of one clean pass, whatever runs at once, dies or is left out', () =>
  fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.integer({ min: 1, max: MOST_PARTS }),
      fc.array(fc.array(anyLeg, { minLength: 1, maxLength: 4 }), { maxLength: 3 }),
      async (seed, of, rounds) => {
        const [events, storage] = [memoryEventStore(), emptyStorage()];
        const appends = [...history({ events: 120, seed })];
        const share = Math.ceil(appends.length / (rounds.length + 1));
        const append = async (): Promise<void> => {
          for (const { stream, events: batch } of appends.splice(0, share)) await events.append(stream, batch, 'any');
        };
        for (const round of rounds) {
          await append();
          await Promise.all(round.map((run) => runPart(events, storage, of, run)));
        }
        await append();
        await catchUp({ events, readModels: memoryReadModels({ storage }), projections: allProjections });
        const expected = byId(await plainFold(events, allProjections));
        equal(byId(kept(storage, allProjections)), JSON.parse(JSON.stringify(expected)));
      },
    ),
    { numRuns: 30 },
  ),
);

const whole: Omit<Run, 'number'> = { batchSize: 50, heldBytes: 10_000, turns: 0, dies: null };

parts('report the progress of all once the last has caught up, and leave little to the finishing process', async () => {
  const [events, storage] = [memoryEventStore(), emptyStorage()];
  for (const { stream, events: batch } of history({ events: 200, seed: 1 })) await events.append(stream, batch, 'any');
  const reached = (): readonly unknown[] =>
    allProjections.map((projection) => storage.checkpoints.get(projectionKey(projection))?.position);
  for (const number of [3, 1]) await runPart(events, storage, 3, { number, ...whole });
  ok(reached().every((position) => position === BEGINNING));
  await runPart(events, storage, 3, { number: 2, ...whole });
  const head = await events.head();
  ok(reached().every((position) => position === head));

  let written = 0;
  const readModels = memoryReadModels({
    storage,
    before: (step) => {
      if (step === 'row') written += 1;
    },
  });
  const folded = new Set(allProjections.flatMap(({ folds }) => folds.map(({ collection }) => collection.name)));
  const others = allProjections.flatMap(collectionsOf).filter(({ name }) => !folded.has(name));
  await catchUp({ events, readModels, projections: allProjections });
  is(
    written,
    others.reduce((sum, { name }) => sum + (storage.rows.get(name)?.size ?? 0), 0),
  );
});

parts('continue until they have caught up, even if a subscription ends early', async () => {
  const [events, storage] = [memoryEventStore(), emptyStorage()];
  for (const { stream, events: batch } of history({ events: 60, seed: 2 })) await events.append(stream, batch, 'any');
  let subscriptions = 0;
  const breakingOff: MemoryEventStore = {
    ...events,
    subscribe: async function* (options) {
      let left = (subscriptions += 1) === 1 ? 7 : Infinity;
      for await (const delivery of events.subscribe(options)) {
        if (left-- === 0) return;
        yield delivery;
      }
    },
  };
  await runPart(breakingOff, storage, 1, { number: 1, ...whole });
  const head = await events.head();
  ok(
    allProjections.every((projection) => storage.checkpoints.get(projectionKey(projection))?.position === head),
    `after ${subscriptions} subscriptions`,
  );
});

parts('that reach the end of the log after a projector, and overtake it, do not remove its work', async () => {
  const [events, storage] = [memoryEventStore(), emptyStorage()];
  const [one, ...others] = [1, 2, 3].map((seed) => [...history({ events: 60, seed })]);
  const appendAll = async (appends: typeof one = []): Promise<void> => {
    for (const { stream, events: batch } of appends) await events.append(stream, batch, 'any');
  };
  await appendAll(one);
  const follow = () => catchUp({ events, readModels: memoryReadModels({ storage }), projections: allProjections });
  const overtaken: MemoryEventStore = {
    ...events,
    subscribe: async function* (options) {
      await follow();
      for (const each of others) await appendAll(each);
      yield* events.subscribe(options);
    },
  };
  await runPart(overtaken, storage, 1, { number: 1, ...whole });
  await follow();
  const expected = byId(await plainFold(events, allProjections));
  equal(byId(kept(storage, allProjections)), JSON.parse(JSON.stringify(expected)));
});

parts('have each row in exactly one of them', () =>
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 64 }), (id, of) => {
      const has = Array.from({ length: of }, (_, n) => isInPart({ number: n + 1, of })(id));
      is(has.filter(Boolean).length, 1);
    }),
  ),
);

parts('have similar numbers of rows', () => {
  // Numbered as publishers and registries do, with sequential last characters.
  const ids = Array.from({ length: 40_000 }, (_, n) =>
    n % 2 === 1 ? `org~10.5555/abc.${n}` : `org~0000-0002-${1_000 + (n % 9_000)}-${String(n).padStart(4, '0')}`,
  );
  for (const of of [2, 4, 10, 64])
    for (let number = 1; number <= of; number += 1) {
      const share = (ids.filter(isInPart({ number, of })).length * of) / ids.length;
      ok(share > 0.8 && share < 1.2, `part ${number} of ${of} has ${share} of its share`);
    }
});

parts('have separate checkpoints', () => {
  is(new Set([1, 2].flatMap((number) => [2, 21].map((of) => partKey('x_v1', { number, of })))).size, 4);
});
