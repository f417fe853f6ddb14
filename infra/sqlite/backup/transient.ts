/** State that a restored copy must not revive. */
import { existsSync } from 'node:fs';
import type { StateStore } from '../../../commands/ports.ts';
import { holdsAll, inFile, isDamaged } from '../connection/database.ts';
import { timeIn } from '../state/clock.ts';
import { RECORDS } from '../state/records.ts';

/**
 * Sessions and links that have since ended or been used would work again; leases and rates belong to processes that no
 * longer run; remembered provider requests may name people erased since, and are simply repeated.
 */
const TRANSIENT = [...['session/', 'sign-in-link/', 'sign-in/', 'lease/', 'rate/'], ...['asked/', 'harvest/']] as const;

export const isTransient = (key: string): boolean => TRANSIENT.some((kind) => key.startsWith(kind));

export const dropTransient = (file: string): void =>
  inFile(file, (db) => {
    const removal = db.prepare('DELETE FROM records WHERE substr(key, 1, ?) = ?');
    for (const kind of TRANSIENT) removal.run(kind.length, kind);
  });

const HELD = `SELECT key FROM records
  WHERE key >= 'lease/' AND key < 'lease0' AND expires_at > ? ORDER BY key`;

/** Leases whose processes use these files. None for a file that is damaged, missing or was never written. */
export const heldByProcesses = (file: string): readonly string[] => {
  if (!existsSync(file)) return [];
  try {
    return inFile(file, (db) => {
      if (!holdsAll(db, RECORDS)) return [];
      return (db.prepare(HELD).raw().all(timeIn(db)) as [string][]).map(([key]) => key);
    });
  } catch (error) {
    if (isDamaged(error)) return [];
    throw error;
  }
};

/** The same for state on a server. */
export const heldOnServer = async (state: Pick<StateStore, 'list'>): Promise<readonly string[]> =>
  (await state.list('lease/')).map(({ key }) => key);
