/** Moves the state that is neither in the log nor in rows: users, their identities, and the last use of keys. */
import { isDeepStrictEqual } from 'node:util';
import { everyRecord } from '../../commands/every-record.ts';
import type { StateStore } from '../../commands/ports.ts';
import { Refused } from '../../domain/errors.ts';
import type { Steps } from '../interrupted.ts';
import { isTransient } from '../sqlite/backup/transient.ts';

/** These hold positions of the old log; without them, matching and the lists of people start over and reach the same results. */
const isOfTheLog = (key: string): boolean => key.startsWith('matching/') || key.startsWith('asked/worked/');

/** Throws `Refused` if copying from the source could undo later changes. */
const refuseNewer = async (source: StateStore, target: StateStore): Promise<void> => {
  for await (const { key } of everyRecord(target, 'user/'))
    if ((await source.get(key)) === null)
      throw new Refused(
        'conflict',
        'state_is_newer',
        'MongoDB knows users that state.db does not. If it has been in use, move state.db away; if an earlier run moved them and they were erased since, drop the collection "state" of MongoDB',
      );
};

/** Returns the number of records moved, each read back and compared unless expired. Repeating it writes the current values. Throws `Refused`. */
export const moveState = async (source: StateStore, target: StateStore, steps: Steps): Promise<number> => {
  await refuseNewer(source, target);
  const now = await source.now();
  let moved = 0;
  for await (const { key, value, expiresAt } of everyRecord(source, '')) {
    if (isTransient(key) || isOfTheLog(key)) continue;
    await target.put(key, value, expiresAt === null ? {} : { ttlMs: expiresAt - now });
    const there = await target.get(key);
    if (there === null && expiresAt !== null && expiresAt <= (await source.now())) continue;
    if (there === null || !isDeepStrictEqual(there.value, value)) throw new Error(`${key} was changed by the move`);
    moved += 1;
    steps('moving state', moved, moved);
  }
  return moved;
};
