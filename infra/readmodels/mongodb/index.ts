/**
 * The read models in MongoDB, on one server, a replica set or a sharded cluster. No transactions: rows, then counts, then
 * the checkpoint, each written only forwards, so that whatever is cut off is made good by applying the batch again.
 */
import { MongoBulkWriteError, MongoServerError, type Document } from 'mongodb';
import type { Log } from '../../../commands/ports.ts';
import type { Change, Checkpoint, Collection, ReadModels } from '../../../projections/ports.ts';
import { connect, isDuplicate, type ConnectionOptions } from '../../mongodb/connection.ts';
import { groupCounts, recount } from './count.ts';
import { filterOf } from './filter.ts';
import { findDocuments } from './find.ts';
import { indexesOf } from './indexes.ts';
import { rowOf, writesOf, type RowDocument } from './rows.ts';

type CheckpointDocument = Document & { readonly _id: string } & Checkpoint;

const CHECKPOINTS = 'checkpoints';
const CHUNK = 500;
const NAMESPACE_EXISTS = 48;
const NAMESPACE_NOT_FOUND = 26;

/** An error that says that what was wanted is so already. */
const unless = (code: number, text: RegExp) => (error: unknown) => {
  if (error instanceof MongoServerError && (error.code === code || text.test(error.message))) return;
  throw error;
};

/** Every write of the bulk but those that met a later row, which is as it should be. */
const onlyDuplicates = (error: unknown): void => {
  if (!(error instanceof MongoBulkWriteError)) throw error;
  const failures = [error.writeErrors].flat();
  if (failures.length === 0 || failures.some(({ code }) => code !== 11_000)) throw error;
};

export const openMongoReadModels = async (options: ConnectionOptions & { readonly log?: Log }): Promise<ReadModels> => {
  const { db, repeatedly, close } = await connect('read models', options);
  const rowsOf = ({ name }: Collection) => db.collection<RowDocument>(name);
  const checkpoints = db.collection<CheckpointDocument>(CHECKPOINTS);

  const buildIndexes = async (collection: Collection): Promise<void> => {
    const indexes = indexesOf(collection);
    if (indexes.length > 0) await rowsOf(collection).createIndexes([...indexes]);
  };

  const write = async (change: Change): Promise<void> => {
    const writes = writesOf(change);
    for (let start = 0; start < writes.length; start += CHUNK)
      await rowsOf(change.collection)
        .bulkWrite(writes.slice(start, start + CHUNK), { ordered: false })
        .catch(onlyDuplicates);
  };

  const checkpoint = async (projection: string): Promise<Checkpoint | null> => {
    const found = await checkpoints.findOne({ _id: projection });
    return found === null ? null : { position: found.position, phase: found.phase };
  };

  const moveCheckpoint = async (projection: string, { position, phase }: Checkpoint): Promise<void> => {
    // At the same position a live one stays live.
    const same = phase === 'live' ? { position } : { position, phase };
    await checkpoints
      .updateOne(
        { _id: projection, $or: [{ position: { $lt: position } }, same] },
        { $set: { position, phase } },
        { upsert: true },
      )
      .catch((error: unknown) => {
        // It is further on already.
        if (!isDuplicate(error)) throw error;
      });
  };

  return {
    create: (collection, indexes) =>
      repeatedly(async () => {
        await db.createCollection(collection.name).catch(unless(NAMESPACE_EXISTS, /already exists/i));
        if (indexes === 'now') await buildIndexes(collection);
      }),
    index: (collection) => repeatedly(() => buildIndexes(collection)),
    drop: (projection, collections) =>
      repeatedly(async () => {
        await checkpoints.deleteOne({ _id: projection });
        for (const collection of collections)
          await rowsOf(collection)
            .drop()
            .catch(unless(NAMESPACE_NOT_FOUND, /ns not found/i));
      }),

    load: (collection, ids) =>
      repeatedly(async () => {
        const found = new Map<string, ReturnType<typeof rowOf>>();
        for (let start = 0; start < ids.length; start += CHUNK)
          for (const document of await rowsOf(collection)
            .find({ _id: { $in: ids.slice(start, start + CHUNK) } })
            .toArray())
            found.set(document._id, rowOf(document));
        return found;
      }),
    commit: (batch) =>
      repeatedly(async () => {
        const before = await checkpoint(batch.projection);
        if (before !== null && before.position > batch.checkpoint.position) return;
        for (const change of batch.changes) await write(change);
        for (const each of batch.recounts) await recount(db, each);
        await moveCheckpoint(batch.projection, batch.checkpoint);
      }),
    checkpoint: (projection) => repeatedly(() => checkpoint(projection)),

    get: (collection, id) =>
      repeatedly(async () => {
        const found = await rowsOf(collection).findOne({ _id: id });
        return found === null ? null : rowOf(found);
      }),
    find: (collection, find) => repeatedly(async () => (await findDocuments(rowsOf(collection), find)).map(rowOf)),
    count: (collection, where) => repeatedly(() => rowsOf(collection).countDocuments(filterOf(where))),
    groupCounts: (collection, where, by) => repeatedly(() => groupCounts(rowsOf(collection), collection, where, by)),
    close,
  };
};
