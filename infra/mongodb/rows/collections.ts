/** Collections as they are created: the declared indexes, one per sort direction with ties by ascending id, and their shards. */
import { MongoServerError, type Collection as Mongo, type IndexDescription } from 'mongodb';
import type { Collection, Index } from '../../../projections/ports.ts';
import type { Connection, ConnectionOptions, Deployment } from '../client/connection.ts';
import { explainedConflict, isAway, isMissing, isThereAlready, reasonOf, unless } from '../client/failures.ts';
import { fieldName, type RowDocument } from './documents.ts';

type Keys = Readonly<Record<string, 1 | -1>>;

/** The tie-breaker of a sort by the field, if ties are possible. */
export const tiesOf = ({ unique = [] }: Collection, field: string): Keys => (unique.includes(field) ? {} : { _id: 1 });

/** One index per direction, since reading an index backwards also reverses the ids. */
const keysOf = ({ equal, sort, dir, asked = dir }: Index, collection: Collection): readonly Keys[] => {
  const pinned = Object.fromEntries(equal.map((field) => [fieldName(field), 1 as const]));
  if (sort === undefined || sort === 'id') return [{ ...pinned, _id: 1 }];
  return ([1, -1] as const)
    .filter((way) => asked === undefined || (asked === 'asc') === (way === 1))
    .map((way) => ({ ...pinned, [sort]: way, ...tiesOf(collection, sort) }));
};

/** Groups terms by workspace, so that a search reads no entries of other workspaces. */
const termKeysOf = ({ search = false, searchedWithin }: Collection): readonly Keys[] => {
  if (!search) return [];
  return [searchedWithin === undefined ? { terms: 1 } : { [searchedWithin]: 1, terms: 1 }];
};

const nameOf = (key: object): string => Object.entries(key).flat().join('_');

/** Deduplicated, and named by their keys as MongoDB does, so that equal declarations are the same index. */
export const indexesOf = (collection: Collection): IndexDescription[] => {
  const declared: readonly Keys[] = [
    ...collection.indexes.flatMap((index) => keysOf(index, collection)),
    ...termKeysOf(collection),
  ];
  const named = new Map(declared.map((key) => [nameOf(key), key]));
  // Every collection has this index already.
  named.delete('_id_1');
  return [...named].map(([name, key]) => ({ name, key: { ...key } }));
};

/** Whether the index is named by its keys, as this program does: indexes created by others, and those of the id, are kept. */
const isOurs = ({ name, key }: IndexDescription): boolean => name === nameOf(key) && !name.startsWith('_id');

/**
 * Builds the declared indexes and drops those declared by earlier releases; idempotent. On a replica set a majority is
 * enough: by default MongoDB waits for every voting node, even one that is down.
 */
export const buildIndexes = async (
  rows: Mongo<RowDocument>,
  collection: Collection,
  deployment: Deployment,
): Promise<void> => {
  const declared = indexesOf(collection);
  const quorum = deployment === 'replica set' ? { commitQuorum: 'majority' } : {};
  if (declared.length > 0) await rows.createIndexes(declared, quorum).catch(explainedConflict(rows.collectionName));
  const names = new Set(declared.map(({ name }) => name));
  const present = (await rows.listIndexes().toArray()) as readonly IndexDescription[];
  for (const index of present)
    if (isOurs(index) && !names.has(index.name))
      // Another process may have dropped it meanwhile.
      await rows.dropIndex(index.name ?? '').catch(unless(isMissing));
};

/**
 * `auto`: if the server reports that it is a router of a cluster; if sharding then fails, as on services that only speak
 * MongoDB's protocol, the collection stays unsharded. `on`: failing to shard a collection is an error. `off`: never.
 */
type Sharding = 'auto' | 'on' | 'off';

export type ShardingOptions = { readonly sharding?: Sharding };

/** Searchable collections grow with the catalogue; the others are small, and queried by id or for one workspace. */
const isLarge = ({ search = false }: Collection): boolean => search;

/**
 * Creates collections, also if they exist. Shards by the hashed id: folds read, replace and remove rows by id, so each write goes to
 * one shard, and ids must be unique across the cluster. A collection already sharded this way is unchanged.
 */
export const creating = (
  { db, deployment }: Pick<Connection, 'db' | 'deployment'>,
  { sharding: setting = 'auto', log }: ShardingOptions & Pick<ConnectionOptions, 'log'>,
): ((collection: Collection) => Promise<void>) => {
  const isWanted = setting === 'on' || (setting === 'auto' && deployment === 'sharded cluster');
  let isWarned = false;
  return async (collection) => {
    await db().createCollection(collection.name).catch(unless(isThereAlready));
    if (!isWanted || !isLarge(collection)) return;
    const { databaseName, client } = db();
    const namespace = `${databaseName}.${collection.name}`;
    try {
      // Required before MongoDB 6.0.
      await client.db('admin').command({ enableSharding: databaseName });
      await client.db('admin').command({ shardCollection: namespace, key: { _id: 'hashed' } });
    } catch (error) {
      if (setting === 'on' || !(error instanceof MongoServerError) || isAway(error)) throw error;
      if (isWarned) return;
      isWarned = true;
      const fields = { collection: collection.name, reason: reasonOf(error) };
      log?.warn(fields, 'a collection is not sharded; neither are others whose sharding fails');
    }
  };
};
