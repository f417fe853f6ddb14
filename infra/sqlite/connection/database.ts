/** One SQLite file, opened so that several processes may write it and none blocks its event loop waiting for another. */
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'libsql';
import type { RetryContext } from 'p-retry';
import { backoff } from '../../../commands/backoff.ts';
import { DATA_FORMAT, refusedFormat } from '../../../commands/data-format.ts';
import type { Log } from '../../../commands/ports.ts';
import { retried } from '../../../commands/retried.ts';
import { inTurn } from '../../../commands/turns.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { codeOf } from '../../error-code.ts';
import { makeForOwner } from '../../private-files.ts';
import { identityOf, replaced } from '../../replaced.ts';
import { Damaged } from './damaged.ts';

/** Stands for a file: a database in memory, which ends with its connection. */
export const IN_MEMORY = ':memory:';

export type Connection = Database.Database;

/** What each store is opened with. */
export type DatabaseFile = {
  /** Created if missing; its folder must exist. Any number of processes and threads of one machine may open it. */
  readonly file: string;
  readonly log?: Log;
};

export type DatabaseOptions = {
  readonly file: string;
  /** `FULL` makes a commit durable before it answers; `NORMAL` keeps the file whole but may lose the last commits in a power cut. */
  readonly synchronous: 'FULL' | 'NORMAL';
  /** The store that errors name as unavailable: `event store`, `read models`, `state`. */
  readonly what: string;
};

/** How long a call waits for other writers. */
const PATIENCE_MS = 15_000;
const PAUSES = backoff(1, 20);

export const isBusy = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));
export const isDamaged = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));
export const isAway = (error: unknown): boolean =>
  /^SQLITE_(IOERR|FULL|CANTOPEN|READONLY|PROTOCOL)/.test(codeOf(error));

/** The index of a write-ahead log is a file too. */
const isFull = (error: unknown): boolean => /^SQLITE_(FULL|IOERR_SHMSIZE)/.test(codeOf(error));

type Named = Pick<DatabaseOptions, 'file' | 'what'>;

/** The store and file of each connection, for error messages, and the file's identity when it was opened. */
const files = new WeakMap<Connection, Named & { readonly identity: string | null }>();
const UNNAMED: Named = { file: 'the file', what: 'database' };

const untilNotBusy = <T>({ file, what }: Named, work: () => T): Promise<T> => {
  const options = () => ({
    ...PAUSES,
    maxRetryTime: PATIENCE_MS,
    shouldRetry: ({ error }: RetryContext) => isBusy(error),
  });
  // Calls complete synchronously, so without this yield consecutive ones would starve timers and sockets.
  return retried(() => inTurn(work), options).catch((error: unknown) => {
    if (isDamaged(error)) throw new Damaged(what, file, codeOf(error), { cause: error });
    if (isFull(error)) throw new Unavailable(what, `the disk of ${file} is full`, { cause: error });
    if (isAway(error)) throw new Unavailable(what, `${codeOf(error)} of ${file}`, { cause: error });
    throw isBusy(error) ? new Unavailable(what, 'busy with other writers', { cause: error }) : error;
  });
};

/**
 * Runs synchronous work, and retries after a pause with jitter while another writer holds the lock. SQLite's own busy
 * timeout would block this thread, and one of several writers would starve.
 * Throws `Unavailable` on timeout or a disk error, `Damaged` for a corrupt file; both name the file.
 */
export const waitUntilFree = <T>(db: Connection, work: () => T): Promise<T> =>
  untilNotBusy(files.get(db) ?? UNNAMED, work);

/** Throws if what was just committed is lost because a restore has put another file in its place. */
const mustBeInPlace = (db: Connection): void => {
  const named = files.get(db);
  if (named !== undefined && identityOf(named.file) !== named.identity)
    throw new Unavailable(named.what, replaced(named.file));
};

