/** Reads the log forwards through the server's filter: from the reader's position, then live, until the connection or the reader ends. */
import { setImmediate as turn } from 'node:timers/promises';
import {
  type AllStreamSubscription,
  excludeSystemEvents,
  START,
  streamNameFilter,
  type SubscribeToAllOptions,
} from '@eventstore/db-client';
import type { Delivery } from '../../commands/ports.ts';
import { BEGINNING, type Position } from '../../domain/event.ts';
import { release, withErrorHandler } from './call.ts';
import { TimedOut } from './failures.ts';
import { at, type LogReader, STALE_MS } from './log-reader.ts';

/** The server's own window in records, and after how many windows it reports a position. */
const WINDOW = 32;
const INTERVAL = 32;

/** The progress reported by the server's filter, by which a reader learns of records not sent to it. */
const openCheckpoints = (onReached: () => void) => {
  let newest: Position = BEGINNING;
  let before: Position = BEGINNING;
  return {
    /** The last but one: the server reports positions up to 23 records ahead of what it has sent (measured). */
    position: (): Position => before,
    /** Stream name prefixes; null = all but the server's own. */
    filter: (prefixes: readonly string[] | null): NonNullable<SubscribeToAllOptions['filter']> => {
      const options = {
        maxSearchWindow: WINDOW,
        checkpointInterval: INTERVAL,
        checkpointReached: (_: unknown, { commit }: { readonly commit: bigint }): void => {
          [before, newest] = [newest, Number(commit)];
          onReached();
        },
      };
      return prefixes === null
        ? excludeSystemEvents(options)
        : streamNameFilter({ ...options, prefixes: [...prefixes] });
    },
  };
};

type Checkpoints = ReturnType<typeof openCheckpoints>;

/** A reader's progress: everything up to `position` has been seen. */
export type Place = {
  position: Position;
  /** Whether a record is known to start there; unknown for positions from outside or reported by the server's filter. */
  isRecord: boolean;
};

/** `passed`: records that the reader does not see; shows that the server is working. */
type Step = Delivery | { readonly kind: 'passed' };

/** Wakes one waiter, even if it rang before the wait started. */
const openBell = () => {
  let ring = (): void => undefined;
  const next = (): Promise<void> => new Promise((resolve) => (ring = resolve));
  let rung = next();
  return {
    ring: (): void => ring(),
    rung: async (): Promise<void> => {
      await rung;
      rung = next();
    },
  };
};

/** Turns of the event loop in which a message that has arrived reaches the reader. */
const TURNS = 3;

/** Nothing is buffered on the way to the reader: everything received has been yielded. */
const isIdle = async (subscription: AllStreamSubscription, isSettled: () => boolean): Promise<boolean> => {
  for (let n = 0; n < TURNS && !isSettled() && subscription.readableLength === 0; n += 1) await turn();
  return !isSettled() && subscription.readableLength === 0;
};

const subscribe = (
  { client, streams, timeoutMs }: LogReader,
  from: Position,
  checkpoints: Checkpoints,
): AllStreamSubscription => {
  const fromPosition = from === BEGINNING ? START : at(from);
  const subscription = withErrorHandler(client.subscribeToAll({ fromPosition, filter: checkpoints.filter(streams) }));
  const timer = setTimeout(
    () => subscription.destroy(new TimedOut(`no subscription within ${timeoutMs} ms`)),
    timeoutMs,
  );
  subscription.once('confirmation', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  return subscription;
};

/** A position from which the server can resume without missing anything. */
const startOf = async (reader: LogReader, { position, isRecord }: Place, last: Position): Promise<Position> => {
  // The server never answers for positions beyond its end.
  if (position >= last) return last;
  // The position is not from this log, or its record was removed. Everything after it still exists.
  return isRecord || position <= BEGINNING || (await reader.begins(position)) ? position : BEGINNING;
};

/** Throws the error that broke the connection; `place` then says where to resume. */
export const follow = async function* (
  reader: LogReader,
  place: Place,
  signal: AbortSignal,
): AsyncGenerator<Step, void> {
  await reader.refreshErasures();
  const { last, own: goal } = await reader.ends();
  const bell = openBell();
  const checkpoints = openCheckpoints(bell.ring);
  const subscription = subscribe(reader, await startOf(reader, place, last), checkpoints);
  const leave = (): void => void subscription.destroy();
  signal.addEventListener('abort', leave);
  const iterator = subscription[Symbol.asyncIterator]();
  let isSettled = false;
  const fetch = (): ReturnType<typeof iterator.next> => {
    isSettled = false;
    const fetched = iterator.next();
    const settle = (): void => {
      isSettled = true;
      bell.ring();
    };
    fetched.then(settle, settle);
    return fetched;
  };
  let coming = fetch();
  let owesCaughtUp = true;
  try {
    while (!signal.aborted) {
      if (!isSettled && (await isIdle(subscription, () => isSettled))) {
        if (checkpoints.position() > place.position) {
          place.position = checkpoints.position();
          place.isRecord = false;
          owesCaughtUp = true;
          yield { kind: 'passed' };
        }
        if (owesCaughtUp && place.position >= goal) {
          owesCaughtUp = false;
          yield { kind: 'caughtUp', position: place.position };
        }
        await bell.rung();
        continue;
      }
      const step = await coming;
      if (step.done === true) return;
      coming = fetch();
      const { event: record } = step.value;
      if (record === undefined) continue;
      if (place.position < goal) await reader.refreshErasures(STALE_MS);
      const { position, event } = reader.seen(record);
      const isNew = position > place.position;
      if (isNew && (event !== null || position <= goal)) {
        place.position = position;
        place.isRecord = true;
      }
      if (!isNew || event === null) yield { kind: 'passed' };
      else {
        owesCaughtUp = true;
        yield { kind: 'event', event };
      }
    }
  } finally {
    signal.removeEventListener('abort', leave);
    coming.catch(() => undefined);
    await release(subscription, () => subscription.unsubscribe());
  }
};
