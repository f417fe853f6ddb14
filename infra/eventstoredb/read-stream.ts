/** Reads a stream forwards or backwards, and goes on after a lost connection. */
import { BACKWARDS, END, FORWARDS, START, type EventStoreDBClient } from '@eventstore/db-client';
import type { ReadStreamOptions } from '../../commands/ports.ts';
import type { Recorded } from '../../domain/event.ts';
import { decode, type ClientEvent } from './envelope.ts';
import { resumed } from './resume.ts';
import { streamEvents } from './stream-events.ts';

export const readStream = async function* (
  client: EventStoreDBClient,
  stream: string,
  { from, direction = 'forwards', limit = Infinity }: ReadStreamOptions,
  timeoutMs: number,
): AsyncGenerator<Recorded> {
  const step = direction === 'forwards' ? 1n : -1n;
  const edge = direction === 'forwards' ? START : END;
  let left = limit;
  const after = (last: ClientEvent | undefined): bigint | typeof START | typeof END => {
    if (last !== undefined) return last.revision + step;
    return from === undefined ? edge : BigInt(from);
  };
  const open = async function* (last: ClientEvent | undefined, deadline: Parameters<typeof streamEvents>[3]) {
    const fromRevision = after(last);
    if (typeof fromRevision === 'bigint' && fromRevision < 0n) return;
    const maxCount = left === Infinity ? Number.MAX_SAFE_INTEGER : left;
    const options = { fromRevision, maxCount, direction: direction === 'forwards' ? FORWARDS : BACKWARDS } as const;
    yield* streamEvents(client, stream, options, deadline, timeoutMs);
  };
  for await (const event of resumed(open, timeoutMs)) {
    const recorded = decode(event);
    if (recorded === null) continue;
    left -= 1;
    yield recorded;
    if (left <= 0) return;
  }
};
