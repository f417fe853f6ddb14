/** The adapter over a double of its own for each test, with what the test needs to see and to wait for. */
import type { Delivery, EventStore, Log } from '../../../../commands/ports.ts';
import type { Position } from '../../../../domain/event.ts';
import { openEventStoreDb } from '../../../../infra/eventstore/eventstoredb/index.ts';
import {
  startDouble,
  type DoubleOptions,
  type EventStoreDbDouble,
} from '../../../support/eventstoredb-double/double.ts';

export type Subscriber = {
  readonly handed: readonly Delivery[];
  /** `stream@revision` of each event handed over. */
  events(): readonly string[];
  until(reached: (handed: readonly Delivery[]) => boolean): Promise<void>;
  /** Caught up at the position, or past it. */
  caughtUp(position: Position): Promise<void>;
};

export type Stage = {
  readonly double: EventStoreDbDouble;
  readonly store: EventStore;
  /** Warnings that the adapter logged. */
  readonly warnings: readonly string[];
  readonly subscriber: (options?: { readonly after?: Position; readonly prefixes?: readonly string[] }) => Subscriber;
};

export const TIMEOUT_MS = 1_500;

const follow = (
  store: EventStore,
  signal: AbortSignal,
  options: { readonly after?: Position; readonly prefixes?: readonly string[] },
): { readonly subscriber: Subscriber; readonly ended: Promise<void> } => {
  const handed: Delivery[] = [];
  const waiting = new Set<() => void>();
  const run = async (): Promise<void> => {
    for await (const delivery of store.subscribe({ ...options, signal })) {
      handed.push(delivery);
      for (const look of waiting) look();
    }
  };
  const until = (reached: (handed: readonly Delivery[]) => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!reached(handed)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  const subscriber = {
    handed,
    until,
    events: () => handed.flatMap((d) => (d.kind === 'event' ? [`${d.event.stream}@${d.event.revision}`] : [])),
    caughtUp: (position: Position) =>
      until((all) => all.some((delivery) => delivery.kind === 'caughtUp' && delivery.position >= position)),
  };
  return { subscriber, ended: run() };
};

/** Runs the test and gives everything back, whatever state the test leaves it in. */
export const overADouble =
  (test: (stage: Stage) => Promise<void>, options: DoubleOptions = {}) =>
  async (): Promise<void> => {
    const double = await startDouble(options);
    const warnings: string[] = [];
    const silent = (): void => undefined;
    const log: Log = { debug: silent, info: silent, error: silent, warn: (_, message) => void warnings.push(message) };
    const store = await openEventStoreDb({ url: double.url, log, timeoutMs: TIMEOUT_MS });
    const leave = new AbortController();
    const followed: Promise<void>[] = [];
    const subscriber: Stage['subscriber'] = (from = {}) => {
      const { subscriber, ended } = follow(store, leave.signal, from);
      followed.push(ended);
      return subscriber;
    };
    try {
      await test({ double, store, warnings, subscriber });
    } finally {
      leave.abort();
      await Promise.all(followed);
      await store.close();
      await double.close();
    }
  };

export const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};
