/** Helpers for tests of event stores: reading to the end, refusals, and a subscriber that can be waited for. */
import assert from 'node:assert/strict';
import { WrongExpectedRevision, type Delivery, type EventStore, type SubscribeOptions } from '../../commands/ports.ts';
import type { Position } from '../../domain/event.ts';

export const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};

/** The event types of a stream. */
export const typesIn = async (
  { events }: { readonly events: Pick<EventStore, 'readStream'> },
  stream: string,
): Promise<string[]> => (await collect(events.readStream(stream))).map(({ type }) => type);

/** The refusal that the append must get. */
export const refusal = async (append: Promise<unknown>): Promise<WrongExpectedRevision> => {
  const outcome: unknown = await append.catch((error: unknown) => error);
  assert.ok(outcome instanceof WrongExpectedRevision, `not refused, but ${String(outcome)}`);
  return outcome;
};

export type Subscriber = {
  readonly handed: readonly Delivery[];
  /** `stream@revision` of each delivered event. */
  readonly events: () => readonly string[];
  /** Caught up at the position, or past it; rejects if the subscription ends before. */
  readonly caughtUp: (position: Position) => Promise<void>;
  /** The subscription has ended. */
  readonly ended: Promise<void>;
};

export const subscriberOf = (store: EventStore, options: SubscribeOptions): Subscriber => {
  const handed: Delivery[] = [];
  const waiting = new Set<() => void>();
  const run = async (): Promise<void> => {
    for await (const delivery of store.subscribe(options)) {
      handed.push(delivery);
      for (const look of waiting) look();
    }
  };
  const ended = run();
  const caughtUp = async (position: Position): Promise<void> => {
    const reached = new Promise<void>((resolve) => {
      const look = (): void => {
        if (!handed.some((delivery) => delivery.kind === 'caughtUp' && delivery.position >= position)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
    const tooEarly = ended.then(() => assert.fail('the subscription ended'));
    await Promise.race([reached, tooEarly]);
    tooEarly.catch(() => undefined);
  };
  const events = (): readonly string[] =>
    handed.flatMap((d) => (d.kind === 'event' ? [`${d.event.stream}@${d.event.revision}`] : []));
  return { handed, events, caughtUp, ended };
};

export const withSubscriber = async (
  store: EventStore,
  options: Omit<SubscribeOptions, 'signal'>,
  test: (subscriber: Subscriber) => Promise<void>,
): Promise<void> => {
  const leaving = new AbortController();
  const subscriber = subscriberOf(store, { ...options, signal: leaving.signal });
  try {
    await test(subscriber);
  } finally {
    leaving.abort();
    await subscriber.ended;
  }
};
