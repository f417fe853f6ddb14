/** State that a restored copy must not revive. */
import { existsSync } from 'node:fs';
import { listsKey, workedThroughKey } from '../../../commands/last-checks.ts';
import { photosKey } from '../../../commands/photos.ts';
import type { StateStore } from '../../../commands/ports.ts';
import { holdsAll, inFile, isDamaged } from '../connection/database.ts';
import { timeIn } from '../state/clock.ts';
import { RECORDS } from '../state/records.ts';

/**
 * Sessions and links that have since ended or been used would work again; leases, rates and the progress of a harvest belong to
 * processes that no longer run.
 */
const TRANSIENT = ['session/', 'sign-in-link/', 'sign-in/', 'lease/', 'rate/', 'harvest/'] as const;

export const isTransient = (key: string): boolean => TRANSIENT.some((kind) => key.startsWith(kind));

export const dropTransient = (file: string): void =>
  inFile(file, (db) => {
    const removal = db.prepare('DELETE FROM records WHERE substr(key, 1, ?) = ?');
    for (const kind of TRANSIENT) removal.run(kind.length, kind);
  });

/** Removes what providers have answered about people who are erased, and their photos. */
export const dropErased = (
  file: string,
  erased: readonly { readonly workspace: string; readonly orcid: string }[],
): void =>
  inFile(file, (db) => {
    db.exec('PRAGMA secure_delete = ON');
    const removal = db.prepare('DELETE FROM records WHERE key IN (?, ?)');
    const photos = db.prepare('DELETE FROM records WHERE substr(key, 1, ?) = ?');
    for (const { workspace, orcid } of erased) {
      removal.run(listsKey(orcid), workedThroughKey(workspace, orcid));
      const start = photosKey(workspace, orcid);
      photos.run(start.length, start);
    }
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
