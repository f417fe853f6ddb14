/** The projector: keeps the rows of all projections in step with the log, starting where it left off. */
import { setImmediate as afterIo } from 'node:timers/promises';
import pRetry, { type RetryContext } from 'p-retry';
import { backoff } from '../../commands/backoff.ts';
import type { EventStore, Log } from '../../commands/ports.ts';
import { LaterRelease, Unavailable } from '../../domain/errors.ts';
import type { Position, Recorded } from '../../domain/event.ts';
import { moveCheckpoint } from '../../projections/checkpoint.ts';
import { collectionsOf, type Projection, projectionKey } from '../../projections/define.ts';
import { together, type Work } from '../together.ts';
import { batchesOf, type EventBatch, oneAhead } from './batches.ts';
import {
  advance,
  catchUpBatch,
  type CatchUpDeps,
  flush,
  gather,
  type Gathered,
  goLive,
  type Portion,
} from './catch-up.ts';
import { type Folding, type Loading, startFolding } from './fold-batch.ts';
import { projectionState } from './lag.ts';
import { followBatch } from './live.ts';
import { type Allowed, PoisonEvent, poisonEvents } from './poison.ts';

const PAUSES = backoff(100, 10_000);

type Waiting = {
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Called when a store is unavailable, before each further attempt, until there is progress. Default: logs it. */
  readonly onWait?: (error: Unavailable) => void;
};

/** Logs one line per failed attempt. */
export const loggedWait =
  (log: Log) =>
  (error: Unavailable): void =>
    error instanceof LaterRelease
      ? log.error({}, `the projector has stopped: ${error.reason}`)
      : log.warn({ what: error.what, reason: error.message }, 'the projector waits for a store');

