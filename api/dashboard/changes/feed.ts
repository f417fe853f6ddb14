/** Watches how far the listings have caught up, once per process for all followers. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../../commands/ports.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { BEGINNING, type Position } from '../../../domain/event.ts';
import { projectionKey, type Projection } from '../../../projections/define.ts';
import type { ReadModels } from '../../../projections/ports.ts';
import { liveCheckpoint, waitForPosition } from '../../../projections/queries/position.ts';
import { timelineProjection } from '../../../projections/timeline/index.ts';

export type ChangeFeed = {
  /** Listings show everything up to here, except those being built or stalled. Throws `Unavailable`. */
  position(): Promise<Position>;
  /** Resolves to the position once it is past this one, or to this one on time-out or abort. */
  after(position: Position, options: { readonly withinMs: number; readonly signal: AbortSignal }): Promise<Position>;
  /** Aborted when the process stops serving. */
  readonly closed: AbortSignal;
  close(): void;
};

export type FeedDeps = {
  readonly readModels: Pick<ReadModels, 'checkpoint'>;
  readonly projections: readonly Projection[];
  readonly log: Log;
  readonly everyMs?: number;
};

/** Polls the checkpoint, since the projector may run in another process; only while a stream is open. */
const EVERY_MS = 500;
/** A listing further behind than this counts as stalled and does not delay the others. */
const BEHIND_MS = 1_000;

type Waiter = { readonly from: Position; settle(reached: Position | Promise<never>): void };

export const openChangeFeed = ({ readModels, projections, log, everyMs = EVERY_MS }: FeedDeps): ChangeFeed => {
  const closing = new AbortController();
  const waiting = new Set<Waiter>();
  let latest: Position = BEGINNING;
  let isWatching = false;

  const waitForOthers = async (position: Position): Promise<void> => {
    const found = await Promise.all(projections.map((each) => readModels.checkpoint(projectionKey(each))));
    const live = projections.filter((_each, index) => found[index]?.phase === 'live');
    await waitForPosition(readModels, live, position, { timeoutMs: BEHIND_MS, signal: closing.signal });
  };

  const position = async (): Promise<Position> => {
    const { position: reached } = await liveCheckpoint(readModels, timelineProjection, 'timeline');
    if (reached > latest) await waitForOthers(reached);
    latest = Math.max(latest, reached);
    return reached;
  };

  const poll = async (): Promise<void> => {
    try {
      const reached = await position();
      for (const each of [...waiting]) if (reached > each.from) each.settle(reached);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      log.debug({ err: error }, 'changes cannot be followed at the moment');
    }
  };

  const watch = async (): Promise<void> => {
    if (isWatching) return;
    isWatching = true;
    try {
      while (waiting.size > 0) {
        await poll();
        await pause(everyMs, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    } catch (error) {
      const fault = error as Error;
      for (const each of [...waiting]) each.settle(Promise.reject(fault));
    }
    isWatching = false;
  };

  return {
    position,
    after: (from, { withinMs, signal }) =>
      new Promise((resolve) => {
        if (signal.aborted || closing.signal.aborted || latest > from) {
          resolve(Math.max(from, latest));
          return;
        }
        const waiter: Waiter = {
          from,
          settle: (reached) => {
            clearTimeout(timer);
            signal.removeEventListener('abort', stop);
            waiting.delete(waiter);
            resolve(reached);
          },
        };
        const stop = (): void => waiter.settle(from);
        const timer = setTimeout(stop, withinMs);
        signal.addEventListener('abort', stop);
        waiting.add(waiter);
        void watch();
      }),
    closed: closing.signal,
    close: () => {
      closing.abort();
      for (const each of [...waiting]) each.settle(each.from);
    },
  };
};
