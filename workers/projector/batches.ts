/** Gathers what a subscription hands over into batches, the next one while the present one is being written. */
import type { Delivery } from '../../commands/ports.ts';
import type { Position, Recorded } from '../../domain/event.ts';
import { weigh } from './weigh.ts';

export type Weighed = { readonly event: Recorded; /** Bytes, about. */ readonly weight: number };

export type EventBatch = {
  readonly events: readonly Weighed[];
  /** Of the last event seen, handled or passed over. */
  readonly position: Position;
  /** True if the batch ends where the log ended. */
  readonly caughtUp: boolean;
};

/** What a batch may weigh, bytes: a thousand of the largest events would not fit in memory, and the next one is held with it. */
const HEAVIEST = 4 * 1024 * 1024;

/** Batches of at most `size` events; an empty one says that there was nothing new. */
export async function* batchesOf(deliveries: AsyncIterable<Delivery>, size: number): AsyncGenerator<EventBatch, void> {
  let events: Weighed[] = [];
  let heavy = 0;
  for await (const delivery of deliveries) {
    const isEnd = delivery.kind === 'caughtUp';
    if (!isEnd) {
      const weight = weigh(delivery.event.data);
      events.push({ event: delivery.event, weight });
      heavy += weight;
      if (events.length < size && heavy < HEAVIEST) continue;
    }
    yield { events, position: isEnd ? delivery.position : delivery.event.position, caughtUp: isEnd };
    events = [];
    heavy = 0;
  }
}

/**
 * The same, always one ahead of the consumer and never more. `stop` must make the source end: it is called before the
 * source is returned, since what is under way would otherwise be waited for.
 */
export async function* oneAhead<T>(source: AsyncGenerator<T, void>, stop: () => void): AsyncGenerator<T, void> {
  const fetch = (): Promise<IteratorResult<T, void>> => {
    const fetched = source.next();
    // A failure is reported when the consumer comes to it, not before.
    fetched.catch(() => undefined);
    return fetched;
  };
  let coming = fetch();
  try {
    for (;;) {
      const { done, value } = await coming;
      if (done === true) return;
      coming = fetch();
      yield value;
    }
  } finally {
    stop();
    await coming.catch(() => undefined);
    await source.return();
  }
}
