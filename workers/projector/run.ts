/** The projector: one pass over the log for all projections, then live, until it is stopped. */
import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore, Log } from '../../commands/ports.ts';
import { Unavailable } from '../../domain/errors.ts';
import { BEGINNING, type Position } from '../../domain/event.ts';
import type { RecordedEvent } from '../../domain/events.ts';
import { upcast } from '../../domain/upcast.ts';
import type { Projection } from '../../projections/define.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { follow, type Follower } from './follower.ts';

export type ProjectorDeps = {
  readonly events: EventStore;
  readonly readModels: ReadModels;
  readonly projections: readonly Projection[];
  readonly log: Log;
};

export type ProjectorOptions = {
  readonly signal: AbortSignal;
  /** Events folded together. Larger while filling, since nobody waits for a single one. */
  readonly batchSize?: { readonly live: number; readonly filling: number };
  /** Told after each batch. */
  readonly onProgress?: (progress: { readonly position: Position; readonly events: number }) => void;
};

const BATCH = { live: 500, filling: 5_000 };
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

const pass = async (
  { events, readModels, projections, log }: ProjectorDeps,
  { signal, batchSize = BATCH, onProgress }: ProjectorOptions,
): Promise<void> => {
  const followers: Follower[] = [];
  for (const projection of projections) followers.push(await follow(readModels, projection, log));
  const after = Math.min(...followers.map((follower) => follower.checkpoint().position));
  const prefixes = [...new Set(projections.flatMap(({ streams }) => streams))];
  const filling = (): boolean => followers.some((follower) => follower.checkpoint().phase === 'filling');

  let batch: RecordedEvent[] = [];
  const flush = async (end: Position): Promise<void> => {
    const folding = batch;
    batch = [];
    for (const follower of followers) await follower.advance(folding, end);
    onProgress?.({ position: end, events: folding.length });
  };

  for await (const delivery of events.subscribe({ after: Math.max(after, BEGINNING), prefixes, signal })) {
    if (delivery.kind === 'event') {
      batch.push(upcast(delivery.event));
      if (batch.length >= (filling() ? batchSize.filling : batchSize.live)) await flush(delivery.event.position);
    } else {
      await flush(delivery.position);
      for (const follower of followers) await follower.goLive();
    }
    if (signal.aborted) return;
  }
};

/**
 * Resolves when the signal is aborted. A store that is away is waited for, and the log is taken up again from the
 * checkpoints. Rejects with `PoisonEvent` when a projection that is being filled meets an event that it cannot take.
 */
export const runProjector = async (deps: ProjectorDeps, options: ProjectorOptions): Promise<void> => {
  const { signal } = options;
  for (let wait = FIRST_PAUSE_MS; !signal.aborted; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    const started = performance.now();
    try {
      await pass(deps, options);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      deps.log.warn({ what: error.what, err: error }, 'projecting waits for a store');
    }
    if (performance.now() - started > LONGEST_PAUSE_MS) wait = FIRST_PAUSE_MS;
    await pause(wait * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
  }
};
