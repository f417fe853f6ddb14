/** The log's own file accessed by the bare engine: prepared statements, JSON, and nothing else. */
import Database from 'libsql';
import type { NewEvent } from '../../../commands/ports.ts';
import { SCHEMA } from '../../../infra/sqlite/events/schema.ts';

export type RawLog = {
  /** All in one durable transaction, each at the start of its stream. */
  append(all: readonly { readonly stream: string; readonly event: NewEvent }[]): void;
  /** Names of some streams, spread over the log, with at least this many events. */
  streamsOf(events: number): readonly string[];
  stream(name: string, limit: number): number;
  /** Reads and parses everything after the position. */
  all(after: number): number;
  close(): void;
};

const SOME = 500;

export const openRawLog = (file: string): RawLog => {
  const db = new Database(file);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${SCHEMA}`);
  const insert = db.prepare(
    'INSERT INTO events (stream, revision, id, type, schema_version, metadata, data) VALUES (?, 0, ?, ?, 1, ?, ?)',
  );
  const columns = 'position, stream, revision, id, type, schema_version, metadata, data';
  const stream = db
    .prepare(`SELECT ${columns} FROM events WHERE stream = ? AND revision >= 0 ORDER BY revision LIMIT ?`)
    .raw();
  const all = db.prepare(`SELECT ${columns} FROM events WHERE position > ? ORDER BY position`).raw();
  const parsed = (rows: Iterable<unknown>): number => {
    let events = 0;
    for (const row of rows) {
      const cells = row as readonly unknown[];
      JSON.parse(String(cells[6]));
      JSON.parse(String(cells[7]));
      events += 1;
    }
    return events;
  };
  return {
    append: (appends) => {
      db.exec('BEGIN IMMEDIATE');
      for (const { stream: name, event } of appends)
        insert.run(name, event.id, event.type, JSON.stringify(event.metadata), JSON.stringify(event.data));
      db.exec('COMMIT');
    },
    streamsOf: (events) =>
      (
        db
          .prepare('SELECT stream FROM events WHERE revision = ? ORDER BY random() LIMIT ?')
          .raw()
          .all(events - 1, SOME) as unknown as readonly [string][]
      ).map(([name]) => name),
    stream: (name, limit) => parsed(stream.all(name, limit)),
    all: (after) => parsed(all.iterate(after)),
    close: () => db.close(),
  };
};
