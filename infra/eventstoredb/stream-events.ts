/** One read of a stream, as the server answers it: a stream that is not there has no events. */
import type { EventStoreDBClient, ReadStreamOptions } from '@eventstore/db-client';
import { items } from './call.ts';
import type { ClientEvent } from './envelope.ts';
import { isAbsence } from './failures.ts';
import type { Deadline } from './time.ts';

/** Each event within `timeoutMs` of being asked for, the first one before the deadline. */
export const streamEvents = async function* (
  client: EventStoreDBClient,
  stream: string,
  options: ReadStreamOptions,
  deadline: Deadline,
  timeoutMs: number,
): AsyncGenerator<ClientEvent> {
  try {
    for await (const { event } of items(() => client.readStream(stream, options), deadline, timeoutMs))
      if (event !== undefined) yield event;
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
};
