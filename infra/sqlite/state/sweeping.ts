/** Removes what has expired, a little at a time and along with writes, so that it costs no timer and no long lock. */
import type { Log } from '../../../commands/ports.ts';
import type { Connection } from '../connection/database.ts';

const INTERVAL_MS = 1_000;
const MOST_AT_ONCE = 200;

/** To be called within write transactions; does nothing most times. */
export const sweeperOf = (db: Connection, log: Log | undefined): ((now: number) => void) => {
  const removal = db.prepare(
    `DELETE FROM records WHERE key IN (SELECT key FROM records WHERE expires_at <= ? ORDER BY expires_at LIMIT ${MOST_AT_ONCE})`,
  );
  let next = 0;
  return (now) => {
    if (now < next) return;
    const { changes } = removal.run(now);
    // A full sweep means that there may be more: go on with the next write.
    next = changes < MOST_AT_ONCE ? now + INTERVAL_MS : now;
    if (changes > 0) log?.debug({ removed: changes }, 'expired state removed');
  };
};
