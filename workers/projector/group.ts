/** Projections that go through the log together, over one subscription: first filled in bulk, if they are new, then live. */
import type { EventStore } from '../../commands/ports.ts';
import type { Position, Recorded } from '../../domain/event.ts';
import { batchesOf, oneAhead, type EventBatch } from './batches.ts';
import { fillBatch, finishFilling, flush, gather, type Gathered, type Portion } from './filling.ts';
import type { Folding } from './fold-batch.ts';
import { followBatch, type LiveDeps } from './live.ts';
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

/** What a filling has gone through since this run began, written or not. */
export type Filled = Pick<Progress, 'projection' | 'position'> & { readonly events: number };

export type GroupOptions = {
  readonly signal: AbortSignal;
  /** Events a batch. */
  readonly batchSize: number;
  /** Bytes of events and rows, about, that a filling gathers in memory before it writes. */
  readonly heldBytes: number;
  readonly onProgress: (progress: Progress) => void;
  readonly onBatch: (batch: Projected) => void;
  /** After each batch that a filling has taken. */
  readonly onFilled?: (filled: Filled) => void;
};

export type GroupDeps = LiveDeps & { readonly events: Pick<EventStore, 'subscribe'> };

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

export const openFilling = (
  deps: LiveDeps,
  foldings: readonly Folding[],
  { heldBytes, onProgress, onBatch, onFilled }: GroupOptions,
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
   * Begins to write what has gathered, once what gathered before has been written: so rows that are let go of, which are
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
          const filled: Portion = await fillBatch(folding, rest);
          held += filled.weight;
          rest = filled.rest;
          if (rest !== null && held >= heldBytes) await flushAll();
        }
        onBatch(projectedOf(folding, 'filling', batch, began));
      }
      events += batch.events.length;
      for (const { key, position } of foldings) onFilled?.({ projection: key, position, events });
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
          'a projection is filled and is indexed now',
        );
        try {
          await finishFilling(deps, folding);
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

/**
 * Runs until `signal` ends it; what is not written then is read again by the next run. Throws `Unavailable`, and
 * `PoisonEvent` when it has filled all but what it may not withhold.
 */
export const runGroup = async (
  deps: GroupDeps,
  foldings: readonly Folding[],
  isLive: boolean,
  options: GroupOptions,
): Promise<void> => {
  const { batchSize, onProgress, onBatch } = options;
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  const after = Math.min(...foldings.map(({ position }) => position));
  const prefixes = [...new Set(foldings.flatMap(({ projection }) => projection.streams))];
  const batches = oneAhead(batchesOf(deps.events.subscribe({ after, prefixes, signal }), batchSize), () =>
    ended.abort(),
  );

  let filling = isLive ? null : openFilling(deps, foldings, options);
  try {
    for await (const batch of batches) {
      if (signal.aborted) return;
      if (filling !== null) {
        await filling.take(batch);
        if (!batch.caughtUp) continue;
        await filling.finish();
        filling = null;
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
    await filling?.settled();
  }
};