/** Retries until `attempt` succeeds or the signal aborts; throws `LaterRelease`, and what is no `Unavailable`. `attempt` reports progress, which makes the pauses short again. */
const untilAvailable = async (
  { log, signal, onWait = loggedWait(log) }: Waiting,
  attempt: (progressed: () => void) => Promise<void>,
): Promise<void> => {
  const isAway = ({ error }: RetryContext): boolean => error instanceof Unavailable && !(error instanceof LaterRelease);
  const untilProgress = (): Promise<void> => {
    let hasProgressed = false;
    return pRetry(() => attempt(() => (hasProgressed = true)), {
      ...{ ...PAUSES, signal, shouldRetry: (failed) => !hasProgressed && isAway(failed) },
      onFailedAttempt: ({ error }) => {
        if (error instanceof Unavailable && !signal.aborted) onWait(error);
      },
    });
  };
  // After progress a new series begins, with the first pause.
  await pRetry(untilProgress, { ...PAUSES, factor: 1, signal, shouldRetry: isAway }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
};

export type Progress = {
  /** Name, version and generation, as in the checkpoint's key. */
  readonly projection: string;
  readonly position: Position;
  readonly phase: 'filling' | 'live';
};

/** A batch that one projection has processed. */
export type Projected = Pick<Progress, 'projection' | 'phase'> & {
  readonly events: readonly Recorded[];
  /** Duration of folding, and of writing if it was written immediately. */
  readonly ms: number;
};

/** How far a catch-up has come since this run began, written or not. */
export type CaughtUp = Pick<Progress, 'projection' | 'position'> & { readonly events: number };

type GroupOptions = {
  /** Ends the run; the next one reads again what was not written. */
  readonly signal: AbortSignal;
  /** Maximum number of events folded together. Default 1,000. */
  readonly batchSize: number;
  /** Bytes of events and rows, about, that a catch-up gathers before it writes; as many more may be being written. Default 12 MiB. */
  readonly heldBytes: number;
  /** Called after each checkpoint, and whenever the end of the log has been reached. */
  readonly onProgress: (progress: Progress) => void;
  readonly onBatch: (batch: Projected) => void;
  /** Called after each batch that a catch-up has processed, written or not. */
  readonly onCaughtUp: (caughtUp: CaughtUp) => void;
};

type GroupDeps = CatchUpDeps & { readonly events: Pick<EventStore, 'subscribe'> };

const projectedOf = ({ key }: Folding, phase: Projected['phase'], { events }: EventBatch, began: number) => ({
  projection: key,
  phase,
  events: events.map(({ event }) => event),
  ms: performance.now() - began,
});

export const openCatchUp = (deps: CatchUpDeps, { heldBytes, onProgress, onBatch, onCaughtUp }: GroupOptions) => {
  let held = 0;
  let events = 0;
  let writing = Promise.resolve();

  const write = async (gathered: readonly Gathered[]): Promise<void> => {
    for (const each of gathered) {
      await flush(deps, each);
      onProgress(await advance(deps, each));
    }
  };

  const startWriting = async (foldings: readonly Folding[]): Promise<void> => {
    await writing;
    writing = write(foldings.map(gather));
    // A failure is reported when the write is awaited, not before.
    writing.catch(() => undefined);
    held = 0;
  };
  /** Waits until they are written, since these rows may be loaded again. */
  const flushAll = async (foldings: readonly Folding[]): Promise<void> => {
    await startWriting(foldings);
    await writing;
  };

  return {
    take: async (foldings: readonly Folding[], batch: EventBatch): Promise<void> => {
      for (const folding of foldings) {
        const began = performance.now();
        for (let rest: EventBatch | null = batch; rest !== null;) {
          const portion: Portion = await catchUpBatch(folding, rest);
          held += portion.weight;
          rest = portion.rest;
          if (rest !== null && held >= heldBytes) await flushAll(foldings);
        }
        onBatch(projectedOf(folding, 'filling', batch, began));
      }
      events += batch.events.length;
      for (const { key, position } of foldings) onCaughtUp({ projection: key, position, events });
      if (batch.caughtUp) await startWriting(foldings);
      else if (held >= heldBytes) await flushAll(foldings);
    },
    /** Resolves when no write is running. */
    settled: () => writing.catch(() => undefined),
    finish: async (foldings: readonly Folding[]): Promise<void> => {
      await writing;
      let poison: PoisonEvent | null = null;
      for (const folding of foldings) {
        const { key: projection, position } = folding;
        deps.log.info({ projection, position }, 'a projection has caught up and is being indexed');
        try {
          await goLive(deps, folding);
        } catch (error) {
          if (!(error instanceof PoisonEvent)) throw error;
          // The others go live first.
          poison ??= error;
          continue;
        }
        onProgress({ projection, position, phase: 'live' });
      }
      if (poison !== null) throw poison;
    },
  };
};

/** Resolves once every timer that is due has fired: after input, immediates come before timers, so it takes two. */
const dueTimers = async (): Promise<void> => {
  await afterIo();
  await afterIo();
};

/** Ends when the signal aborts. In a process that was suspended, the end of its lease may be due too, and comes first. */
const untilAborted = async function* <T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void> {
  for await (const each of source) {
    await dueTimers();
    if (signal.aborted) return;
    yield each;
  }
};

/** The log as these projections see it, from the earliest of their positions until the signal aborts. Throws `Unavailable`. */
const batchesFor = async function* (
  { events }: Pick<GroupDeps, 'events'>,
  foldings: readonly Folding[],
  { batchSize, signal }: Pick<GroupOptions, 'batchSize' | 'signal'>,
): AsyncGenerator<EventBatch, void> {
  const ended = new AbortController();
  const deliveries = events.subscribe({
    after: Math.min(...foldings.map(({ position }) => position)),
    prefixes: [...new Set(foldings.flatMap(({ projection }) => projection.streams))],
    signal: AbortSignal.any([signal, ended.signal]),
  });
  yield* untilAborted(
    oneAhead(batchesOf(deliveries, batchSize), () => ended.abort()),
    signal,
  );
  if (!signal.aborted) throw new Unavailable('event store', 'the subscription ended');
};

/**
 * Runs projections that read the log together, over one subscription: new ones first catch up in bulk, then all are live. Ends when
 * `signal` aborts. Throws `Unavailable`, and `PoisonEvent` as `goLive` does.
 */
const runGroup = async (
  deps: GroupDeps,
  foldings: readonly Folding[],
  isLive: boolean,
  options: GroupOptions,
): Promise<void> => {
  const { onProgress, onBatch } = options;
  let catchUp = isLive ? null : openCatchUp(deps, options);
  try {
    for await (const batch of batchesFor(deps, foldings, options)) {
      if (catchUp !== null) {
        await catchUp.take(foldings, batch);
        if (!batch.caughtUp) continue;
        await catchUp.finish(foldings);
        catchUp = null;
      } else {
        for (const folding of foldings) {
          const before = folding.position;
          const began = performance.now();
          const position = await followBatch(deps, folding, batch);
          if (position > before) onBatch(projectedOf(folding, 'live', batch, began));
          if (position > before || batch.caughtUp) onProgress({ projection: folding.key, position, phase: 'live' });
        }
      }
    }
  } finally {
    await catchUp?.settled();
  }
};

export type ProjectorDeps = GroupDeps & {
  readonly projections: readonly Projection[];
  /** Default: everything. */
  readonly allowed?: (projection: Projection) => Allowed | undefined;
};

export type ProjectorOptions = Partial<GroupOptions> &
  Omit<Waiting, 'log'> & {
    /** Default: 250 rows, 8 MiB. */
    readonly loading?: Loading;
  };

const BATCH_SIZE = 1_000;
const HELD_BYTES = 12 * 1024 * 1024;

/** Live projections must not wait for one that is catching up, so each kind reads the log separately. */
const groupsOf = async (deps: ProjectorDeps, options: GroupOptions & ProjectorOptions): Promise<readonly Work[]> => {
  const { readModels, projections } = deps;
  await readModels.create(poisonEvents, 'now');
  const groups = { live: [] as Folding[], filling: [] as Folding[] };
  for (const projection of projections) {
    const { phase, ...reached } = await projectionState(readModels, projection);
    const isLive = phase === 'live';
    // First, since rows without a checkpoint are not trusted.
    if (phase === 'absent')
      await moveCheckpoint(readModels, projectionKey(projection), { ...reached, phase: 'filling' });
    for (const collection of collectionsOf(projection)) await readModels.create(collection, isLive ? 'now' : 'later');
    groups[isLive ? 'live' : 'filling'].push(
      startFolding(projection, readModels, reached, {
        allowed: deps.allowed?.(projection),
        loading: options.loading,
      }),
    );
  }
  return (['live', 'filling'] as const)
    .filter((phase) => groups[phase].length > 0)
    .map((phase) => (signal) => runGroup(deps, groups[phase], phase === 'live', { ...options, signal }));
};

/** Fills in the defaults; `progressed` is called at each checkpoint. */
const optionsOf = (options: ProjectorOptions, progressed: () => void): GroupOptions & ProjectorOptions => ({
  batchSize: BATCH_SIZE,
  heldBytes: HELD_BYTES,
  onBatch: () => undefined,
  onCaughtUp: () => undefined,
  ...options,
  onProgress: (progress) => {
    progressed();
    options.onProgress?.(progress);
  },
});

/**
 * Runs the projections until the signal aborts, then resolves. Waits for a store that is unavailable, then continues from the
 * checkpoints. A row that cannot take an event or be written is withheld and recorded in `poison_events`. Rejects with
 * `PoisonEvent` when a projection has caught up but withholds rows that it may not. Any other error is a bug, and rejects.
 * Several runs over the same projections are harmless as long as all of them keep running, but wasteful: one should lead.
 */
export const runProjector = (deps: ProjectorDeps, options: ProjectorOptions): Promise<void> =>
  untilAvailable({ log: deps.log, ...options }, async (progressed) =>
    together(options.signal, await groupsOf(deps, optionsOf(options, progressed))),
  );
