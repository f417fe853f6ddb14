/** A subscription that outlives its connections. */
import type { Delivery, Log, SubscribeOptions } from '../../commands/ports.ts';
import { BEGINNING } from '../../domain/event.ts';
import { isFinal, unavailable } from './failures.ts';
import { follow, type Place } from './follow.ts';
import type { LogReader } from './log-reader.ts';
import { pause, pauseBefore } from './time.ts';

export const subscribe = async function* (
  reader: LogReader,
  log: Log | undefined,
  { after = BEGINNING, prefixes, signal }: SubscribeOptions,
): AsyncGenerator<Delivery> {
  const matches = (stream: string): boolean =>
    prefixes === undefined || prefixes.some((prefix) => stream.startsWith(prefix));
  const place: Place = { position: after, isRecord: false };
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const from = place.position;
    try {
      for await (const step of follow(reader, place, signal)) {
        attempt = 0;
        if (step.kind === 'caughtUp' || (step.kind === 'event' && matches(step.event.stream))) yield step;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (isFinal(error)) throw unavailable(error);
      // After a period of progress, a lost connection counts as a new failure.
      if (place.position > from) attempt = 0;
      log?.warn(
        { error: unavailable(error).message, position: place.position, attempt },
        'subscription lost, resuming',
      );
    }
    await pause(pauseBefore(attempt), signal);
  }
};
