/** A process that rebuilds, verifies and drops rows, and is delayed at any call, removes nothing that another has filled meanwhile. */
import { deepStrictEqual as equal, ok } from 'node:assert/strict';
import path from 'node:path';
import type { StateStore } from '../../../commands/ports.ts';
import { openSqliteReadModels } from '../../../infra/sqlite/rows/index.ts';
import { openMongoReadModels } from '../../../infra/mongodb/rows/index.ts';
import { openSqliteState } from '../../../infra/sqlite/state/index.ts';
import { projectionKey } from '../../../projections/define.ts';
import { generationOf, servingGeneration } from '../../../projections/generations.ts';
import type { ReadModels } from '../../../projections/ports.ts';
import { projectionState } from '../../../workers/projector/lag.ts';
import { requestRebuild } from '../../../workers/rebuild/requests.ts';
import { leadProjections } from '../../../workers/rebuild/index.ts';
import { acquireVerified } from '../../../workers/rebuild/leases.ts';
import { nextGeneration, registered as generations } from '../../../workers/rebuild/registry.ts';
import { heldWire } from '../../support/held-wire.ts';
import { memoryEventStore, type MemoryEventStore } from '../../support/memory-event-store.ts';
import { serverOf, throughPort, withDatabase, onMongoDb, inFreshDatabase } from '../../support/mongodb.ts';
import { suite } from '../../support/suite.ts';
import { atEveryCall, heldUp, holding, type Call, type Hold } from '../projector/holding.ts';
import { recordedLog } from '../projector/projecting.ts';
import {
  added,
  fact,
  jobStream,
  linked,
  paperStream,
  queued,
  readerStream,
  registered,
  shelf,
} from '../projector/shelf.ts';
import { folded, rowsOf, until } from './leading.ts';
import { closing } from '../../support/closing.ts';
import { temporaryFolder } from '../../support/folder.ts';

/** Two processes over the same stores, of which one is delayed at some call. */
type Two = {
  readonly hold: Hold;
  readonly one: ReadModels;
  readonly other: ReadModels;
  readonly state: StateStore;
};

const RETENTION = { generationMs: 0, versionMs: 0 };
const unheld: Hold = { held: new Promise(() => undefined), letGo: () => undefined };

const some = async (events: MemoryEventStore): Promise<void> => {
  await events.append(readerStream('x'), [fact(registered('x'))], 'any');
  for (const doi of ['a', 'b', 'c']) await events.append(paperStream(doi), [added(doi), linked('x')].map(fact), 'any');
  await events.append(jobStream('x'), [fact(queued('x', 'j'))], 'any');
};

const lead = (events: MemoryEventStore, readModels: ReadModels, state: StateStore, holder: string) => {
  const stopping = new AbortController();
  const deps = { events, readModels, state, clock: { now: () => 1_000 }, log: recordedLog(), holder };
  const run = leadProjections(
    { ...deps, projections: [shelf] },
    { signal: stopping.signal, retention: RETENTION, pollMs: 2 },
  );
  run.catch(() => undefined);
  return {
    stop: async (): Promise<void> => {
      stopping.abort();
      await run;
    },
  };
};

/** False if the step ended because a call is held. */
const unlessHeld = async ({ held }: Hold, step: Promise<unknown>): Promise<boolean> => {
  step.catch(() => undefined);
  return Promise.race([step.then(() => true), held.then(() => false)]);
};

