/** Counts kept on the rows of one collection, recomputed from the rows of another. */
import type { ClientSession } from 'mongodb';
import type { CollectionOf } from '../client/connection.ts';
import type { Recount } from '../../../projections/ports.ts';
import type { Position } from '../../../domain/event.ts';
import { groupCounts } from './count.ts';
import { COUNTED, NOT_REMOVED, type RowDocument } from './rows.ts';

/** Keys counted and written together, which bounds memory however many rows there are. */
const KEYS_AT_ONCE = 1_000;

/**
 * Counts the rows as of `position` or later. Safe to repeat and to delay: counts are absolute, and only replace counts of an
 * earlier position. The writer of a later row counts it. Rows keep their position.
 */
export const recount = async (
  db: { readonly collection: CollectionOf },
  { into, field, from, where, by, keys }: Recount,
  position: Position,
  session: ClientSession,
): Promise<void> => {
  const countedAt = `${COUNTED}.${field}`;
  const earlier = {
    ...NOT_REMOVED,
    // A withheld row counts with the last value of its fold.
    withheld: { $exists: false },
    position: { $lte: position },
    [countedAt]: { $not: { $gte: position } },
  };
  const target = db.collection<RowDocument>(into.name);
  const source = db.collection<RowDocument>(from.name);

  const recountSome = async (some: readonly string[]): Promise<void> => {
    if (some.length === 0) return;
    const holding = { all: [...where, { field: by, in: some }] };
    const counts = await groupCounts(source, from, holding, by, { keys: some, session });
    const writes = some.map((_id) => ({
      updateOne: {
        filter: { _id, ...earlier },
        update: { $set: { [field]: counts.get(_id) ?? 0, [countedAt]: position } },
      },
    }));
    await target.bulkWrite(writes, { ordered: false, session });
  };

  const some: string[] = [];
  const add = async (key: string): Promise<void> => {
    some.push(key);
    if (some.length === KEYS_AT_ONCE) await recountSome(some.splice(0));
  };
  if (keys === 'all') {
    const ids = target.find(NOT_REMOVED, {
      projection: { _id: 1 },
      sort: { _id: 1 },
      batchSize: KEYS_AT_ONCE,
      session,
    });
    for await (const { _id } of ids) await add(_id);
  } else for (const key of new Set(keys)) await add(key);
  await recountSome(some);
};
