/** State in one SQLite file: sessions, leases, counters, for an installation that needs no database server. */
import type { StateStore } from '../../../commands/ports.ts';
import {
  createData,
  holdsData,
  immediately,
  openDatabase,
  waitUntilFree,
  type Connection,
  type DatabaseFile,
} from '../connection/database.ts';
import { firstVersion } from '../../system.ts';
import { CLOCK, runningClock, startClock, type FileClock } from './clock.ts';
import { RECORDS, recordsIn, sweeperOf } from './records.ts';

const WHAT = 'state';

/** Users and jobs, to which events refer, and ends of sessions. The rest is renewed or counted: it may lose writes. */
const DURABLE = ['user', 'session/', 'sign-in', 'publication-batch', 'person-merge', 'undo', 'projecting/'];

const synchronousFor = (key: string): 'FULL' | 'NORMAL' =>
  DURABLE.some((kind) => key.startsWith(kind)) ? 'FULL' : 'NORMAL';

/** If the tables exist and the clock is running, opening does not wait for writers. */
const openedClock = async (db: Connection): Promise<FileClock> => {
  const running = await waitUntilFree(db, () => (holdsData(db, RECORDS + CLOCK) ? runningClock(db) : null));
  if (running !== null) return running;
  return immediately(db, () => {
    createData(db, RECORDS + CLOCK);
    return startClock(db);
  });
};

/** Every write is one short transaction. Uses the file's clock, see `clock.ts`. */
export const openSqliteState = async ({ file, log }: DatabaseFile): Promise<StateStore> => {
  const db = await openDatabase({ file, synchronous: 'NORMAL', what: WHAT });
  const clock = await openedClock(db);
  const records = recordsIn(db);
  const sweep = sweeperOf(db, log);

  /** The time is read under the write lock, so no writer uses an older time than the writer before it. */
  const writing = <T>(key: string, work: (now: number) => T): Promise<T> =>
    immediately(
      db,
      () => {
        const now = clock.now();
        const result = work(now);
        sweep(now);
        clock.keep(now);
        return result;
      },
      synchronousFor(key),
    );

  const put: StateStore['put'] = (key, value, { ifVersion, ttlMs } = {}) =>
    writing(key, (now) => {
      const present = records.get(key, now);
      if (ifVersion !== undefined && ifVersion !== (present?.version ?? 'absent')) return null;
      const expiresAt = ttlMs === undefined ? null : now + ttlMs;
      return records.set({ key, value, version: present === null ? firstVersion() : present.version + 1, expiresAt });
    });

  const increment: StateStore['increment'] = (key, by, ttlMs) =>
    writing(key, (now) => {
      const present = records.get(key, now) ?? { value: 0, version: firstVersion(), expiresAt: now + ttlMs };
      const { value, version, expiresAt } = present;
      if (typeof value !== 'number') throw new TypeError(`${key} is not a counter`);
      return records.set({ key, value: value + by, version: version + 1, expiresAt });
    });

  const remove: StateStore['remove'] = (key, ifVersion) =>
    writing(key, (now) => {
      const present = records.get(key, now);
      if (present === null || (ifVersion ?? present.version) !== present.version) return false;
      records.delete(key);
      return true;
    });

  return {
    get: (key) => waitUntilFree(db, () => records.get(key, clock.now())),
    put,
    remove,
    increment,
    list: (prefix, { after, limit } = {}) => waitUntilFree(db, () => records.list(prefix, after, limit, clock.now())),
    now: () => Promise.resolve(clock.now()),
    close: () => {
      if (db.open) db.close();
      return Promise.resolve();
    },
  };
};
