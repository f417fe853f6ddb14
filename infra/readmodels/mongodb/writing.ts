/** Writes rows, each only over an earlier one, so that the same writes sent again or late change nothing. */
import { MongoBulkWriteError, type AnyBulkWriteOperation, type ClientSession, type Collection } from 'mongodb';
import type { Change } from '../../../projections/ports.ts';
import { DUPLICATE_KEY } from '../../mongodb/failures.ts';
import { documentOf, type RowDocument } from './rows.ts';

/** Any of these may be carried out again, and in any order. */
export type Write = AnyBulkWriteOperation<RowDocument>;

export const writesOf = ({ replace, remove = [] }: Pick<Change, 'replace' | 'remove'>): readonly Write[] => [
  ...replace.map((row) => ({
    replaceOne: {
      filter: { _id: row.id, position: { $lt: row.position } },
      replacement: documentOf(row),
      upsert: true,
    },
  })),
  ...remove.map(({ id, position }) => ({ deleteOne: { filter: { _id: id, position: { $lt: position } } } })),
];

/** The writes that met the key of a row which is no earlier. */
const carryOut = async (
  rows: Collection<RowDocument>,
  writes: readonly Write[],
  session: ClientSession,
): Promise<readonly Write[]> => {
  try {
    await rows.bulkWrite(writes, { ordered: false, session });
    return [];
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError() !== undefined) throw error;
    const failures = [error.writeErrors].flat();
    if (failures.length === 0 || failures.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
    return failures.flatMap(({ index }) => writes[index] ?? []);
  }
};

/**
 * A guarded upsert that finds no earlier row inserts, and so meets the key of a row that is later or the same: nothing
 * to do. Only where two insert a new row at once may the earlier one win that way; the second try then replaces it.
 */
export const writeGuarded = async (
  rows: Collection<RowDocument>,
  writes: readonly Write[],
  session: ClientSession,
): Promise<void> => {
  const refused = await carryOut(rows, writes, session);
  if (refused.length > 0) await carryOut(rows, refused, session);
};
