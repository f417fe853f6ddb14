/** The records of the state store in their table. */
import type { Log, StateRecord } from '../../../commands/ports.ts';
import type { Json } from '../../../domain/json.ts';
import type { Connection } from '../connection/database.ts';

export const RECORDS = `
  CREATE TABLE IF NOT EXISTS records (key TEXT PRIMARY KEY, value TEXT NOT NULL, version INTEGER NOT NULL,
    expires_at INTEGER) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS records_expiring ON records (expires_at) WHERE expires_at IS NOT NULL;
`;

/** Greater than any character that may follow a prefix in a key. */
const LAST_CHARACTER = '\u{10ffff}';
const NO_LIMIT = -1;

type Columns = readonly [key: string, value: string, version: number, expiresAt: number | null];

const recordOf = ([key, value, version, expiresAt]: Columns): StateRecord => ({
  key,
  value: JSON.parse(value) as Json,
  version,
  expiresAt,
});

export const recordsIn = (db: Connection) => {
  const unexpired = '(expires_at IS NULL OR expires_at > ?)';
  const columns = 'key, value, version, expires_at';
  const select = (where: string) => db.prepare(`SELECT ${columns} FROM records WHERE ${where}`).raw();
  const one = select(`key = ? AND ${unexpired}`);
  const many = select(`key >= ? AND key < ? AND key > ? AND ${unexpired} ORDER BY key LIMIT ?`);
  const upsert = db.prepare(
    `INSERT INTO records (${columns}) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE
     SET value = excluded.value, version = excluded.version, expires_at = excluded.expires_at`,
  );
  const deletion = db.prepare('DELETE FROM records WHERE key = ?');
  return {
    /** Null if there is none or it has expired by `now`. */
    get: (key: string, now: number): StateRecord | null => (one.all(key, now) as Columns[]).map(recordOf)[0] ?? null,
    set: <R extends StateRecord>(record: R): R => {
      upsert.run(record.key, JSON.stringify(record.value), record.version, record.expiresAt);
      return record;
    },
    delete: (key: string): void => void deletion.run(key),
    list: (prefix: string, after = '', limit = NO_LIMIT, now: number): readonly StateRecord[] =>
      (many.all(prefix, prefix + LAST_CHARACTER, after, now, limit) as Columns[]).map(recordOf),
  };
};

const INTERVAL_MS = 1_000;
const MOST_AT_ONCE = 200;

/** Removes expired records, a few at a time along with writes, which needs no timer and no long lock. Must be called within write transactions; usually does nothing. */
export const sweeperOf = (db: Connection, log: Log | undefined): ((now: number) => void) => {
  const removal = db.prepare(
    `DELETE FROM records WHERE key IN (SELECT key FROM records WHERE expires_at <= ? ORDER BY expires_at LIMIT ${MOST_AT_ONCE})`,
  );
  let next = 0;
  return (now) => {
    if (now < next) return;
    const { changes } = removal.run(now);
    // A full sweep means there may be more: continue with the next write.
    next = changes < MOST_AT_ONCE ? now + INTERVAL_MS : now;
    if (changes > 0) log?.debug({ removed: changes }, 'expired state removed');
  };
};
