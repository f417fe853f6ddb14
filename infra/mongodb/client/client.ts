/** Shares one client per URL and timeout in this process; closed with its last user. */
import { MongoClient, type MongoClientOptions } from 'mongodb';
import PQueue from 'p-queue';
import { within } from '../../../commands/within.ts';
import { createClient } from '../../config.ts';
import { watchSockets } from './dead-sockets.ts';
import { watchStuck } from './stuck.ts';
import { widening } from './widening.ts';

const CONNECT_MS = 3_000;
// Within this and the timeout above a silent server is detected and calls waiting for it are aborted.
const HEARTBEAT_MS = 2_000;

/** A healthy monitor reports within two of its timeouts and a pause. */
const SILENT_MS = 2 * CONNECT_MS + 2 * HEARTBEAT_MS;

const OPTIONS: MongoClientOptions = {
  appName: 'colophon',
  ignoreUndefined: true,
  retryReads: true,
  retryWrites: true,
  connectTimeoutMS: CONNECT_MS,
  heartbeatFrequencyMS: HEARTBEAT_MS,
};

/** A call is retried within seconds of losing its socket. */
const LOOK_EVERY_MS = 1_000;

/** Before sending a call the driver selects a server and a connection at most twice: a third of the timeout in total. */
const SELECTION_FRACTION = 12;

/** Any connection, or only one that is in use and whose loss the driver does not report. */
export type Loss = 'any' | 'held';

/** The interface between calls and their shared client. */
export type Connections = {
  /** False once this user has closed it. */
  readonly isOpen: () => boolean;
  /** Starts a call when a connection is available. Must not be nested: a running call must not wait for another. */
  readonly admit: <T>(work: () => Promise<T>) => Promise<T>;
  /** How often a connection was handed to a call. */
  readonly taken: () => number;
  /** Calls the listener whenever such a connection or its server is lost; returns a function that unsubscribes. */
  readonly onLoss: (which: Loss, listener: () => void) => () => void;
  readonly givenUp: (call: Promise<unknown>) => void;
  /** Reports a call that failed because the server seems to be unavailable. */
  readonly failed: () => void;
};

type PoolState = { open: number; in_use: number; waiting: number };

/** What of an entry survives the replacement of its client. */
type Uses = { taken: number; readonly losses: Map<() => void, Loss> };

type Shared = Uses & {
  readonly url: string;
  live: Live;
  /** Checks the sockets while there is a listener. */
  looking?: NodeJS.Timeout | undefined;
  users: number;
};

const reportLoss = ({ losses }: Uses, lost: Loss): void => {
  for (const [listener, which] of losses) if (which === 'any' || which === lost) listener();
};

/** By URL and timeout. */
const shared = new Map<string, Shared>();

const openLive = (url: string, timeoutMs: number, uses: Uses) => {
  const onLoss = (): void => reportLoss(uses, 'any');
  const selectionMs = Math.ceil(timeoutMs / SELECTION_FRACTION);
  const options = { ...OPTIONS, serverSelectionTimeoutMS: selectionMs, waitQueueTimeoutMS: selectionMs };
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
    uses.taken += 1;
    pool.waiting -= 1;
    pool.in_use += 1;
  });
  client.on('connectionCheckedIn', () => (pool.in_use -= 1));
  // 0 means unlimited.
  const most = client.options.maxPoolSize || Infinity;
  /** Calls that wait here are certainly not sent; the driver's error for a call that waited too long does not tell. */
  const queue = new PQueue({ concurrency: 1 });
  const widen = widening(client, {
    isMoreWanted: () => queue.size > 0 && pool.open < most,
    // Without any connection, the first call opens one.
    onRoom: (calls) => (queue.concurrency = Math.max(1, Math.min(calls, most))),
  });
  const watched = watchStuck(client, SILENT_MS);
  return { client, pool, queue, widen, watched, hasLost: watchSockets(client) };
};

type Live = ReturnType<typeof openLive>;

/** The driver may wait indefinitely for a connection it is closing. */
const closed = async ({ client }: Live, timeoutMs: number): Promise<void> => {
  await within(timeoutMs, client.close(), () => undefined).catch(() => undefined);
};

/** Pool sizes of this URL's clients, one per timeout in use. */
export const poolsOf = (url: string): readonly Readonly<PoolState>[] =>
  [...shared.values()]
    .filter((each) => each.url === url)
    .map(({ live: { pool, queue } }) => ({ ...pool, waiting: pool.waiting + queue.size }));

type SharedClient = Connections & {
  /** The client for the next call; replaces a stuck client. */
  readonly client: () => MongoClient;
  readonly close: () => Promise<void>;
};

/** `timeoutMs`: the limit for a whole call. */
export const shareClient = (url: string, timeoutMs: number): SharedClient => {
  const key = `${timeoutMs} ${url}`;
  const opened = (): Shared => {
    const entry = { url, taken: 0, losses: new Map<() => void, Loss>(), users: 0 };
    return Object.assign(entry, { live: openLive(url, timeoutMs, entry) });
  };
  const entry = shared.get(key) ?? opened();
  entry.users += 1;
  shared.set(key, entry);
  let isOpen = true;
  return {
    client: () => entry.live.client,
    isOpen: () => isOpen,
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
        if (entry.live.hasLost()) reportLoss(entry, 'held');
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
      entry.live = openLive(url, timeoutMs, entry);
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
