/** Projections that go through the log together, over one subscription: those that are new catch up in bulk first, then all are live. */
import type { EventStore } from '../../commands/ports.ts';
import type { Position, Recorded } from '../../domain/event.ts';
import { batchesOf, oneAhead, type EventBatch } from './batches.ts';
import { catchUpBatch, goLive, flush, gather, type CatchUpDeps, type Gathered, type Portion } from './catch-up.ts';
import type { Folding } from './fold-batch.ts';
import { followBatch } from './live.ts';
import { PoisonEvent } from './poison.ts';

export type Progress = {
  /** Name and version, as the checkpoint is kept. */
  readonly projection: string;
  /** Of the checkpoint written. */
  readonly position: Position;
  readonly phase: 'filling' | 'live';
};

/** A batch that one projection has taken in. */
export type Projected = {
  readonly projection: string;
  readonly phase: 'filling' | 'live';
  readonly events: readonly Recorded[];
  /** How long folding, and writing if it was written at once, took. */
  readonly ms: number;
};

/** What a catch-up has gone through since this run began, written or not. */
export type CaughtUp = Pick<Progress, 'projection' | 'position'> & { readonly events: number };

export type GroupOptions = {
  /** Ends the run; what is not written then is read again by the next one. */
  readonly signal: AbortSignal;
  /** Events folded at once, at most. Default 1,000. */
  readonly batchSize: number;
  /** Bytes of events and rows, about, that a catch-up gathers in memory before it writes; as much again is kept to be looked up. Default 12 MiB. */
  readonly heldBytes: number;
  /** After each checkpoint, and whenever the end of the log has been reached. */
  readonly onProgress: (progress: Progress) => void;
  /** After each batch. */
  readonly onBatch: (batch: Projected) => void;
  /** After each batch that a catch-up has taken, whether or not it has been written. */
  readonly onCaughtUp: (caughtUp: CaughtUp) => void;
};

export type GroupDeps = CatchUpDeps & { readonly events: Pick<EventStore, 'subscribe'> };

const projectedOf = (
  { key }: Folding,
  phase: Projected['phase'],
  { events }: EventBatch,
  began: number,
): Projected => ({
  projection: key,
  phase,
  events: events.map(({ event }) => event),
  ms: performance.now() - began,
});

export const openCatchUp = (
  deps: CatchUpDeps,
  foldings: readonly Folding[],
  { heldBytes, onProgress, onBatch, onCaughtUp }: GroupOptions,
) => {
  const checkpoints = new Map(foldings.map((folding) => [folding, folding.position]));
  let held = 0;
  let events = 0;
  let writing = Promise.resolve();

  const write = async (gathered: readonly (readonly [Folding, Gathered])[]): Promise<void> => {
    for (const [folding, each] of gathered) {
      await flush(deps, each, checkpoints.get(folding) ?? each.position);
      checkpoints.set(folding, each.position);
      onProgress({ projection: each.key, position: each.position, phase: 'filling' });
    }
  };

  /**
   * Begins to write what has gathered, once what gathered before has been written: so rows that are released, which are
   * those of the time before last, can be loaded again.
   */
  const flushAll = async (): Promise<void> => {
    await writing;
    writing = write(foldings.map((folding) => [folding, gather(folding)] as const));
    // A failure is reported when it is waited for, not before.
    writing.catch(() => undefined);
    held = 0;
  };

  return {
    take: async (batch: EventBatch): Promise<void> => {
      for (const folding of foldings) {
        const began = performance.now();
        for (let rest: EventBatch | null = batch; rest !== null;) {
          const portion: Portion = await catchUpBatch(folding, rest);
          held += portion.weight;
          rest = portion.rest;
          if (rest !== null && held >= heldBytes) await flushAll();
        }
        onBatch(projectedOf(folding, 'filling', batch, began));
      }
      events += batch.events.length;
      for (const { key, position } of foldings) onCaughtUp({ projection: key, position, events });
      if (held >= heldBytes || batch.caughtUp) await flushAll();
      if (batch.caughtUp) await writing;
    },
    /** Resolves when nothing is being written any more. */
    settled: () => writing.catch(() => undefined),
    finish: async (): Promise<void> => {
      let poison: PoisonEvent | null = null;
      for (const folding of foldings) {
        deps.log.info(
          { projection: folding.key, position: folding.position },
          'a projection has caught up and is indexed now',
        );
        try {
          await goLive(deps, folding);
        } catch (error) {
          if (!(error instanceof PoisonEvent)) throw error;
          // The others go live first.
          poison ??= error;
          continue;
        }
        // What is held does not know the counts.
        for (const rows of folding.rows) {
          rows.age();
          rows.age();
        }
        onProgress({ projection: folding.key, position: folding.position, phase: 'live' });
      }
      if (poison !== null) throw poison;
    },
  };
};

/** The log as these projections see it, from where the first of them stands until the signal ends it. */
export const batchesFor = (
  { events }: Pick<GroupDeps, 'events'>,
  foldings: readonly Folding[],
  { batchSize, signal }: Pick<GroupOptions, 'batchSize' | 'signal'>,
): AsyncGenerator<EventBatch, void> => {
  const ended = new AbortController();
  const deliveries = events.subscribe({
    after: Math.min(...foldings.map(({ position }) => position)),
    prefixes: [...new Set(foldings.flatMap(({ projection }) => projection.streams))],
    signal: AbortSignal.any([signal, ended.signal]),
  });
  return oneAhead(batchesOf(deliveries, batchSize), () => ended.abort());
};

/**
 * Runs until `signal` ends it; what is not written then is read again by the next run. Throws `Unavailable`, and
 * `PoisonEvent` when it has caught up but for what it may not withhold.
 */
export const runGroup = async (
  deps: GroupDeps,
  foldings: readonly Folding[],
  isLive: boolean,
  options: GroupOptions,
): Promise<void> => {
  const { signal, onProgress, onBatch } = options;
  let catchUp = isLive ? null : openCatchUp(deps, foldings, options);
  try {
    for await (const batch of batchesFor(deps, foldings, options)) {
      if (signal.aborted) return;
      if (catchUp !== null) {
        await catchUp.take(batch);
        if (!batch.caughtUp) continue;
        await catchUp.finish();
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
