/** Reads a stream forwards or backwards, resuming after a lost connection. */
import { END, START, type ReadRevision } from '@eventstore/db-client';
import type { ReadStreamOptions } from '../../domain/event-log.ts';
import type { Recorded } from '../../domain/event.ts';
import { streamEvents, type Server } from './call.ts';
import { decode, type ClientEvent } from './envelope.ts';
import { resumed } from './resume.ts';
import type { Deadline } from './time.ts';

export const readStream = async function* (
  server: Server,
  stream: string,
  { from, direction = 'forwards', limit = Infinity }: ReadStreamOptions,
): AsyncGenerator<Recorded> {
  const step = direction === 'forwards' ? 1n : -1n;
  const edge = direction === 'forwards' ? START : END;
  let left = limit;
  const first: ReadRevision = from === undefined ? edge : BigInt(from);
  const open = async function* (last: ClientEvent | undefined, deadline: Deadline) {
    const fromRevision = last === undefined ? first : last.revision + step;
    if (typeof fromRevision === 'bigint' && fromRevision < 0n) return;
    const maxCount = left === Infinity ? Number.MAX_SAFE_INTEGER : left;
    const options = { fromRevision, maxCount, direction };
    yield* streamEvents(server, stream, options, deadline);
  };
  for await (const event of resumed(server, open)) {
    const recorded = decode(event);
    if (recorded === null) continue;
    left -= 1;
    yield recorded;
    if (left <= 0) return;
  }
};
