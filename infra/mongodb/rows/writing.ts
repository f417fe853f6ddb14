/** Writes rows, each only over an earlier version, so repeated or late writes change nothing. */
import { MongoBulkWriteError, type AnyBulkWriteOperation, type ClientSession, type Collection } from 'mongodb';
import type { Change } from '../../../projections/ports.ts';
import { DUPLICATE_KEY } from '../client/failures.ts';
import { refusedOf } from './refused.ts';
import { documentOf, tombstoneDocument, type RowDocument } from './rows.ts';

/** Safe to repeat, in any order. */
export type Write = AnyBulkWriteOperation<RowDocument>;

const upsertOf = (document: RowDocument): Write => ({
  replaceOne: {
    filter: { _id: document._id, position: { $lt: document.position } },
    replacement: document,
    upsert: true,
  },
});

/** An insert that finds an existing row replaces it if that one is earlier. */
const guarded = (write: Write): Write => ('insertOne' in write ? upsertOf(write.insertOne.document) : write);

export const writesOf = ({ replace, remove = [] }: Omit<Change, 'collection'>): readonly Write[] => [
  ...replace.map((row) => upsertOf(documentOf(row))),
  ...remove.map((tombstone) => upsertOf(tombstoneDocument(tombstone))),
];

/** The writes that conflicted with the key of a row that is not earlier. */
const carryOut = async (
  rows: Collection<RowDocument>,
  writes: readonly Write[],
  session: ClientSession,
): Promise<readonly Write[]> => {
  try {
    await rows.bulkWrite(writes, { ordered: false, session });
    return [];
  } catch (error) {
    const refused = refusedOf(error, rows.collectionName, writes);
    if (!(refused instanceof MongoBulkWriteError) || refused.result.getWriteConcernError() !== undefined) throw refused;
    const failures = [refused.writeErrors].flat();
    if (failures.length === 0 || failures.some(({ code }) => code !== DUPLICATE_KEY)) throw refused;
    return failures.flatMap(({ index }) => writes[index] ?? []);
  }
};

/** From this number on, querying which rows exist costs less than upserting those that do not. */
const MANY = 100;

/** Inserts missing rows, at a fraction of an upsert's cost: in a rebuild, most rows are missing. */
const inserting = async (
  rows: Collection<RowDocument>,
  writes: readonly Write[],
  session: ClientSession,
): Promise<readonly Write[]> => {
  const ids = writes.flatMap((write) =>
    'replaceOne' in write ? [(write.replaceOne.replacement as RowDocument)._id] : [],
  );
  if (ids.length < MANY) return writes;
  // One more than the possible number, so the first batch is the only one.
  const cursor = rows.find({ _id: { $in: ids } }, { session, projection: { _id: 1 }, batchSize: ids.length + 1 });
  const there = new Set((await cursor.toArray()).map(({ _id }) => _id));
  return writes.map((write) => {
    if (!('replaceOne' in write)) return write;
    const document = write.replaceOne.replacement as RowDocument;
    return there.has(document._id) ? write : { insertOne: { document } };
  });
};

/**
 * A guarded upsert that finds no earlier row inserts, so a duplicate key means a later or equal row: nothing to do. Only if
 * two writers insert a new row concurrently may the earlier version win; the second attempt then replaces it.
 */
export const writeGuarded = async (
  rows: Collection<RowDocument>,
  writes: readonly Write[],
  session: ClientSession,
): Promise<void> => {
  const refused = await carryOut(rows, await inserting(rows, writes, session), session);
  if (refused.length > 0) await carryOut(rows, refused.map(guarded), session);
};