/** Fills, verifies, rebuilds, drops, and replaces rows without a checkpoint; reads the rows by `seen`. */
const work = async (
  events: MemoryEventStore,
  readModels: ReadModels,
  { state, other: seen }: Pick<Two, 'state' | 'other'>,
  hold: Hold,
  holder: string,
): Promise<() => Promise<void>> => {
  const serves = async (least: number): Promise<void> => {
    const head = await events.head();
    await until(async () => {
      const generation = await servingGeneration(seen, shelf).catch(() => -1);
      if (generation < least) return false;
      const { phase, position } = await projectionState(seen, generationOf(shelf, generation));
      return phase === 'live' && position >= head;
    });
  };
  const onlyOneIsLeft = (): Promise<void> => until(async () => (await generations(seen)).length === 1);

  const first = lead(events, readModels, state, holder);
  if (!(await unlessHeld(hold, serves(0)))) return first.stop;
  const target = { projection: shelf, generation: await nextGeneration(seen, shelf) };
  const verified = await acquireVerified({ state, holder, log: recordedLog() }, target);
  const again = generationOf(shelf, target.generation);
  let isOver = false;
  const isBuilt = async (): Promise<boolean> =>
    isOver || (await projectionState(seen, again).catch(() => null))?.phase === 'live';
  const isVerified = await unlessHeld(hold, until(isBuilt));
  isOver = true;
  await verified?.release();
  if (!isVerified || !(await unlessHeld(hold, onlyOneIsLeft()))) return first.stop;
  const before = await servingGeneration(seen, shelf);
  const wanted = await requestRebuild({ readModels: seen, state, clock: { now: () => 1_000 } }, [shelf]);
  if (!(await unlessHeld(hold, serves(wanted[0]?.generation ?? before + 1)))) return first.stop;
  if (!(await unlessHeld(hold, onlyOneIsLeft()))) return first.stop;
  if (!(await unlessHeld(hold, first.stop()))) return first.stop;
  const now = await servingGeneration(seen, shelf);
  await seen.drop(projectionKey(generationOf(shelf, now)), []);
  const second = lead(events, readModels, state, holder);
  if (!(await unlessHeld(hold, serves(now + 1)))) return second.stop;
  if (!(await unlessHeld(hold, onlyOneIsLeft()))) return second.stop;
  return second.stop;
};

/** False if there was no such call left. */
const leading = async ({ hold, one, other, state }: Two): Promise<boolean> => {
  const events = memoryEventStore();
  await some(events);
  let isHeld = false;
  void hold.held.then(() => (isHeld = true));
  const stopFirst = await work(events, one, { state, other }, hold, 'one');
  if (!isHeld) {
    await unlessHeld(hold, stopFirst());
    if (!isHeld) return false;
  }
  const stopped = stopFirst();
  const stopSecond = await work(events, other, { state, other }, unheld, 'other');
  hold.letGo();
  await stopped;
  await events.append(paperStream('d'), [added('d'), linked('x')].map(fact), 'any');
  const head = await events.head();
  const isThere = async (): Promise<boolean> => {
    const serving = generationOf(shelf, await servingGeneration(other, shelf));
    const { phase, position } = await projectionState(other, serving);
    return phase === 'live' && position >= head;
  };
  await until(isThere);
  await stopSecond();
  equal(await rowsOf(other, shelf, await servingGeneration(other, shelf)), await folded(events, shelf));
  return true;
};

const WRITES: readonly Call[] = ['create', 'index', 'drop', 'commit'];

const inFiles = async (nth: number, course: (two: Two) => Promise<boolean>): Promise<boolean> => {
  await using folder = await temporaryFolder();
  const file = path.join(folder.path, 'read.db');
  await using state = closing(await openSqliteState({ file: path.join(folder.path, 'state.db') }));
  await using other = closing(await openSqliteReadModels({ file }));
  await using one = closing(await openSqliteReadModels({ file }));
  const hold = holding(nth);
  return await course({ hold, one: heldUp(one, hold.pass, WRITES), other, state });
};

const held = suite('a process delayed at one call', { timeoutMs: 280_000 });

held('removes nothing that was rebuilt in the meantime', async () => {
  ok((await atEveryCall((nth) => inFiles(nth, leading))) > 20);
});

const DROPPING = new Set(['drop', 'delete']);

await onMongoDb('a process delayed at one MongoDB command', 'removes nothing of another process', (server) => {
  const onMongo = suite('a process delayed at one MongoDB command', { timeoutMs: 280_000 });
  const inMongo = async (nth: number, course: (two: Two) => Promise<boolean>): Promise<boolean> => {
    await using folder = await temporaryFolder();
    await using state = closing(await openSqliteState({ file: path.join(folder.path, 'state.db') }));
    await using database = inFreshDatabase(server);
    await using hold = closing(await heldWire(serverOf(server), nth, (command) => DROPPING.has(command)));
    await using other = closing(await openMongoReadModels({ url: database.url }));
    const through = withDatabase(throughPort(server, hold.port), database.name);
    await using one = closing(await openMongoReadModels({ url: through }));
    return await course({ hold, one, other, state });
  };
  onMongo('removes nothing that was rebuilt in the meantime', async () => {
    ok((await atEveryCall((nth) => inMongo(nth, leading))) > 3);
  });
});
