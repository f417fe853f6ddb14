/** The last backup of the embedded stores, as the command that took it recorded it: in the state store, which outlives the command. */
import type { StateStore } from './ports.ts';

export type LastBackup = {
  /** When it was taken, epoch ms. */
  readonly at: number;
  readonly bytes: number;
  readonly events: number;
};

const KEY = 'backup/last';

/** Throws `Unavailable`. */
export const recordBackup = async (state: Pick<StateStore, 'put'>, backup: LastBackup): Promise<void> =>
  void (await state.put(KEY, backup));

/** Null if none was taken, or the stores are on servers, which have their own. Throws `Unavailable`. */
export const lastBackup = async (state: Pick<StateStore, 'get'>): Promise<LastBackup | null> =>
  ((await state.get(KEY))?.value ?? null) as LastBackup | null;
