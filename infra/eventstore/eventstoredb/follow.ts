/** One subscription from where the reader is: catches up, goes live, and ends with the connection or the reader. */
import { START, type AllStreamSubscription, type EventStoreDBClient } from '@eventstore/db-client';
import { setImmediate as turn } from 'node:timers/promises';
import type { Delivery } from '../../../commands/ports.ts';
import { BEGINNING, type Position } from '../../../domain/event.ts';
import { heard, release } from './call.ts';
import { isUnknown, TimedOut } from './failures.ts';
import { at, STALE_MS, type LogReader } from './log-reader.ts';

/** How far a subscriber has come. */
export type Place = {
  /** Last of Colophon's events that was handed over or filtered out. */
  position: Position;
  /** Last record of the server, whatever it was: where the server can take up again. */
  record: Position;
};

/** Turns of the event loop in which a message that has arrived reaches the reader. */
const TURNS = 3;

/** Nothing is buffered on the way to the reader: what had arrived has been handed over. */
const arrived = async (subscription: AllStreamSubscription, isSettled: () => boolean): Promise<boolean> => {
  for (let n = 0; n < TURNS && !isSettled() && subscription.readableLength === 0; n += 1) await turn();
  return isSettled() || subscription.readableLength > 0;
};

const subscribe = (client: EventStoreDBClient, from: Position, timeoutMs: number): AllStreamSubscription => {
  const subscription = heard(client.subscribeToAll({ fromPosition: from === BEGINNING ? START : at(from) }));
  const timer = setTimeout(
    () => subscription.destroy(new TimedOut(`no subscription within ${timeoutMs} ms`)),
    timeoutMs,
  );
  subscription.once('confirmation', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  return subscription;
};

export type Follow = {
  readonly client: EventStoreDBClient;
  readonly reader: LogReader;
  readonly matches: (stream: string) => boolean;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
};

/**
 * The server's own filter would spare the passed-over events, but tells how far it has come only now and then, and up
 * to 23 events too early; so everything comes here and is filtered here, and the place is always exact.
 */
const followFrom = async function* (
  { client, reader, matches, signal, timeoutMs }: Follow,
  place: Place,
  from: Position,
  end: Position,
): AsyncGenerator<Delivery> {
  const subscription = subscribe(client, from, timeoutMs);
  const leave = (): void => void subscription.destroy();
  signal.addEventListener('abort', leave);
  const iterator = subscription[Symbol.asyncIterator]();
  let owesCaughtUp = true;
  try {
    while (!signal.aborted) {
      let settled = false;
      const next = iterator.next();
      const settle = (): void => void (settled = true);
      next.then(settle, settle);
      if (owesCaughtUp && place.record >= end && !(await arrived(subscription, () => settled))) {
        owesCaughtUp = false;
        yield { kind: 'caughtUp', position: place.position };
      }
      const step = await next;
      if (step.done === true) return;
      const { event: record } = step.value;
      if (record === undefined) continue;
      if (place.record < end) await reader.refreshErasures(STALE_MS);
      const { position, event } = reader.seen(record);
      if (position <= place.record) continue;
      place.record = position;
      if (event === null) continue;
      place.position = position;
      owesCaughtUp = true;
      if (matches(event.stream)) yield { kind: 'event', event };
    }
  } finally {
    signal.removeEventListener('abort', leave);
    await release(subscription, () => subscription.unsubscribe());
  }
};

/** Throws what broke the connection; `place` then says where to go on. */
export const follow = async function* (call: Follow, place: Place): AsyncGenerator<Delivery> {
  await call.reader.refreshErasures();
  const end = await call.reader.end();
  // From beyond its end the server never answers; from its last record nothing is missed.
  const from = Math.min(place.record, end);
  const before = place.record;
  try {
    yield* followFrom(call, place, from, end);
  } catch (error) {
    if (!isUnknown(error) || place.record !== before) throw error;
    // No record begins there: the place is not from this log, or was cut out of it. Everything after it still is.
    yield* followFrom(call, place, BEGINNING, end);
  }
};