/** Runs synchronous work in one write transaction: atomically, and in the file that is at its path when it is done. */
export const immediately = <T>(
  db: Connection,
  work: () => T,
  synchronous?: DatabaseOptions['synchronous'],
): Promise<T> =>
  waitUntilFree(db, () => {
    if (synchronous !== undefined) db.exec(`PRAGMA synchronous = ${synchronous}`);
    db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      db.exec('COMMIT');
      mustBeInPlace(db);
      return result;
    } catch (error) {
      if (db.inTransaction) db.exec('ROLLBACK');
      throw error;
    }
  });

/** Readers hold the write-ahead log for the duration of a read. */
const EMPTYING_MS = 10_000;
const EMPTYING_PAUSE_MS = 20;

/** Truncates the write-ahead log, and the deleted data in it; false if others used it too long. Not in a transaction. */
export const emptyLog = async (db: Connection): Promise<boolean> => {
  const checkpoint = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').raw();
  const deadline = performance.now() + EMPTYING_MS;
  for (;;) {
    const [[busy] = [1]] = await waitUntilFree(db, () => checkpoint.all() as [number, number, number][]);
    if (busy === 0) return true;
    if (performance.now() > deadline) return false;
    await pause(EMPTYING_PAUSE_MS);
  }
};

const CREATED = /\bIF NOT EXISTS (\w+)/gu;

/** Whether the schema is complete: such a file can be opened without waiting for its writers. */
export const holdsAll = (db: Connection, schema: string): boolean => {
  const names = [...schema.matchAll(CREATED)].map(([, name]) => name);
  const found = db.prepare('SELECT 1 FROM sqlite_master WHERE name IN (SELECT value FROM json_each(?))').raw();
  return found.all(JSON.stringify(names)).length === names.length;
};

const count = (db: Connection, query: string): number => Number((db.prepare(query).raw().all() as [number][])[0]?.[0]);

/** Whether the file has this release's format; false for an empty one. Throws `Refused` for any other. */
const hasFormat = (db: Connection): boolean => {
  const format = count(db, 'PRAGMA user_version');
  if (format === DATA_FORMAT) return true;
  if (format === 0 && count(db, 'SELECT count(*) FROM sqlite_master') === 0) return false;
  throw refusedFormat(files.get(db)?.file ?? 'the file', format === 0 ? null : format);
};

/** Whether a data file is complete: it can be opened without waiting for its writers. Throws as `createData` does. */
export const holdsData = (db: Connection, schema: string): boolean => hasFormat(db) && holdsAll(db, schema);

/** Creates what is missing, within a write transaction. Throws `Refused` for a file of another format. */
export const createData = (db: Connection, schema: string): void => {
  if (!hasFormat(db)) db.exec(`PRAGMA user_version = ${DATA_FORMAT}`);
  db.exec(schema);
};

const opened = (file: string, what: string): Connection => {
  try {
    // SQLite gives the files that it keeps beside this one to the same owner.
    if (file !== IN_MEMORY) makeForOwner(file);
    return new Database(file, { timeout: 0 });
  } catch (error) {
    // The library reports no details.
    throw new Unavailable(what, `${file} cannot be opened or created`, { cause: error });
  }
};

/** Opens an existing file for one piece of work; other processes may have it open. */
export const inFile = <T>(file: string, work: (db: Connection) => T, options: Database.Options = {}): T => {
  const db = new Database(file, options);
  try {
    return work(db);
  } finally {
    db.close();
  }
};

/** Opens the file, creating it if missing; its folder must exist. */
export const openDatabase = ({ file, synchronous, what }: DatabaseOptions): Promise<Connection> =>
  untilNotBusy({ file, what }, () => {
    const db = opened(file, what);
    try {
      // `secure_delete` overwrites deleted data: an erased name must not be readable in the file.
      db.exec(
        `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA busy_timeout = 0; PRAGMA secure_delete = ON;`,
      );
      files.set(db, { file, what, identity: identityOf(file) });
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
