/**
 * The clock by which the records of a file expire, shared by all processes of the machine. It advances with the machine's
 * uptime, so that jumps of the system clock in either direction, or its correction, do not affect leases.
 */
import { readFileSync } from 'node:fs';
import type { Connection } from '../connection/database.ts';

export const CLOCK = `
  CREATE TABLE IF NOT EXISTS clock (only INTEGER PRIMARY KEY CHECK (only = 1), boot TEXT NOT NULL, ahead REAL NOT NULL,
    last INTEGER NOT NULL) WITHOUT ROWID;
`;

/** How often the time is saved, so that the clock does not go back after a reboot. */
const KEPT_EVERY_MS = 1_000;
const NANOSECONDS = 1e6;

/** Identifies the boot of the machine. If the id is unavailable, the uptime, which starts at zero, serves to detect a reboot. */
const bootOf = (): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return 'unknown';
  }
};

/** Milliseconds since the machine booted, the same for all processes. */
const uptime = (): number => Number(process.hrtime.bigint()) / NANOSECONDS;

type Row = readonly [boot: string, ahead: number, last: number];

/** The clock's offset from the uptime. After a reboot it is set from the system clock, but the clock never goes back. */
const aheadBy = (row: Row | undefined, boot: string): number => {
  const [known, ahead, last] = row ?? ['', 0, 0];
  if (known === boot && uptime() + ahead >= last - KEPT_EVERY_MS) return ahead;
  return Math.max(Date.now(), last) - uptime();
};

const rowOf = (db: Connection): Row | undefined =>
  (db.prepare('SELECT boot, ahead, last FROM clock').raw().all() as unknown as Row[])[0];

/** The current time by the clock of a file, which need not be open. Epoch ms. */
export const timeIn = (db: Connection): number => {
  const [there] = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'clock'").raw().all();
  return Math.floor(uptime() + aheadBy(there === undefined ? undefined : rowOf(db), bootOf()));
};

const clockFrom = (db: Connection, ahead: number) => {
  /** Epoch ms; never goes back. */
  const now = (): number => Math.floor(uptime() + ahead);
  const keeping = db.prepare('UPDATE clock SET last = max(last, ?)');
  let next = now() + KEPT_EVERY_MS;
  return {
    now,
    /** Must be called within write transactions; usually does nothing. */
    keep: (at: number): void => {
      if (at < next) return;
      keeping.run(at);
      next = at + KEPT_EVERY_MS;
    },
  };
};

export type FileClock = ReturnType<typeof clockFrom>;

/** The clock stored in the file; null until it is started after a boot of the machine. */
export const runningClock = (db: Connection): FileClock | null => {
  const row = rowOf(db);
  if (row?.[0] !== bootOf()) return null;
  const [boot, ahead] = row;
  return aheadBy(row, boot) === ahead ? clockFrom(db, ahead) : null;
};

/** Call within a write transaction: the first process to open the file after a boot sets the clock. */
export const startClock = (db: Connection): FileClock => {
  const running = runningClock(db);
  if (running !== null) return running;
  const boot = bootOf();
  const ahead = aheadBy(rowOf(db), boot);
  const clock = clockFrom(db, ahead);
  const put = db.prepare('INSERT OR REPLACE INTO clock (only, boot, ahead, last) VALUES (1, ?, ?, ?)');
  put.run(boot, ahead, clock.now());
  return clock;
};
