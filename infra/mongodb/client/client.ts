/** One client a URL and time-out in this process, closed when its last user has closed. */
import { MongoClient, type MongoClientOptions } from 'mongodb';
import PQueue from 'p-queue';
import pTimeout from 'p-timeout';
import { createClient } from '../../config.ts';
import { watchSockets } from './dead-sockets.ts';
import { watchStuck, type Watched } from './stuck.ts';
import { widening } from './widening.ts';

const CONNECT_MS = 3_000;
// A server that fell silent is noticed within this and the time-out above, and what waits for it is cut off.
const HEARTBEAT_MS = 2_000;

/** A monitor that is well says something within two of its time-outs and a pause. */
const SILENT_MS = 2 * CONNECT_MS + 2 * HEARTBEAT_MS;

const OPTIONS: MongoClientOptions = {
  appName: 'colophon',
  ignoreUndefined: true,
  retryReads: true,
  retryWrites: true,
  connectTimeoutMS: CONNECT_MS,
  heartbeatFrequencyMS: HEARTBEAT_MS,
};

/** A call is tried again within seconds of its socket's death. */
const LOOK_EVERY_MS = 1_000;

/** The driver looks for a server and a connection twice, at most, before it sends a call: a third of the time in all. */
const LOOKS = 12;

/** Any connection, or only one that a call holds and of whose death the driver says nothing. */
export type Loss = 'any' | 'held';

/** What calls and the client that they share know of each other. */
export type Connections = {
  /** Begins a call when there is a connection for it. A call that is under way must not wait for another such. */
  readonly admit: <T>(work: () => Promise<T>) => Promise<T>;
  /** How often a connection was handed to a call. */
  readonly taken: () => number;
  /** Calls the listener whenever such a connection is lost, or its server; the result ends that. */
  readonly onLoss: (which: Loss, listener: () => void) => () => void;
  /** Reports a call that has been abandoned. */
  readonly givenUp: (call: Promise<unknown>) => void;
  /** Reports a call that failed because the server seems to be away. */
  readonly failed: () => void;
};

/** Connections that are open, that a call holds, and calls that wait for one. */
type PoolState = { open: number; in_use: number; waiting: number };

/** A client with what is known of its connections. */
type Live = {
  readonly client: MongoClient;
  readonly pool: PoolState;
  /**
   * Calls beyond the connections that stand wait here, where it is certain that nothing of them has been sent; the
   * driver's refusal of one that has waited in vain does not tell.
   */
  readonly queue: PQueue;
  /** Has connections made for what waits in the queue. */
  readonly widen: () => void;
  readonly watched: Watched;
  /** Whether a call holds a connection that has died, and no earlier look has found it. */
  readonly hasLost: () => boolean;
};

type Shared = {
  readonly url: string;
  live: Live;
  /** How often a connection was handed to a call. */
  taken: number;
  readonly losses: Map<() => void, Loss>;
  /** Looks at the sockets while there is a listener. */
  looking?: NodeJS.Timeout | undefined;
  users: number;
};

const tellLoss = ({ losses }: Pick<Shared, 'losses'>, lost: Loss): void => {
  for (const [listener, which] of losses) if (which === 'any' || which === lost) listener();
};

/** By URL and time-out. */
const shared = new Map<string, Shared>();

const openLive = (url: string, timeoutMs: number, onTaken: () => void, onLoss: () => void): Live => {
  const lookMs = Math.ceil(timeoutMs / LOOKS);
  const options = { ...OPTIONS, serverSelectionTimeoutMS: lookMs, waitQueueTimeoutMS: lookMs };
  const client = createClient('MONGODB_URL', url, () => new MongoClient(url, options));
  const pool: PoolState = { open: 0, in_use: 0, waiting: 0 };
  client.on('connectionCreated', () => (pool.open += 1));
  client.on('connectionClosed', ({ reason }) => {
    pool.open -= 1;
    if (reason !== 'idle') onLoss();
  });
  client.on('connectionPoolCleared', onLoss);
  client.on('serverHeartbeatFailed', onLoss);
  client.on('connectionCheckOutStarted', () => (pool.waiting += 1));
  client.on('connectionCheckOutFailed', () => (pool.waiting -= 1));
  client.on('connectionCheckedOut', () => {
    onTaken();
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
  const watched = watchStuck(client, SILENT_MS);
  return { client, pool, queue, widen, watched, hasLost: watchSockets(client) };
};

/** The driver may wait for ever for a connection that it closes. */
const closed = async ({ client }: Live, timeoutMs: number): Promise<void> => {
  await pTimeout(client.close(), { milliseconds: timeoutMs, message: false }).catch(() => undefined);
};

/** Of the clients of this URL, one for each time-out that is in use. */
export const poolsOf = (url: string): readonly Readonly<PoolState>[] =>
  [...shared.values()]
    .filter((each) => each.url === url)
    .map(({ live: { pool, queue } }) => ({ ...pool, waiting: pool.waiting + queue.size }));

type SharedClient = Connections & {
  /** The one to use for the next call: a client that has lost its way is replaced. */
  readonly client: () => MongoClient;
  readonly close: () => Promise<void>;
};

/** `timeoutMs`: how long a call may take in all. */
export const shareClient = (url: string, timeoutMs: number): SharedClient => {
  const key = `${timeoutMs} ${url}`;
  const openFor = (entry: Pick<Shared, 'losses'> & { taken: number }): Live =>
    openLive(
      url,
      timeoutMs,
      () => (entry.taken += 1),
      () => tellLoss(entry, 'any'),
    );
  const opened = (): Shared => {
    const entry = { url, taken: 0, losses: new Map<() => void, Loss>(), users: 0 };
    return Object.assign(entry, { live: openFor(entry) });
  };
  const entry = shared.get(key) ?? opened();
  entry.users += 1;
  shared.set(key, entry);
  let isOpen = true;
  return {
    client: () => entry.live.client,
    admit: (work) => {
      const { queue, widen } = entry.live;
      const admitted = queue.add(work);
      widen();
      return admitted;
    },
    taken: () => entry.taken,
    onLoss: (which, listener) => {
      entry.losses.set(listener, which);
      entry.looking ??= setInterval(() => {
        if (entry.live.hasLost()) tellLoss(entry, 'held');
      }, LOOK_EVERY_MS);
      return () => {
        entry.losses.delete(listener);
        if (entry.losses.size > 0) return;
        clearInterval(entry.looking);
        entry.looking = undefined;
      };
    },
    givenUp: (call) => entry.live.watched.givenUp(call),
    failed: () => {
      if (entry.users === 0 || !entry.live.watched.isStuck()) return;
      const stuck = entry.live;
      entry.live = openFor(entry);
      void closed(stuck, timeoutMs);
    },
    close: async () => {
      if (!isOpen) return;
      isOpen = false;
      entry.users -= 1;
      if (entry.users > 0) return;
      shared.delete(key);
      await closed(entry.live, timeoutMs);
    },
  };
};
