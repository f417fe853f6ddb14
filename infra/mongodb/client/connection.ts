/** A connection to the database that the rows or the state are in. */
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
import { LONG_ATTEMPT_MS, patience, unqueued, type Patience } from './patience.ts';

export type ConnectionOptions = {
  /** `mongodb://` or `mongodb+srv://`: a standalone server, a replica set or a sharded cluster. */
  readonly url: string;
  /** Default: the one that the URL names, else `colophon`. */
  readonly database?: string;
  readonly log?: Log;
  /** How long a call waits for a server that is away, milliseconds; default 10 s. */
  readonly timeoutMs?: number;
  /** How long one attempt at a call takes that may last, such as building indexes; default 10 min. */
  readonly longAttemptMs?: number;
};

/** What the server is one of. */
export type Deployment = 'standalone' | 'replica set' | 'sharded cluster';

/** A collection of this database. The server ends a call on it after the connection's time-out. */
export type CollectionOf = <T extends Document>(name: string) => Collection<T>;

export type Connection = Patience & {
  readonly deployment: Deployment;
  /** For commands. */
  readonly db: () => Db;
  /** Reads see what the primary has. */
  readonly collection: CollectionOf;
  /** Reads see what no lost primary takes back: for what decides a write. A standalone server has no majority to ask. */
  readonly durable: CollectionOf;
  /** As `durable`; the server ends a call only after as long as one long attempt may take. */
  readonly durableAtLength: CollectionOf;
  /** Runs work in a session that sees everything that earlier work has seen or written. */
  readonly causally: <T>(work: (session: ClientSession) => Promise<T>) => Promise<T>;
  /** As `repeatedly`, for what is asked in the middle of another call, which has been admitted already. */
  readonly unqueued: Patience['repeatedly'];
  readonly close: () => Promise<void>;
};

/**
 * A row that is folded further must be one that no lost primary takes back, so it is read at `majority`. A primary that
 * is new may not yet know all that its predecessor had acknowledged; the time carried from call to call makes it wait.
 * A standalone server has no such time, and needs none.
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
  const patient = patience(what, timeoutMs, connections, options);
  /**
   * Said here and not left to the URL: a write is acknowledged when a majority of the nodes has it in its journal, so a
   * checkpoint that was acknowledged outlives the primary that did so; reads go to the primary and see every such write.
   */
  const concerned = (level: 'local' | 'majority'): Db =>
    client().db(database, {
      readPreference: 'primary',
      readConcern: new ReadConcern(level),
      writeConcern: { w: 'majority', journal: true, wtimeoutMS: timeoutMs },
    });
  try {
    const deployment = deploymentOf(
      await patient.repeatedly(async () => {
        // A client that found no server the first time looks for none again by itself.
        await client().connect();
        return client().db(database).command({ hello: 1 });
      }),
    );
    const durably = deployment === 'standalone' ? 'local' : 'majority';
    return {
      ...patient,
      deployment,
      db: () => concerned('local'),
      collection: (name) => limited(concerned('local').collection(name), timeoutMs),
      durable: (name) => limited(concerned(durably).collection(name), timeoutMs),
      durableAtLength: (name) => limited(concerned(durably).collection(name), longAttemptMs),
      causally: causallyOn(client),
      unqueued: patience(what, timeoutMs, unqueued(connections), options).repeatedly,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
