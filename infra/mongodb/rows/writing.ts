/** Writes rows, counts and checkpoints, each only over an earlier one, so repeated or late writes change nothing. */
import {
  BSON,
  MongoBulkWriteError,
  MongoInvalidArgumentError,
  type AnyBulkWriteOperation,
  type Collection,
  type Document,
} from 'mongodb';
import type { Position } from '../../../domain/event.ts';
import { checkpointFrom } from '../../../projections/checkpoint.ts';
import { RowRefused, type Change, type Checkpoint, type Recount } from '../../../projections/ports.ts';
import type { CausalOptions, CollectionOf } from '../client/connection.ts';
import { DUPLICATE_KEY, isDuplicate } from '../client/failures.ts';
import { COUNTED, documentOf, NOT_REMOVED, tombstoneDocument, type RowDocument } from './documents.ts';
import { groupCounts } from './reading.ts';

/** Safe to repeat, in any order. */
type Write = AnyBulkWriteOperation<RowDocument>;

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

/** The document is too large, nested too deep, or of a shape that the server or an index cannot store, such as two arrays in one index. */
const OF_DOCUMENT_CODES = new Set<unknown>([
  2, 9, 14, 15, 16, 22, 28, 52, 54, 55, 56, 57, 121, 171, 10334, 17280, 17419,
]);

/** MongoDB's document size limit, minus the overhead of the write command. */
const LARGEST = 16 * 1024 * 1024 - 1024;

const written = (write: Write | undefined): RowDocument | null => {
  if (write === undefined) return null;
  if ('insertOne' in write) return write.insertOne.document;
  return 'replaceOne' in write ? (write.replaceOne.replacement as RowDocument) : null;
};

type Refusal = { readonly document: RowDocument; readonly reason: string };

/** The driver sends nothing of a bulk write that contains a document beyond the limit. */
const tooLarge = (writes: readonly Write[]): readonly Refusal[] =>
  writes.flatMap((write) => {
    const document = written(write);
    const bytes = document === null ? 0 : BSON.calculateObjectSize(document, { ignoreUndefined: true });
    return document !== null && bytes > LARGEST ? [{ document, reason: `${bytes} bytes are beyond 16 MiB` }] : [];
  });

const refusals = (error: unknown, writes: readonly Write[]): readonly Refusal[] => {
  if (error instanceof MongoInvalidArgumentError) return tooLarge(writes);
  if (!(error instanceof MongoBulkWriteError)) return [];
  const failures = [error.writeErrors].flat().filter(({ code }) => code !== DUPLICATE_KEY);
  // Other failures may mean that the server is unavailable, and take precedence.
  if (!failures.every(({ code }) => OF_DOCUMENT_CODES.has(code))) return [];
  return failures.flatMap(({ index, code, errmsg = '' }) => {
    const document = written(writes[index]);
    return document === null ? [] : [{ document, reason: `${errmsg} (code ${code})` }];
  });
};

/** An error that names the rows if they caused the failure, otherwise the original error. */
const refusedOf = (error: unknown, collection: string, writes: readonly Write[]): unknown => {
  const rows = refusals(error, writes).map(({ document, reason }) => ({ collection, id: document._id, reason }));
  return rows.length === 0 ? error : new RowRefused(rows, { cause: error });
};

/** The writes that conflicted with the key of a row that is not earlier. */
const carryOut = async (
  rows: Collection<RowDocument>,
  writes: readonly Write[],
  options: CausalOptions,
): Promise<readonly Write[]> => {
  try {
    await rows.bulkWrite(writes, { ordered: false, ...options });
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
  options: CausalOptions,
): Promise<readonly Write[]> => {
  const ids = writes.flatMap((write) =>
    'replaceOne' in write ? [(write.replaceOne.replacement as RowDocument)._id] : [],
  );
  if (ids.length < MANY) return writes;
  // One more than the possible number, so the first batch is the only one.
  const cursor = rows.find({ _id: { $in: ids } }, { ...options, projection: { _id: 1 }, batchSize: ids.length + 1 });
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
  options: CausalOptions,
): Promise<void> => {
  const refused = await carryOut(rows, await inserting(rows, writes, options), options);
  if (refused.length > 0) await carryOut(rows, refused.map(guarded), options);
};

/** Keys counted and written together, which bounds memory however many rows there are. */
const KEYS_AT_ONCE = 1_000;

/**
 * Counts the rows as of `position` or later. Safe to repeat and to delay: counts are absolute, and only replace counts of an
 * earlier position. The writer of a later row counts it. Rows keep their position.
 */
export const recount = async (
  collection: CollectionOf,
  { into, field, from, where, by, keys }: Recount,
  position: Position,
  options: CausalOptions,
): Promise<void> => {
  const countedAt = `${COUNTED}.${field}`;
  const earlier = {
    ...NOT_REMOVED,
    // A withheld row counts with the last value of its fold.
    withheld: { $exists: false },
    position: { $lte: position },
    [countedAt]: { $not: { $gte: position } },
  };
  const target = collection<RowDocument>(into.name);
  const source = collection<RowDocument>(from.name);

  const recountSome = async (some: readonly string[]): Promise<void> => {
    if (some.length === 0) return;
    const holding = { all: [...where, { field: by, in: some }] };
    const counts = await groupCounts(source, from, holding, by, { keys: some, ...options });
    const writes = some.map((_id) => ({
      updateOne: {
        filter: { _id, ...earlier },
        update: { $set: { [field]: counts.get(_id) ?? 0, [countedAt]: position } },
      },
    }));
    await target.bulkWrite(writes, { ordered: false, ...options });
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
      ...options,
    });
    for await (const { _id } of ids) await add(_id);
  } else for (const key of new Set(keys)) await add(key);
  await recountSome(some);
};

export type CheckpointDocument = Document & { readonly _id: string } & Checkpoint;

export const checkpointOf = ({ position, phase, latest }: CheckpointDocument): Checkpoint | null =>
  checkpointFrom(position, phase, latest);

export const moveCheckpoint = async (
  checkpoints: Collection<CheckpointDocument>,
  projection: string,
  { position, phase, latest }: Checkpoint,
  options: CausalOptions,
): Promise<void> => {
  // A filling projector must not move a live checkpoint.
  const earlier = { _id: projection, position: { $lte: position }, ...(phase === 'live' ? {} : { phase }) };
  const $set = { position, phase, ...(latest !== undefined && { latest }) };
  const move = (upsert: boolean) => checkpoints.updateOne(earlier, { $set }, { upsert, ...options });
  try {
    await move(true);
  } catch (error) {
    // The checkpoint is ahead already, or another projector has just inserted one, which may be behind.
    if (!isDuplicate(error)) throw error;
    await move(false);
  }
};
