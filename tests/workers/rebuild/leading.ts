/** A catalogue over the stores under test whose projector can be started, killed and restarted, by any number of processes. */
import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore, StateStore } from '../../../commands/ports.ts';
import { loggedWaits } from '../../../commands/waits.ts';
import type { ColophonEvent } from '../../../domain/events.ts';
import type { Stores } from '../../../infra/wiring/stores.ts';
import { collectionsOf, type Projection } from '../../../projections/define.ts';
import { generationOf } from '../../../projections/generations.ts';
import type { ReadModels, Row } from '../../../projections/ports.ts';
import { waitForPosition } from '../../../projections/queries/position.ts';
import { activeGenerationReadModels } from '../../../projections/active-generation.ts';
import { whileLeading } from '../../../workers/leading.ts';
import { leadProjections, type LeadOptions } from '../../../workers/rebuild/index.ts';
import { inPlace, type Place, type PlaceOptions } from '../../support/stores.ts';
import { byId, recordedLog } from '../projector/projecting.ts';
import { plainFold } from '../projector/plain-fold.ts';
import { desk, fact, shelf } from '../projector/shelf.ts';
import { closing } from '../../support/closing.ts';

export const projections = [shelf, desk];

export type Led = { readonly log: ReturnType<typeof recordedLog>; stop(): Promise<void> };

export type Setup = {
  /** The folder of the embedded files. */
  readonly folder: string;
  /** The settings of a process that is to lead here too. */
  readonly env: Place['env'];
  readonly events: EventStore;
  /** Every generation by its own name. */
  readonly rows: ReadModels;
  /** As readers see them. */
  readonly readModels: ReadModels;
  readonly state: StateStore;
  readonly clock: { now(): number };
  /** Advances the clock. */
  readonly pass: (ms: number) => void;
  readonly lead: (options?: Partial<LeadOptions> & { readonly projections?: readonly Projection[] }) => Led;
  readonly append: (stream: string, ...facts: readonly ColophonEvent[]) => Promise<unknown>;
  /** Resolves when readers see everything. */
  readonly settled: () => Promise<void>;
};

/** Polls, since the condition may depend on another process. */
export const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await pause(2);
};

const RETENTION = { generationMs: 60_000, versionMs: 600_000 };
const WITHIN_MS = 30_000;
let leaders = 0;

/** The store of the rows, given the folder of embedded files. */
type OpenRows = (folder: string) => Promise<ReadModels>;

const inOpened = async (
  stores: Stores,
  { config, env }: Place,
  test: (setup: Setup) => Promise<void>,
): Promise<void> => {
  const { events, rawReadModels: rows, state } = stores;
  const readModels = activeGenerationReadModels(rows, projections, { rememberedMs: 5 });
  const running: Led[] = [];
  let passed = 0;
  const clock = { now: () => Date.now() + passed };
  try {
    await test({
      ...{ folder: config.dataDir, env, events, rows, readModels, state, clock },
      pass: (ms) => (passed += ms),
      lead: ({ projections: led = projections, ...options } = {}) => {
        const [stopping, log] = [new AbortController(), recordedLog()];
        const holder = `leader-${(leaders += 1)}`;
        const deps = { events, state, clock, log, holder, readModels: rows, projections: led };
        const run = whileLeading(
          state,
          'projector',
          holder,
          { ttlMs: 1_000, log, waits: loggedWaits(log), signal: stopping.signal },
          (signal) => leadProjections(deps, { retention: RETENTION, pollMs: 5, ...options, signal }),
        );
        run.catch(() => undefined);
        const stop = async (): Promise<void> => {
          stopping.abort();
          await run;
        };
        running.push({ log, stop });
        return { log, stop };
      },
      append: (stream, ...facts) => events.append(stream, facts.map(fact), 'any'),
      settled: async () => {
        const head = await events.head();
        if (!(await waitForPosition(readModels, projections, head, { timeoutMs: WITHIN_MS })))
          throw new Error('the rows did not catch up');
      },
    });
  } finally {
    await Promise.allSettled(running.map((led) => led.stop()));
    await stores.close();
  }
};

/** `openRows`: the store of the rows; by default the one under test. */
export const inSetup = (
  test: (setup: Setup) => Promise<void>,
  openRows?: OpenRows,
  options?: PlaceOptions,
): Promise<void> =>
  inPlace(async (place) => {
    const stores = await place.open();
    if (openRows === undefined) return inOpened(stores, place, test);
    await using rows = closing(await openRows(place.config.dataDir));
    await inOpened({ ...stores, rawReadModels: rows }, place, test);
  }, options);

/** The stored rows of a generation, by the declared names of the collections. */
export const rowsOf = async (rows: ReadModels, projection: Projection, generation = 0): Promise<unknown> => {
  const declared = collectionsOf(projection);
  const kept = await Promise.all(
    collectionsOf(generationOf(projection, generation)).map(async (collection, n) => {
      const found = await rows.find(collection, { where: { all: [] }, limit: 100_000 });
      return [declared[n]?.name ?? '', new Map(found.map((row): [string, Row] => [row.id, row]))] as const;
    }),
  );
  return byId(new Map(kept));
};

export const folded = async (events: EventStore, projection: Projection): Promise<unknown> =>
  JSON.parse(JSON.stringify(byId(await plainFold(events, [projection])))) as unknown;
