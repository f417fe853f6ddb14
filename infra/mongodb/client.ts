/** One client a URL in this process, closed when its last user has closed. */
import { MongoClient, type MongoClientOptions } from 'mongodb';

/**
 * A write is acknowledged when a majority of the nodes has it in its journal, so a checkpoint that was acknowledged
 * outlives the primary that did so. Reads go to the primary and see every acknowledged write.
 */
const OPTIONS: MongoClientOptions = {
  appName: 'colophon',
  ignoreUndefined: true,
  readPreference: 'primary',
  readConcern: { level: 'local' },
  writeConcern: { w: 'majority', journal: true },
  retryReads: true,
  retryWrites: true,
  serverSelectionTimeoutMS: 5_000,
  connectTimeoutMS: 3_000,
  // A server that fell silent is noticed within this and the time-out above, and what waits for it is cut off.
  heartbeatFrequencyMS: 2_000,
};

/** Connections that are open, that a call holds, and calls that wait for one. */
export type PoolState = { open: number; in_use: number; waiting: number };

type Shared = { readonly client: MongoClient; readonly pool: PoolState; users: number };

const shared = new Map<string, Shared>();

const openShared = (url: string): Shared => {
  const client = new MongoClient(url, OPTIONS);
  const pool: PoolState = { open: 0, in_use: 0, waiting: 0 };
  client.on('connectionCreated', () => (pool.open += 1));
  client.on('connectionClosed', () => (pool.open -= 1));
  client.on('connectionCheckOutStarted', () => (pool.waiting += 1));
  client.on('connectionCheckOutFailed', () => (pool.waiting -= 1));
  client.on('connectionCheckedOut', () => {
    pool.waiting -= 1;
    pool.in_use += 1;
  });
  client.on('connectionCheckedIn', () => (pool.in_use -= 1));
  return { client, pool, users: 0 };
};

/** Of the client of this URL; null if nobody has opened it. */
export const poolOf = (url: string): Readonly<PoolState> | null => shared.get(url)?.pool ?? null;

export type SharedClient = { readonly client: MongoClient; readonly close: () => Promise<void> };

export const shareClient = (url: string): SharedClient => {
  const entry = shared.get(url) ?? openShared(url);
  entry.users += 1;
  shared.set(url, entry);
  let isOpen = true;
  return {
    client: entry.client,
    close: async () => {
      if (!isOpen) return;
      isOpen = false;
      entry.users -= 1;
      if (entry.users > 0) return;
      shared.delete(url);
      await entry.client.close();
    },
  };
};
