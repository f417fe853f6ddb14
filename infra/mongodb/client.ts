/** One client a URL and time-out in this process, closed when its last user has closed. */
import { MongoClient, type MongoClientOptions } from 'mongodb';
import PQueue from 'p-queue';
import { widening } from './widening.ts';

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

/** Connections that are open, that a call holds, and calls that wait for one. */
export type PoolState = { open: number; in_use: number; waiting: number };

type Shared = {
  readonly url: string;
  readonly client: MongoClient;
  readonly pool: PoolState;
  /**
   * Calls beyond the connections that stand wait here, where it is certain that nothing of them has been sent; the
   * driver's refusal of one that has waited in vain does not tell.
   */
  readonly queue: PQueue;
  /** Has connections made for what waits in the queue. */
  readonly widen: () => void;
  users: number;
};

/** By URL and time-out. */
const shared = new Map<string, Shared>();

const openShared = (url: string, timeoutMs: number): Shared => {
  const lookMs = Math.ceil(timeoutMs / LOOKS);
  const client = new MongoClient(url, { ...OPTIONS, serverSelectionTimeoutMS: lookMs, waitQueueTimeoutMS: lookMs });
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
  // 0 stands for any number.
  const most = client.options.maxPoolSize || Infinity;
  const queue = new PQueue({ concurrency: 1 });
  const widen = widening(client, {
    isMoreWanted: () => queue.size > 0 && pool.open < most,
    // Where there is none, the call that goes first has one made.
    onRoom: (calls) => (queue.concurrency = Math.max(1, Math.min(calls, most))),
  });
  return { url, client, pool, queue, widen, users: 0 };
};

/** Of the clients of this URL, one for each time-out that is in use. */
export const poolsOf = (url: string): readonly Readonly<PoolState>[] =>
  [...shared.values()]
    .filter((each) => each.url === url)
    .map(({ pool, queue }) => ({ ...pool, waiting: pool.waiting + queue.size }));

/** Begins a call when there is a connection for it. A call that is under way must not wait for another such. */
export type Admit = <T>(work: () => Promise<T>) => Promise<T>;

export type SharedClient = {
  readonly client: MongoClient;
  readonly admit: Admit;
  readonly close: () => Promise<void>;
};

/** `timeoutMs`: how long a call may take in all. */
export const shareClient = (url: string, timeoutMs: number): SharedClient => {
  const key = `${timeoutMs} ${url}`;
  const entry = shared.get(key) ?? openShared(url, timeoutMs);
  entry.users += 1;
  shared.set(key, entry);
  let isOpen = true;
  return {
    client: entry.client,
    admit: (work) => {
      const admitted = entry.queue.add(work);
      entry.widen();
      return admitted;
    },
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
