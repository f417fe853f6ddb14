/** The schema of the log in SQLite: one row per event, with the position as its primary key. */
import { createData, holdsData, immediately, waitUntilFree, type Connection } from '../connection/database.ts';

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
