/** Shards the collections that grow with the catalogue, when they are created on a sharded cluster. */
import { MongoServerError } from 'mongodb';
import type { Collection } from '../../../projections/ports.ts';
import type { Connection, ConnectionOptions } from '../client/connection.ts';
import { isAway, reasonOf } from '../client/failures.ts';

/**
 * `auto`: if the server reports that it is a router of a cluster; if sharding then fails, as on services that only speak
 * MongoDB's protocol, the collection stays unsharded. `on`: failing to shard a collection is an error. `off`: never.
 */
type Sharding = 'auto' | 'on' | 'off';

export type ShardingOptions = { readonly sharding?: Sharding };

/** Searchable collections grow with the catalogue; the others are small, and queried by id or for one workspace. */
const isLarge = ({ search = false }: Collection): boolean => search;

/**
 * Shards by the hashed id: folds read, replace and remove rows by id, so each write goes to one shard, and ids must be unique
 * across the cluster. A collection already sharded this way is unchanged.
 */
export const sharding = (
  { db, deployment }: Pick<Connection, 'db' | 'deployment'>,
  { sharding: setting = 'auto', log }: ShardingOptions & Pick<ConnectionOptions, 'log'>,
): ((collection: Collection) => Promise<void>) => {
  const isWanted = setting === 'on' || (setting === 'auto' && deployment === 'sharded cluster');
  let isWarned = false;
  return async (collection) => {
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
