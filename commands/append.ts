/** Appending what was decided, surely and in parts that the event store takes. */
import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '../domain/errors.ts';
import { jsonBytes, MAX_RECORD_BYTES } from '../domain/size.ts';
import type { Appended, EventStore, ExpectedRevision, NewEvent } from './ports.ts';

/** After `Unavailable` the outcome is unknown; the ids make sending it again harmless. */
const TRIES = 4;
const PAUSE_MS = 50;
/** What id, type and metadata add to the data of an event, generously. */
const ENVELOPE_BYTES = 1024;

const appendSurely = async (
  events: EventStore,
  stream: string,
  batch: readonly NewEvent[],
  expected: ExpectedRevision,
): Promise<Appended> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await events.append(stream, batch, expected);
    } catch (error) {
      if (!(error instanceof Unavailable) || attempt === TRIES) throw error;
    }
    await pause((0.5 + Math.random()) * PAUSE_MS * 2 ** attempt);
  }
};

const parts = (batch: readonly NewEvent[]): readonly (readonly NewEvent[])[] => {
  const all: NewEvent[][] = [];
  let size = Infinity;
  for (const event of batch) {
    const bytes = jsonBytes(event.data) + ENVELOPE_BYTES;
    if (size + bytes > MAX_RECORD_BYTES) {
      all.push([]);
      size = 0;
    }
    all.at(-1)?.push(event);
    size += bytes;
  }
  return all;
};

/**
 * Appends at a revision, in one atomic append if it is at most 900 KiB. A larger decision, which only a provider's very
 * large record makes, goes in several: what a crash leaves out of it, the next refresh decides again.
 */
export const appendInParts = async (
  events: EventStore,
  stream: string,
  batch: readonly NewEvent[],
  expected: ExpectedRevision,
): Promise<Appended> => {
  const [first = [], ...rest] = parts(batch);
  let appended = await appendSurely(events, stream, first, expected);
  for (const part of rest) appended = await appendSurely(events, stream, part, appended.revision);
  return appended;
};
