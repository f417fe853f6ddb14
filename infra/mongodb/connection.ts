/** A connection to MongoDB: one client a URL in this process, and what to do when the server cannot be reached. */
import { setTimeout as pause } from 'node:timers/promises';
import {
  MongoClient,
  MongoError,
  MongoErrorLabel,
  MongoNetworkError,
  MongoServerSelectionError,
  type Db,
} from 'mongodb';
import { Unavailable } from '../../domain/errors.ts';

export type ConnectionOptions = {
  readonly url: string;
  /** Default: the one that the URL names, else `colophon`. */
  readonly database?: string;
  /** How long a call waits for the server before it gives up. */
  readonly timeoutMs?: number;
};

export type Connection = {
  readonly db: Db;
  /**
   * Runs work that may be run again, again after a pause while the server cannot be reached, as when a primary is lost.
   * Throws `Unavailable` when that takes too long.
   */
  readonly repeatedly: <T>(work: () => Promise<T>) => Promise<T>;
  /** Runs work that must not be run twice. Throws `Unavailable` with the outcome unknown. */
  readonly once: <T>(work: () => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
};

const DATABASE = 'colophon';
const TIMEOUT_MS = 15_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;

/** Codes of a server that is not, or no longer, the primary, or is shutting down. */
const AWAY_CODES = new Set<unknown>([6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

const isAway = (error: unknown): boolean =>
  error instanceof MongoNetworkError ||
  error instanceof MongoServerSelectionError ||
  (error instanceof MongoError &&
    (AWAY_CODES.has(error.code) ||
      error.hasErrorLabel(MongoErrorLabel.RetryableWriteError) ||
      /^Mongo(PoolCleared|NotConnected|OperationTimeout|ClientClosed|TopologyClosed|WaitQueueTimeout)/.test(
        error.name,
      )));

const shared = new Map<string, { readonly client: MongoClient; users: number }>();

const take = (url: string, timeoutMs: number): MongoClient => {
  const known = shared.get(url) ?? {
    client: new MongoClient(url, {
      serverSelectionTimeoutMS: Math.min(timeoutMs, 5_000),
      connectTimeoutMS: Math.min(timeoutMs, 5_000),
      socketTimeoutMS: timeoutMs,
      ignoreUndefined: true,
      readPreference: 'primary',
      // An acknowledged checkpoint must outlive the primary that acknowledged it.
      writeConcern: { w: 'majority', journal: true },
    }),
    users: 0,
  };
  known.users += 1;
  shared.set(url, known);
  return known.client;
};

const giveBack = async (url: string): Promise<void> => {
  const known = shared.get(url);
  if (known === undefined) return;
  known.users -= 1;
  if (known.users > 0) return;
  shared.delete(url);
  await known.client.close();
};

/** `what` names the store in errors. Throws `Unavailable` when the server does not answer. */
export const connect = async (
  what: string,
  { url, database, timeoutMs = TIMEOUT_MS }: ConnectionOptions,
): Promise<Connection> => {
  const client = take(url, timeoutMs);
  const away = (error: unknown): Unavailable =>
    new Unavailable(what, error instanceof Error ? error.message : 'no answer', { cause: error });

  const once = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw isAway(error) ? away(error) : error;
    }
  };
  const repeatedly = async <T>(work: () => Promise<T>): Promise<T> => {
    const deadline = performance.now() + timeoutMs;
    for (let ceiling = FIRST_PAUSE_MS; ; ceiling = Math.min(ceiling * 2, LONGEST_PAUSE_MS)) {
      try {
        return await work();
      } catch (error) {
        if (!isAway(error)) throw error;
        if (performance.now() > deadline) throw away(error);
      }
      await pause(Math.random() * ceiling);
    }
  };

  let open = true;
  const close = async (): Promise<void> => {
    if (!open) return;
    open = false;
    await giveBack(url);
  };
  const named = new URL(url.replace(/^mongodb(\+srv)?:/, 'http:').replace(/,[^/]*/, '')).pathname.slice(1);
  try {
    await repeatedly(() => client.connect());
  } catch (error) {
    await close();
    throw error;
  }
  return { db: client.db(database ?? (named === '' ? DATABASE : named)), repeatedly, once, close };
};

const DUPLICATE_KEY = 11_000;

export const isDuplicate = (error: unknown): boolean => error instanceof MongoError && error.code === DUPLICATE_KEY;
