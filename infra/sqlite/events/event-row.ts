/** Decodes an event from a row of SQLite. */
import { Damaged } from '../connection/damaged.ts';
import type { Metadata, Recorded } from '../../../domain/event.ts';

export type EventRow = readonly [
  position: number,
  stream: string,
  revision: number,
  id: string,
  type: string,
  schemaVersion: number,
  metadata: string,
  data: string,
];

/** These columns only contain JSON. */
const parsed = (text: string, position: number): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Damaged('event store', 'events.db', `the event at position ${position} cannot be read`, { cause: error });
  }
};

export const eventOf = ([position, stream, revision, id, type, schemaVersion, metadata, data]: EventRow): Recorded => ({
  type,
  data: parsed(data, position),
  id,
  schemaVersion,
  metadata: parsed(metadata, position) as Metadata,
  stream,
  revision,
  position,
});
