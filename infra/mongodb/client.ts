/** One client a URL and time-out in this process, closed when its last user has closed. */
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
  connectTimeoutMS: 3_000,
  // A server that fell silent is noticed within this and the time-out above, and what waits for it is cut off.
  heartbeatFrequencyMS: 2_000,
};

/** The driver looks for a server and a connection twice, at most, before it sends a call: a third of the time in all. */
const LOOKS = 12;

const shared = new Map<string, { readonly client: MongoClient; users: number }>();

export type SharedClient = { readonly client: MongoClient; readonly close: () => Promise<void> };

/** `timeoutMs`: how long a call may take in all. */
export const shareClient = (url: string, timeoutMs: number): SharedClient => {
  const lookMs = Math.ceil(timeoutMs / LOOKS);
  const key = `${timeoutMs} ${url}`;
  const options = { ...OPTIONS, serverSelectionTimeoutMS: lookMs, waitQueueTimeoutMS: lookMs };
  const entry = shared.get(key) ?? { client: new MongoClient(url, options), users: 0 };
  entry.users += 1;
  shared.set(key, entry);
  let isOpen = true;
  return {
    client: entry.client,
    close: async () => {
      if (!isOpen) return;
      isOpen = false;
      entry.users -= 1;
      if (entry.users > 0) return;
      shared.delete(key);
      await entry.client.close();
    },
  };
};
