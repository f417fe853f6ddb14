/** The schema of the log in SQLite: one row per event, with the position as its primary key. */
import { holdsAll, immediately, waitUntilFree, type Connection } from '../connection/database.ts';

/**
 * AUTOINCREMENT never gives a position twice, also when the last event has been deleted; a transaction that is rolled
 * back gives its positions back, so there are no gaps to wait for.
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
`;

/** Creates missing tables. */
export const prepareLog = async (db: Connection): Promise<void> => {
  if (await waitUntilFree(db, () => holdsAll(db, SCHEMA))) return;
  await immediately(db, () => db.exec(SCHEMA));
};

/** The columns of an event, in the order in which `eventOf` takes them. */
export const COLUMNS = 'position, stream, revision, id, type, schema_version, metadata, data';
/** The same without the event's data. */
export const HEADERS = "position, stream, revision, id, type, schema_version, metadata, 'null'";
