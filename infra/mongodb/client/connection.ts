/** A connection to the database of the rows or the state. Those of a process with the same URL and timeout share one client. */
import {
  MongoClient,
  ReadConcern,
  type ClientSession,
  type Collection,
  type Db,
  type Document,
  type MongoClientOptions,
  type Timestamp,
} from 'mongodb';
import { within } from '../../../commands/within.ts';
import { createClient } from '../../config.ts';
import { callsOn, type CallClient, type CallOptions, type Calls, type Limits } from './calls.ts';

export type ConnectionOptions = CallOptions & {
  /** `mongodb://` or `mongodb+srv://`: a standalone server, a replica set or a sharded cluster. */
  readonly url: string;
  /** Default: the database in the URL, otherwise `colophon`. */
  readonly database?: string;
  /** How long a call waits for an unavailable server, in milliseconds; default 10 s. */
  readonly timeoutMs?: number;
};

export type Deployment = 'standalone' | 'replica set' | 'sharded cluster';

/** A collection of this database. */
export type CollectionOf = <T extends Document>(name: string) => Collection<T>;

export type CausalOptions = Limits & { readonly session: ClientSession };

export type Connection = Calls & {
  readonly deployment: Deployment;
  /** For commands. */
  readonly db: () => Db;
  /** Reads the primary's current data. */
  readonly collection: CollectionOf;
  /** Reads only data that a failover cannot roll back: for reads that decide a write. A standalone server has no majority. */
  readonly durable: CollectionOf;
  /** Work in a causally consistent session, for any of the calls: it sees everything that earlier such work read or wrote. */
  readonly causally: <T>(work: (options: CausalOptions) => Promise<T>) => (limits: Limits) => Promise<T>;
  readonly close: () => Promise<void>;
};

const DATABASE = 'colophon';
const TIMEOUT_MS = 10_000;

/** With these, the driver notices within seconds that a server is silent, and ends the operations that wait for it. */
const OPTIONS: MongoClientOptions = {
  appName: 'colophon',
  ignoreUndefined: true,
  retryReads: true,
  retryWrites: true,
  connectTimeoutMS: 3_000,
  heartbeatFrequencyMS: 2_000,
};

/** The part of a call's time in which the driver waits for a server: afterwards there is time to say why there is none. */
const SELECTION = 3 / 4;

type PoolSizes = { readonly open: number; readonly in_use: number; readonly waiting: number };

const openClient = (url: string, timeoutMs: number, onTaken: () => void) => {
  const waits = { serverSelectionTimeoutMS: Math.ceil(timeoutMs * SELECTION), waitQueueTimeoutMS: timeoutMs };
  const client = createClient('MONGODB_URL', url, () => new MongoClient(url, { ...OPTIONS, ...waits }));
  const pool = { open: 0, inUse: 0 };
  client.on('connectionCreated', () => (pool.open += 1));
  client.on('connectionClosed', () => (pool.open -= 1));
  client.on('connectionCheckedIn', () => (pool.inUse -= 1));
  client.on('connectionCheckedOut', () => {
    pool.inUse += 1;
    onTaken();
  });
  return { client, pool };
};

type Live = ReturnType<typeof openClient>;

/** The driver may wait indefinitely for a connection that it is closing. */
const closed = ({ client }: Live, timeoutMs: number): Promise<void> =>
  within(timeoutMs, client.close(), () => undefined).catch(() => undefined);

type Shared = { readonly url: string; live: Live; users: number; running: number; taken: number };

/** By URL and timeout. */
const shared = new Map<string, Shared>();

/** Pool sizes of this URL's clients, one per timeout in use. */
export const poolsOf = (url: string): readonly PoolSizes[] =>
  [...shared.values()]
    .filter((each) => each.url === url)
    .map(({ live: { pool }, running }) => {
      return { open: pool.open, in_use: pool.inUse, waiting: Math.max(0, running - pool.inUse) };
    });

