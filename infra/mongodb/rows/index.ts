/**
 * The read models in MongoDB, on a standalone server, a replica set or a sharded cluster. It needs no transactions: rows,
 * counts and the checkpoint are written in this order and only replaced by later ones, so repeating an interrupted batch completes it.
 */
import type { Collection as Mongo } from 'mongodb';
import {
  readModelsOf,
  type Change,
  type Collection,
  type ReadModels,
  type Row,
  type RowStore,
  type Tombstone,
} from '../../../projections/ports.ts';
import { totalsOf } from '../../totals.ts';
import { connect, type ConnectionOptions } from '../client/connection.ts';
import { isMissing, isThereAlready, unless } from '../client/failures.ts';
import { checkpointOf, moveCheckpoint, type CheckpointDocument } from './checkpoints.ts';
import { groupCounts, coOccurrences } from './count.ts';
import { filterOf } from './filter.ts';
import { findDocuments } from './find.ts';
import { buildIndexes } from './indexes.ts';
import { readUpTo } from './read-up-to.ts';
import { recount } from './recount.ts';
import { REMOVED, rowOf, tombstoneOf, type RowDocument } from './rows.ts';
import { sharding, type ShardingOptions } from './sharding.ts';
import { writeGuarded, writesOf } from './writing.ts';

const CHECKPOINTS = 'checkpoints';
/** Rows read or written per call: the unit of timeouts and retries. */
const ROWS_AT_ONCE = 1_000;

const slices = function* <T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += ROWS_AT_ONCE) yield all.slice(from, from + ROWS_AT_ONCE);
};

/**
 * Throws `Unavailable` when the server does not answer. Any number may be open; those with the same URL share a client.
 *
 * Queries use the primary's current data; the input of folds (`load`, `checkpoint`) is read at `majority`, so that a failover
 * cannot roll it back. A batch behind the checkpoint writes nothing; one that is delayed between this check and its writes
 * finds later rows, tombstones and counts, and changes none of them.
 */
export const openMongoReadModels = async (options: ConnectionOptions & ShardingOptions): Promise<ReadModels> => {
  const connection = await connect('read models', options);
  const { db, deployment, durable, durableAtLength, causally, repeatedly, atLength, close } = connection;
  /** For queries. Rows that are input of folds, or decide what is written, are read from `durable`. */
  const rowsOf = ({ name }: Collection): Mongo<RowDocument> => connection.collection(name);
  const checkpoints = (): Mongo<CheckpointDocument> => durable(CHECKPOINTS);
  const shard = sharding(connection, options);

  const createCollection = async (collection: Collection): Promise<void> => {
    await db().createCollection(collection.name).catch(unless(isThereAlready));
    await shard(collection);
  };

  const loadForFolding: RowStore['loadForFolding'] = async (collection, ids, bytes = Infinity) => {
    const found = new Map<string, RowDocument>();
    const left: string[] = [];
    let held = 0;
    for (const some of slices([...new Set(ids)])) {
      if (held > bytes) left.push(...some);
      else {
        const read = await repeatedly(() =>
          causally((session) => readUpTo(durable<RowDocument>(collection.name), some, bytes - held, { session })),
        );
        for (const document of read.documents) found.set(document._id, document);
        left.push(...read.left);
        held += read.bytes;
      }
    }
    const [rows, tombstones] = [new Map<string, Row>(), new Map<string, Tombstone>()];
    for (const [id, document] of found)
      if (document[REMOVED] === undefined) rows.set(id, rowOf(document));
      else tombstones.set(id, tombstoneOf(document));
    return { rows, tombstones, left };
  };

  const checkpoint: RowStore['checkpoint'] = async (projection) => {
    const found = await repeatedly(() =>
      causally((session) => checkpoints().findOne({ _id: projection }, { session })),
    );
    return found === null ? null : checkpointOf(found);
  };

  const write = async ({ collection, replace, remove = [] }: Change): Promise<void> => {
    const writing = (writes: ReturnType<typeof writesOf>): Promise<void> =>
      repeatedly(() => causally((session) => writeGuarded(durable(collection.name), writes, session)));
    for (const some of slices(replace)) await writing(writesOf({ replace: some }));
    for (const some of slices(remove)) await writing(writesOf({ replace: [], remove: some }));
  };

  const commit: RowStore['commit'] = async ({ projection, changes, recounts, checkpoint: reached }) => {
    const present = await checkpoint(projection);
    if (present !== null && present.position > reached.position) return;
    for (const change of changes) await write(change);
    for (const each of recounts)
      await atLength(() =>
        causally((session) => recount({ collection: durableAtLength }, each, reached.position, session)),
      );
    await repeatedly(() => causally((session) => moveCheckpoint(checkpoints(), projection, reached, session)));
  };

  const count: RowStore['count'] = (collection, where, atMost) =>
    repeatedly(() => rowsOf(collection).countDocuments(filterOf(where), atMost === undefined ? {} : { limit: atMost }));

  return readModelsOf({
    create: (collection, indexes) =>
      atLength(async () => {
        await createCollection(collection);
        if (indexes === 'now') await buildIndexes(rowsOf(collection), collection, deployment);
      }),
    index: (collection) => atLength(() => buildIndexes(rowsOf(collection), collection, deployment)),
    drop: (projection, collections) =>
      repeatedly(async () => {
        await checkpoints().deleteOne({ _id: projection });
        for (const collection of collections) await rowsOf(collection).drop().catch(unless(isMissing));
      }),

    load: async (collection, ids) => (await loadForFolding(collection, ids)).rows,
    loadForFolding,
    commit,
    checkpoint,

    get: async (collection, id) => {
      const found = await repeatedly(() => rowsOf(collection).findOne({ _id: id }));
      return found === null || found[REMOVED] !== undefined ? null : rowOf(found);
    },
    find: async (collection, find) =>
      (await repeatedly(() => findDocuments(rowsOf(collection), collection, find))).map((document) => rowOf(document)),
    count,
    total: totalsOf(count),
    groupCounts: (collection, where, by) => repeatedly(() => groupCounts(rowsOf(collection), collection, where, by)),
    coOccurrences: (collection, query) => repeatedly(() => coOccurrences(rowsOf(collection), query)),
    close,
  });
};
