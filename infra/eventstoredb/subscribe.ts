/** A subscription that outlives its connections. */
import type { RetryContext } from 'p-retry';
import type { Delivery, Log, SubscribeOptions } from '../../commands/ports.ts';
import { BEGINNING } from '../../domain/event.ts';
import { follow, type Place } from './follow.ts';
import type { LogReader } from './log-reader.ts';
import { resumed } from './resume.ts';

export const subscribe = async function* (
  reader: LogReader,
  log: Log | undefined,
  { after = BEGINNING, prefixes, signal }: SubscribeOptions,
): AsyncGenerator<Delivery> {
  if (signal.aborted) return;
  const matches = (stream: string): boolean =>
    prefixes === undefined || prefixes.some((prefix) => stream.startsWith(prefix));
  const place: Place = { position: after, isRecord: false };
  const open = async function* () {
    yield* follow(reader, place, signal);
    throw new Error('the server ended the subscription');
  };
  const onFailedAttempt = ({ error: { message }, attemptNumber: attempt }: RetryContext): void => {
    if (signal.aborted) return;
    log?.warn({ error: message, position: place.position, attempt }, 'subscription lost, resuming');
  };
  try {
    for await (const step of resumed({ ...reader, timeoutMs: Infinity }, open, { signal, onFailedAttempt }))
      if (step.kind === 'caughtUp' || (step.kind === 'event' && matches(step.event.stream))) yield step;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};
