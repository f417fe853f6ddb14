/** The schema of the log in SQLite: one row per event, with the position as its primary key, and how a row becomes an event. */
import type { Metadata, Recorded } from '../../../domain/event.ts';
import { Damaged } from '../connection/damaged.ts';
import { type Connection, createData, holdsData, immediately, waitUntilFree } from '../connection/database.ts';

/**
 * AUTOINCREMENT never reuses a position, even after the last event was deleted; a rolled-back transaction releases its
 * positions, so there are no gaps to wait for. A deleted stream that begins again continues its revisions, or an append or ETag
 * from before the deletion would match a later event.
 */
export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    schema_version INTEGER NOT NULL,
    metadata TEXT NOT NULL,
    data TEXT NOT NULL
  );
  CREATE UNIQUE INDEX IF NOT EXISTS events_by_stream ON events (stream, revision);
  CREATE UNIQUE INDEX IF NOT EXISTS events_by_id ON events (id);
  CREATE TABLE IF NOT EXISTS deleted_streams (stream TEXT PRIMARY KEY, revision INTEGER NOT NULL) WITHOUT ROWID;
`;

export const prepareLog = async (db: Connection): Promise<void> => {
  if (await waitUntilFree(db, () => holdsData(db, SCHEMA))) return;
  await immediately(db, () => createData(db, SCHEMA));
};

/** The columns of an event, in the order expected by `eventOf`. */
export const COLUMNS = 'position, stream, revision, id, type, schema_version, metadata, data';
/** The same without the event's data. */
export const HEADERS = "position, stream, revision, id, type, schema_version, metadata, 'null'";

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
