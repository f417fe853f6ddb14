/** Reads the log to its end: forwards through the server's filter, backwards without, since the server has none there. */
import type { ReadAllOptions } from '../../domain/event-log.ts';
import { BEGINNING, type Position, type Recorded } from '../../domain/event.ts';
import { follow, type Place } from './follow.ts';
import type { LogReader } from './log-reader.ts';
import { resumed } from './resume.ts';
import { within, type Deadline } from './time.ts';

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
