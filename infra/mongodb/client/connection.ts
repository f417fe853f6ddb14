/** A connection to the database of the rows or the state. */
import {
  ReadConcern,
  type ClientSession,
  type Collection,
  type Db,
  type Document,
  type MongoClient,
  type Timestamp,
} from 'mongodb';
import type { Log } from '../../../commands/ports.ts';
import { shareClient } from './client.ts';
import { limited } from './limited.ts';
import { LONG_ATTEMPT_MS, retrying, unqueued, type Retrying } from './retrying.ts';

export type ConnectionOptions = {
  /** `mongodb://` or `mongodb+srv://`: a standalone server, a replica set or a sharded cluster. */
  readonly url: string;
  /** Default: the database in the URL, otherwise `colophon`. */
  readonly database?: string;
  readonly log?: Log;
  /** How long a call waits for an unavailable server, in milliseconds; default 10 s. */
  readonly timeoutMs?: number;
  /** The limit for one attempt at a long call, such as building indexes, in milliseconds; default 10 min. */
  readonly longAttemptMs?: number;
};

export type Deployment = 'standalone' | 'replica set' | 'sharded cluster';

/** A collection of this database. The server aborts calls on it after the connection's timeout. */
export type CollectionOf = <T extends Document>(name: string) => Collection<T>;

export type Connection = Retrying & {
  readonly deployment: Deployment;
  /** For commands. */
  readonly db: () => Db;
  /** Reads the primary's current data. */
  readonly collection: CollectionOf;
  /** Reads only data that a failover cannot roll back: for reads that decide a write. A standalone server has no majority. */
  readonly durable: CollectionOf;
  /** Like `durable`, but the server aborts calls only after the limit for a long attempt. */
  readonly durableAtLength: CollectionOf;
  /** Runs work in a causally consistent session: it sees everything that earlier work read or wrote. */
  readonly causally: <T>(work: (session: ClientSession) => Promise<T>) => Promise<T>;
  /** Like `repeatedly`, for calls within another call, which has been admitted already. */
  readonly unqueued: Retrying['repeatedly'];
  readonly close: () => Promise<void>;
};

/**
 * The input of folds is read at `majority`, so that a failover cannot roll it back. A new primary may not yet have everything
 * that its predecessor acknowledged; the operation time passed from call to call makes it wait. A standalone server has no
 * operation time and needs none.
 */
const causallyOn = (client: () => Pick<MongoClient, 'startSession'>): Connection['causally'] => {
  let seen: Timestamp | undefined;
  return async (work) => {
    const session = client().startSession({ causalConsistency: true });
    if (seen !== undefined) session.advanceOperationTime(seen);
    try {
      return await work(session);
    } finally {
      const { operationTime } = session;
      if (operationTime !== undefined && (seen === undefined || operationTime.greaterThan(seen))) seen = operationTime;
      await session.endSession();
    }
  };
};

const DATABASE = 'colophon';
const TIMEOUT_MS = 10_000;

const databaseOf = (url: string): string | undefined =>
  /^mongodb(?:\+srv)?:\/\/[^/?]+\/(?<name>[^?]+)/.exec(url)?.groups?.['name'];

const deploymentOf = ({ setName, msg }: Document): Deployment => {
  if (msg === 'isdbgrid') return 'sharded cluster';
  return setName === undefined ? 'standalone' : 'replica set';
};

/** `what` names the store in errors. Throws `Unavailable` when the server does not answer. */
export const connect = async (
  what: string,
  {
    url,
    database = databaseOf(url) ?? DATABASE,
    log,
    timeoutMs = TIMEOUT_MS,
    longAttemptMs = LONG_ATTEMPT_MS,
  }: ConnectionOptions,
): Promise<Connection> => {
  const { client, close, ...connections } = shareClient(url, timeoutMs);
  const options = { log, longAttemptMs };
  const retried = retrying(what, timeoutMs, connections, options);
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
    const deployment = deploymentOf(
      await retried.repeatedly(async () => {
        // A client that found no server initially does not retry by itself.
        await client().connect();
        return client().db(database).command({ hello: 1 });
      }),
    );
    const durably = deployment === 'standalone' ? 'local' : 'majority';
    return {
      ...retried,
      deployment,
      db: () => concerned('local'),
      collection: (name) => limited(concerned('local').collection(name), timeoutMs),
      durable: (name) => limited(concerned(durably).collection(name), timeoutMs),
      durableAtLength: (name) => limited(concerned(durably).collection(name), longAttemptMs),
      causally: causallyOn(client),
      unqueued: retrying(what, timeoutMs, unqueued(connections), options).repeatedly,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
