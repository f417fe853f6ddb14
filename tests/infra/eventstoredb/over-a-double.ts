/** The adapter over a double of its own for each test, with helpers to inspect it and wait. */
import type { EventStore, Log, SubscribeOptions } from '../../../commands/ports.ts';
import { openEventStoreDb } from '../../../infra/eventstoredb/index.ts';
import { startDouble, type DoubleOptions, type EventStoreDbDouble } from '../../support/eventstoredb-double/double.ts';
import { subscriberOf, type Subscriber } from '../../support/event-stores.ts';

export type Stage = {
  readonly double: EventStoreDbDouble;
  readonly store: EventStore;
  /** Warnings that the adapter logged. */
  readonly warnings: readonly string[];
  readonly subscriber: (options?: Omit<SubscribeOptions, 'signal'>) => Subscriber;
};

export const TIMEOUT_MS = 1_500;

/** Runs the test and cleans up, whatever state the test leaves it in. */
export const overADouble =
  (
    test: (stage: Stage) => Promise<void>,
    { streams, ...options }: DoubleOptions & { readonly streams?: readonly string[] } = {},
  ) =>
  async (): Promise<void> => {
    const double = await startDouble(options);
    const warnings: string[] = [];
    const silent = (): void => undefined;
    const log: Log = { debug: silent, info: silent, error: silent, warn: (_, message) => void warnings.push(message) };
    const store = await openEventStoreDb({
      url: double.url,
      log,
      timeoutMs: TIMEOUT_MS,
      ...(streams === undefined ? {} : { streams }),
    });
    const leave = new AbortController();
    const followed: Promise<void>[] = [];
    const subscriber: Stage['subscriber'] = (from = {}) => {
      const subscribed = subscriberOf(store, { ...from, signal: leave.signal });
      followed.push(subscribed.ended);
      return subscribed;
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