const shareClient = (url: string, timeoutMs: number) => {
  const key = `${timeoutMs} ${url}`;
  const onTaken = (): void => void (entry.taken += 1);
  const opened = (): Shared => ({ url, users: 0, running: 0, taken: 0, live: openClient(url, timeoutMs, onTaken) });
  const entry = shared.get(key) ?? opened();
  entry.users += 1;
  shared.set(key, entry);
  let isOpen = true;
  const calls: CallClient = {
    isOpen: () => isOpen,
    connect: () => entry.live.client.connect(),
    running: (call) => {
      entry.running += 1;
      return call.finally(() => (entry.running -= 1));
    },
    since: () => {
      const { live, taken } = entry;
      const isTaken = (): boolean => entry.taken !== taken;
      return {
        isTaken,
        // The driver (7.8.0) waits indefinitely to write to a socket that is just being closed (`Connection.writeCommand`). If its
        // monitor does, or connections that it opens, the client no longer finds its server.
        replaceIfUnused: () => {
          if (isTaken() || entry.live !== live || entry.users === 0) return;
          entry.live = openClient(url, timeoutMs, onTaken);
          void closed(live, timeoutMs);
        },
      };
    },
  };
  return {
    calls,
    /** The client for the next operation. */
    client: () => entry.live.client,
    close: async (): Promise<void> => {
      if (!isOpen) return;
      isOpen = false;
      entry.users -= 1;
      if (entry.users > 0) return;
      shared.delete(key);
      await closed(entry.live, timeoutMs);
    },
  };
};

/**
 * The input of folds is read at `majority`, so that a failover cannot roll it back. A new primary may not yet have everything
 * that its predecessor acknowledged; the operation time passed from call to call makes it wait. A standalone server has no
 * operation time and needs none.
 */
const causallyOn = (client: () => MongoClient): Connection['causally'] => {
  let seen: Timestamp | undefined;
  return (work) => async (limits) => {
    const session = client().startSession({ causalConsistency: true });
    if (seen !== undefined) session.advanceOperationTime(seen);
    try {
      return await work({ ...limits, session });
    } finally {
      const { operationTime } = session;
      if (operationTime !== undefined && (seen === undefined || operationTime.greaterThan(seen))) seen = operationTime;
      await session.endSession();
    }
  };
};

const databaseOf = (url: string): string | undefined =>
  /^mongodb(?:\+srv)?:\/\/[^/?]+\/(?<name>[^?]+)/.exec(url)?.groups?.['name'];

const deploymentOf = ({ setName, msg }: Document): Deployment => {
  if (msg === 'isdbgrid') return 'sharded cluster';
  return setName === undefined ? 'standalone' : 'replica set';
};

/** `what` names the store in errors. Throws `Unavailable` when the server does not answer. */
export const connect = async (what: string, options: ConnectionOptions): Promise<Connection> => {
  const { url, database = databaseOf(url) ?? DATABASE, timeoutMs = TIMEOUT_MS } = options;
  const { client, close, ...sharing } = shareClient(url, timeoutMs);
  const calls = callsOn(what, sharing.calls, timeoutMs, options);
  /**
   * Not left to the URL: writes are acknowledged once journaled by a majority, so an acknowledged checkpoint survives the
   * loss of the primary; reads go to the primary and see every acknowledged write.
   */
  const concerned = (level: 'local' | 'majority'): Db =>
    client().db(database, {
      readPreference: 'primary',
      readConcern: new ReadConcern(level),
      writeConcern: { w: 'majority', journal: true, wtimeoutMS: timeoutMs },
    });
  try {
    const hello = await calls.repeatedly(({ signal }) => client().db(database).command({ hello: 1 }, { signal }));
    const deployment = deploymentOf(hello);
    const durably = deployment === 'standalone' ? 'local' : 'majority';
    return {
      ...calls,
      deployment,
      db: () => concerned('local'),
      collection: (name) => concerned('local').collection(name),
      durable: (name) => concerned(durably).collection(name),
      causally: causallyOn(client),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
