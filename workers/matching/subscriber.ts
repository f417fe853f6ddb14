/**
 * An at-least-once subscriber with its own checkpoint: reading the log and processing the backlog run concurrently, so that
 * neither blocks the other. The checkpoint includes the backlog.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock, EventStore } from '../../commands/ports.ts';
import { LaterRelease } from '../../domain/errors.ts';
import type { Position, Recorded } from '../../domain/event.ts';
import { isOfLaterRelease } from '../../domain/upcast.ts';
import { allEnded } from '../together.ts';
import type { Backlog } from './backlog.ts';
import type { CheckpointFile } from './checkpoint.ts';

/** Between retries while the backlog is blocked. */
const RETRY_MS = 100;
/** Steps and milliseconds between checkpoints: a restart repeats at most this much. */
const SAVE_EVERY = 1_000;
const SAVE_EVERY_MS = 5_000;
const FIRST_ROUNDS = 50;
/** Between two reports of an event that only an upgrade makes readable. */
const STOPPED_MS = 10_000;

export type Subscriber = {
  readonly prefixes: readonly string[];
  /** Queues the subjects of an event; `after`: the position read before it. */
  readonly take: (event: Recorded, after: Position) => void;
  /** Processes part of the backlog; returns the number of steps. `read`: how far the log has been read. */
  readonly work: (read: Position) => Promise<number>;
  readonly waiting: Pick<Backlog, 'since' | 'kept'>;
  /** Called before the checkpoint is written. */
  readonly flush: () => Promise<void>;
  /** Called repeatedly at an event that only a later release can read. */
  readonly stopped: (error: LaterRelease) => void;
  /** Stops the subscriber; `end` aborts it. */
  readonly signal: AbortSignal;
  readonly end: () => void;
};

type SubscriberDeps = { readonly events: Pick<EventStore, 'subscribe'>; readonly clock: Clock };

/** Resolves when the signal is aborted or another process has written the checkpoint. Throws `Unavailable`. */
export const runSubscriber = async (
  { events, clock }: SubscriberDeps,
  checkpoint: CheckpointFile,
  { prefixes, take, work, waiting, flush, stopped, signal, end }: Subscriber,
): Promise<void> => {
  let read = checkpoint.kept.read ?? checkpoint.kept.position;
  let [saved, unsaved, savedAt] = [read, 0, clock.now()];
  const save = async (): Promise<void> => {
    // The reader advances while this runs.
    const upTo = read;
    const since = waiting.since();
    const kept = since === null ? {} : { read: upTo, waiting: waiting.kept() };
    [unsaved, savedAt] = [0, clock.now()];
    await flush();
    if (!(await checkpoint.write({ position: Math.min(upTo, since ?? upTo), ...kept }))) end();
    saved = upTo;
  };

  let hasNews = false;
  let notify: () => void = () => undefined;
  const wake = (): void => {
    hasNews = true;
    notify();
  };
  const news = async (): Promise<void> => {
    while (!hasNews) await new Promise<void>((resolve) => (notify = resolve));
    hasNews = false;
  };

  /** The backlog is still processed. */
  const stop = async (event: Recorded): Promise<void> => {
    while (!signal.aborted) {
      stopped(new LaterRelease(event));
      await pause(STOPPED_MS, undefined, { signal }).catch(() => undefined);
    }
  };

  const reading = async (): Promise<void> => {
    for await (const delivery of events.subscribe({ after: read, prefixes, signal })) {
      if (delivery.kind === 'event') {
        if (isOfLaterRelease(delivery.event)) return stop(delivery.event);
        take(delivery.event, read);
      }
      read = delivery.kind === 'event' ? delivery.event.position : delivery.position;
      wake();
    }
  };
  const round = async (): Promise<number> => {
    const done = await work(read);
    unsaved += done;
    return done;
  };
  const working = async (): Promise<void> => {
    while (!signal.aborted) {
      const done = await round();
      const isIdle = waiting.since() === null;
      const isDue = unsaved >= SAVE_EVERY || Math.abs(clock.now() - savedAt) >= SAVE_EVERY_MS;
      if (signal.aborted || (isIdle ? read > saved || unsaved > 0 : isDue)) await save();
      if (signal.aborted) return;
      if (isIdle && read <= saved) await news();
      else if (done === 0 && !isIdle) await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  };

  // The old backlog goes first, so that a worker that restarts often still makes progress.
  for (let left = FIRST_ROUNDS; left > 0 && (await round()) > 0;) left -= 1;
  signal.addEventListener('abort', wake);
  await allEnded([reading(), working()].map((half) => half.finally(end)));
};
