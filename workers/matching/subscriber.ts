/**
 * A subscriber with a checkpoint of its own, at least once: one half reads the log, the other works through what waits, so that
 * neither holds the other up. What is read and not dealt with is kept with the checkpoint.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock, EventStore } from '../../commands/ports.ts';
import type { Position, Recorded } from '../../domain/event.ts';
import { allEnded } from '../together.ts';
import type { Backlog } from './backlog.ts';
import type { CheckpointFile } from './checkpoint.ts';

/** Between two looks at what cannot be done yet. */
const AGAIN_MS = 100;
/** Pieces of work, or milliseconds, after which what was done is not done again after a restart. */
const SAVE_EVERY = 1_000;
const SAVE_EVERY_MS = 5_000;
const FIRST_ROUNDS = 50;

export type Subscriber = {
  /** Of the streams that it reads. */
  readonly prefixes: readonly string[];
  /** Takes in an event, as something that waits; `after`: the position read before it. */
  readonly take: (event: Recorded, after: Position) => Promise<void>;
  /** Does some of what waits; how much. `read`: how far the log has been read. */
  readonly work: (read: Position) => Promise<number>;
  readonly waiting: Pick<Backlog, 'since' | 'kept'>;
  /** Called before the checkpoint is written. */
  readonly flush: () => Promise<void>;
  /** Ends it; `end` aborts it from within. */
  readonly signal: AbortSignal;
  readonly end: () => void;
};

type SubscriberDeps = { readonly events: Pick<EventStore, 'subscribe'>; readonly clock: Clock };

/**
 * Begins after what the checkpoint says was read. Resolves when its signal is aborted, or another has written the checkpoint.
 * Throws `Unavailable` when a store is away.
 */
export const runSubscriber = async (
  { events, clock }: SubscriberDeps,
  checkpoint: CheckpointFile,
  { prefixes, take, work, waiting, flush, signal, end }: Subscriber,
): Promise<void> => {
  let read = checkpoint.kept.read ?? checkpoint.kept.position;
  let [saved, unsaved, savedAt] = [read, 0, clock.now()];
  const save = async (): Promise<void> => {
    // The reader goes on meanwhile.
    const upTo = read;
    const since = waiting.since();
    const kept = since === null ? {} : { read: upTo, waiting: waiting.kept() };
    [unsaved, savedAt] = [0, clock.now()];
    await flush();
    if (!(await checkpoint.write({ position: Math.min(upTo, since ?? upTo), ...kept }))) end();
    saved = upTo;
  };

  let hasNews = false;
  let heard: () => void = () => undefined;
  const wake = (): void => {
    hasNews = true;
    heard();
  };
  const news = async (): Promise<void> => {
    while (!hasNews) await new Promise<void>((resolve) => (heard = resolve));
    hasNews = false;
  };

  const reading = async (): Promise<void> => {
    for await (const delivery of events.subscribe({ after: read, prefixes, signal })) {
      if (delivery.kind === 'event') await take(delivery.event, read);
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
      else if (done === 0 && !isIdle) await pause(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  };

  // A worker that never lives long comes further too: what an earlier one left comes before what is new.
  for (let left = FIRST_ROUNDS; left > 0 && (await round()) > 0;) left -= 1;
  signal.addEventListener('abort', wake);
  await allEnded([reading(), working()].map((half) => half.finally(end)));
};
