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
import { isMissing, unless } from '../client/failures.ts';
import { buildIndexes, creating, type ShardingOptions } from './collections.ts';
import { REMOVED, rowOf, tombstoneOf, type RowDocument } from './documents.ts';
import { coOccurrences, filterOf, findDocuments, groupCounts, readUpTo } from './reading.ts';
import { checkpointOf, moveCheckpoint, recount, writeGuarded, writesOf, type CheckpointDocument } from './writing.ts';

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
  const { deployment, durable, causally, repeatedly, atLength, close } = connection;
  /** For queries. Rows that are input of folds, or decide what is written, are read from `durable`. */
  const rowsOf = ({ name }: Collection): Mongo<RowDocument> => connection.collection(name);
  const checkpoints = (): Mongo<CheckpointDocument> => durable(CHECKPOINTS);
  const createCollection = creating(connection, options);

  const loadForFolding: RowStore['loadForFolding'] = async (collection, ids, bytes = Infinity) => {
    const found = new Map<string, RowDocument>();
    const left: string[] = [];
    let held = 0;
    for (const some of slices([...new Set(ids)])) {
      if (held > bytes) left.push(...some);
      else {
        const read = await repeatedly(
          causally((limits) => readUpTo(durable<RowDocument>(collection.name), some, bytes - held, limits)),
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
    const found = await repeatedly(causally((limits) => checkpoints().findOne({ _id: projection }, limits)));
    return found === null ? null : checkpointOf(found);
  };

  const write = async ({ collection, replace, remove = [] }: Change): Promise<void> => {
    const writing = (writes: ReturnType<typeof writesOf>): Promise<void> =>
      repeatedly(causally((limits) => writeGuarded(durable(collection.name), writes, limits)));
    for (const some of slices(replace)) await writing(writesOf({ replace: some }));
    for (const some of slices(remove)) await writing(writesOf({ replace: [], remove: some }));
  };

  const commit: RowStore['commit'] = async ({ projection, changes, recounts, checkpoint: reached }) => {
    const present = await checkpoint(projection);
    if (present !== null && present.position > reached.position) return;
    for (const change of changes) await write(change);
    for (const each of recounts) await atLength(causally((limits) => recount(durable, each, reached.position, limits)));
    await repeatedly(causally((limits) => moveCheckpoint(checkpoints(), projection, reached, limits)));
  };

  const count: RowStore['count'] = (collection, where, atMost) =>
    repeatedly((limits) =>
      rowsOf(collection).countDocuments(filterOf(where), {
        ...limits,
        ...(atMost === undefined ? {} : { limit: atMost }),
      }),
    );

  return readModelsOf({
    create: (collection, indexes) =>
      atLength(async () => {
        await createCollection(collection);
        if (indexes === 'now') await buildIndexes(rowsOf(collection), collection, deployment);
      }),
    index: (collection) => atLength(() => buildIndexes(rowsOf(collection), collection, deployment)),
    drop: (projection, collections) =>
      repeatedly(async (limits) => {
        await checkpoints().deleteOne({ _id: projection }, limits);
        for (const collection of collections) await rowsOf(collection).drop().catch(unless(isMissing));
      }),

    load: async (collection, ids) => (await loadForFolding(collection, ids)).rows,
    loadForFolding,
    commit,
    checkpoint,

    get: async (collection, id) => {
      const found = await repeatedly((limits) => rowsOf(collection).findOne({ _id: id }, limits));
      return found === null || found[REMOVED] !== undefined ? null : rowOf(found);
    },
    find: async (collection, find) =>
      (await repeatedly((limits) => findDocuments(rowsOf(collection), collection, find, limits))).map((document) =>
        rowOf(document),
      ),
    count,
    total: totalsOf(count),
    groupCounts: (collection, where, by) =>
      repeatedly((limits) => groupCounts(rowsOf(collection), collection, where, by, limits)),
    coOccurrences: (collection, query) => repeatedly((limits) => coOccurrences(rowsOf(collection), query, limits)),
    close,
  });
};
