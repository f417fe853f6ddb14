/** Cuts a file's write-ahead log off, so that what was deleted is not left in it. */
import { setTimeout as pause } from 'node:timers/promises';
import { waitUntilFree, type Connection } from './database.ts';

/** Readers keep the log for as long as one of their reads takes. */
const PATIENCE_MS = 10_000;
const PAUSE_MS = 20;

/** True when the log is empty; false if others kept it in use for too long. Not to be called within a transaction. */
export const emptyLog = async (db: Connection, what: string): Promise<boolean> => {
  const checkpoint = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').raw();
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const [busy] = (await waitUntilFree(db, what, () => checkpoint.all() as [number, number, number][]))[0] ?? [1];
    if (busy === 0) return true;
    if (performance.now() > deadline) return false;
    await pause(PAUSE_MS);
  }
};
