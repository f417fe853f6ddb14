/** Groups the deliveries of a subscription into batches, fetching the next one while the current one is being written. */
import type { Delivery } from '../../commands/ports.ts';
import type { Position, Recorded } from '../../domain/event.ts';
import { isOfLaterRelease, mustBeReadable } from '../../domain/upcast.ts';
import { weigh } from './held-rows.ts';

export type Weighed = { readonly event: Recorded; /** Bytes, about. */ readonly weight: number };

export type EventBatch = {
  readonly events: readonly Weighed[];
  /** Position of the last event seen, delivered or filtered out. */
  readonly position: Position;
  /** True if the batch ends where the log ended. */
  readonly caughtUp: boolean;
};

/** Bytes in a batch, about: a thousand of the largest events would not fit in memory, and the next batch is held as well. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/**
 * Yields batches of at most `size` events; an empty one means there was nothing new. Throws `LaterRelease` at an event that only a
 * later release can read, after a batch of those before it.
 */
export async function* batchesOf(deliveries: AsyncIterable<Delivery>, size: number): AsyncGenerator<EventBatch, void> {
  let events: Weighed[] = [];
  let bytes = 0;
  for await (const delivery of deliveries) {
    const isEnd = delivery.kind === 'caughtUp';
    if (!isEnd) {
      const last = events.at(-1);
      if (isOfLaterRelease(delivery.event) && last !== undefined)
        yield { events, position: last.event.position, caughtUp: false };
      mustBeReadable(delivery.event);
      const weight = weigh(delivery.event.data);
      events.push({ event: delivery.event, weight });
      bytes += weight;
      if (events.length < size && bytes < MAX_BATCH_BYTES) continue;
    }
    yield { events, position: isEnd ? delivery.position : delivery.event.position, caughtUp: isEnd };
    events = [];
    bytes = 0;
  }
}

/** Fetches exactly one ahead. `stop` must end the source, or `source.return()` would wait for the pending fetch. */
export async function* oneAhead<T>(source: AsyncGenerator<T, void>, stop: () => void): AsyncGenerator<T, void> {
  const fetch = (): Promise<IteratorResult<T, void>> => {
    const fetched = source.next();
    // A failure is reported when the consumer gets to it, not before.
    fetched.catch(() => undefined);
    return fetched;
  };
  let pending = fetch();
  try {
    for (;;) {
      const { done, value } = await pending;
      if (done === true) return;
      pending = fetch();
      yield value;
    }
  } finally {
    stop();
    await pending.catch(() => undefined);
    await source.return();
  }
}
