/** On a sharded cluster the collections that grow with the catalogue are spread over the shards, each when it is made. */
import { MongoServerError } from 'mongodb';
import type { Collection } from '../../../projections/ports.ts';
import type { Connection, ConnectionOptions } from '../client/connection.ts';
import { isAway, reasonOf } from '../client/failures.ts';

/**
 * `auto`: where the server says that it is a router of a cluster; one that cannot shard after all, as services that speak
 * MongoDB's protocol, keeps the collection whole. `on`: a collection that cannot be sharded is an error. `off`: never.
 */
type Sharding = 'auto' | 'on' | 'off';

export type ShardingOptions = { readonly sharding?: Sharding };

/** What is searched grows with the catalogue; the rest is small, and asked by id or for one workspace. */
const isLarge = ({ search = false }: Collection): boolean => search;

/**
 * By the hashed id: rows are read for folding, replaced and removed by id, so that each write goes to one shard, and ids
 * must be unique over the cluster. A collection that is sharded so already stays as it is.
 */
export const sharding = (
  { db, deployment }: Pick<Connection, 'db' | 'deployment'>,
  { sharding: asked = 'auto', log }: ShardingOptions & Pick<ConnectionOptions, 'log'>,
): ((collection: Collection) => Promise<void>) => {
  const isWanted = asked === 'on' || (asked === 'auto' && deployment === 'sharded cluster');
  return async (collection) => {
    if (!isWanted || !isLarge(collection)) return;
    const { databaseName, client } = db();
    const namespace = `${databaseName}.${collection.name}`;
    try {
      // Needed before MongoDB 6.0.
      await client.db('admin').command({ enableSharding: databaseName });
      await client.db('admin').command({ shardCollection: namespace, key: { _id: 'hashed' } });
    } catch (error) {
      if (asked === 'on' || !(error instanceof MongoServerError) || isAway(error)) throw error;
      log?.warn({ collection: collection.name, reason: reasonOf(error) }, 'a collection is not sharded');
    }
  };
};
