/** Reads a stream forwards or backwards, and the log to its end, resuming after a lost connection. */
import { END, type ReadRevision, START } from '@eventstore/db-client';
import type { ReadAllOptions, ReadStreamOptions } from '../../domain/event-log.ts';
import { BEGINNING, type Position, type Recorded } from '../../domain/event.ts';
import { type Server, streamEvents } from './call.ts';
import { type ClientEvent, decode } from './envelope.ts';
import { follow, type Place } from './follow.ts';
import type { LogReader } from './log-reader.ts';
import { resumed } from './resume.ts';
import { type Deadline, within } from './time.ts';

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

/** Each step must finish within the time-out, the first one before the deadline. */
const untilCaughtUp = async function* (reader: LogReader, after: Place, deadline: Deadline): AsyncGenerator<Recorded> {
  const leaving = new AbortController();
  const steps = follow(reader, after, leaving.signal);
  let patience = deadline.left;
  try {
    for (;;) {
      const { done, value } = await within(patience, steps.next());
      if (done === true) throw new Error('the server ended the read');
      if (value.kind === 'caughtUp') return;
      if (value.kind === 'event') yield value.event;
      patience = reader.timeoutMs;
    }
  } finally {
    leaving.abort();
    // The signal ends a running step; it is not awaited.
    steps.return(undefined).catch(() => undefined);
  }
};

const forwards = (reader: LogReader, from: Position | undefined): AsyncGenerator<Recorded> =>
  resumed(reader, (last: Recorded | undefined, deadline) => {
    const position = last?.position ?? from ?? BEGINNING;
    return untilCaughtUp(reader, { position, isRecord: last !== undefined }, deadline);
  });

const backwards = async function* (reader: LogReader, from: Position | undefined): AsyncGenerator<Recorded> {
  await reader.refreshErasures();
  if (from !== undefined && from <= BEGINNING) return;
  const isRecord = from !== undefined && from <= (await reader.ends()).last && (await reader.begins(from));
  for await (const { position, event } of reader.backwards(isRecord ? from : undefined, 1))
    if (event !== null && position < (from ?? Infinity)) yield event;
};

/** Reads the log forwards through the server's filter, and backwards without, since the server has none there. */
export const readAll = async function* (
  reader: LogReader,
  { from, direction = 'forwards', limit = Infinity }: ReadAllOptions,
): AsyncGenerator<Recorded> {
  const events = direction === 'forwards' ? forwards(reader, from) : backwards(reader, from);
  let left = limit;
  for await (const event of events) {
    yield event;
    left -= 1;
    if (left <= 0) return;
  }
};
