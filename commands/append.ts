/** Appends atomically, and resends while the outcome is unknown. */
import type { RetryContext } from 'p-retry';
import { Refused, Unavailable } from '../domain/errors.ts';
import type { DomainEvent, Position } from '../domain/event.ts';
import { APPEND, jsonBytes } from '../domain/limits.ts';
import { schemaVersionOf } from '../domain/upcast.ts';
import { metadataOf, type Caller } from './caller.ts';
import { eventIdOf } from './event-id.ts';
import type { Appended, Clock, EventStore, ExpectedRevision, NewEvent } from './ports.ts';
import { retried } from './retried.ts';

/** After `Unavailable` the outcome is unknown; the ids make resending harmless. */
const RESENDING = {
  ...{ retries: 3, minTimeout: 75, randomize: true },
  shouldRetry: ({ error }: RetryContext) => error instanceof Unavailable,
};

/** All of the events or none, whatever their size: for events that a log already has. Throws what the store throws. */
export const appendWithRetry = (
  events: EventStore,
  stream: string,
  batch: readonly NewEvent[],
  expected: ExpectedRevision,
): Promise<Appended> =>
  retried(
    () => events.append(stream, batch, expected),
    () => RESENDING,
  );

/** Throws `Refused('invalid', 'too_large')`, naming the limit, for new events too large for one append. */
const mustFit = (batch: readonly NewEvent[]): void => {
  const bytes = batch.reduce((sum, { data }) => sum + jsonBytes(data) + APPEND.envelopeBytes, 0);
  if (bytes <= APPEND.bytes) return;
  const message = `the change is ${bytes} bytes of JSON; at most ${APPEND.bytes} are accepted`;
  throw new Refused('invalid', 'too_large', message, { bytes, accepted: `at most ${APPEND.bytes} bytes` });
};

/** Appends all events of a decision at once; if they are too large, throws `Refused` and appends nothing. */
export const appendDecision: typeof appendWithRetry = async (events, stream, batch, expected) => {
  mustFit(batch);
  return appendWithRetry(events, stream, batch, expected);
};

/** Appends one event that no aggregate decides. Resent by the same command, it is appended once. */
export const appendEvent = async (
  { events, clock }: { readonly events: EventStore; readonly clock: Clock },
  stream: string,
  event: DomainEvent,
  caller: Caller,
): Promise<Position> => {
  const id = eventIdOf(caller.commandId, stream, event)(0);
  const metadata = metadataOf(caller, clock.now());
  const recorded = { ...event, id, schemaVersion: schemaVersionOf(event.type), metadata };
  return (await appendDecision(events, stream, [recorded], 'any')).position;
};
