/** A subscription that outlives its connections. */
import type { Delivery, Log, SubscribeOptions } from '../../../commands/ports.ts';
import { BEGINNING } from '../../../domain/event.ts';
import { isFinal, unavailable } from './failures.ts';
import { follow, type Follow, type Place } from './follow.ts';
import { pause, pauseBefore } from './time.ts';

type Subscriber = Omit<Follow, 'matches' | 'signal'> & { readonly log: Log | undefined };

/** True after a while in which the reader moved on, so that a later loss is a new one. */
const moved = (place: Place, from: number): boolean => place.record > from;

export const subscribe = async function* (
  { log, ...call }: Subscriber,
  { after = BEGINNING, prefixes, signal }: SubscribeOptions,
): AsyncGenerator<Delivery> {
  const matches = (stream: string): boolean =>
    prefixes === undefined || prefixes.some((prefix) => stream.startsWith(prefix));
  const place: Place = { position: after, record: after };
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const from = place.record;
    try {
      for await (const delivery of follow({ ...call, matches, signal }, place)) {
        attempt = 0;
        yield delivery;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (isFinal(error)) throw unavailable(error);
      if (moved(place, from)) attempt = 0;
      log?.warn(
        { error: unavailable(error).message, position: place.position, attempt },
        'subscription lost, resuming',
      );
    }
    await pause(pauseBefore(attempt), signal);
  }
};
