/** A connection to the database that the rows or the state are in. */
import type { Db } from 'mongodb';
import type { Log } from '../../commands/ports.ts';
import { causallyOn, type Causally } from './causality.ts';
import { shareClient } from './client.ts';
import { patience, type Patience } from './patience.ts';

export type ConnectionOptions = {
  /** `mongodb://` or `mongodb+srv://`: a standalone server, a replica set or a sharded cluster. */
  readonly url: string;
  /** Default: the one that the URL names, else `colophon`. */
  readonly database?: string;
  readonly log?: Log;
  /** How long a call waits for a server that is away, milliseconds; default 10 s. */
  readonly timeoutMs?: number;
};

export type Connection = Patience & {
  readonly db: Db;
  /** False for a standalone server, which has no majority to ask. */
  readonly isReplicated: boolean;
  readonly causally: Causally;
  /** As `repeatedly`, for what is asked in the middle of another call, which has been admitted already. */
  readonly unqueued: Patience['repeatedly'];
  readonly close: () => Promise<void>;
};

const DATABASE = 'colophon';
const TIMEOUT_MS = 10_000;

const databaseOf = (url: string): string | undefined =>
  /^mongodb(?:\+srv)?:\/\/[^/?]+\/(?<name>[^?]+)/.exec(url)?.groups?.['name'];

/** `what` names the store in errors. Throws `Unavailable` when the server does not answer. */
export const connect = async (
  what: string,
  { url, database = databaseOf(url) ?? DATABASE, log, timeoutMs = TIMEOUT_MS }: ConnectionOptions,
): Promise<Connection> => {
  const { client, admit, close } = shareClient(url, timeoutMs);
  const patient = patience(what, timeoutMs, { log, admit });
  try {
    const db = client.db(database);
    const { setName, msg } = await patient.repeatedly(async () => {
      // A client that found no server the first time looks for none again by itself.
      await client.connect();
      return db.command({ hello: 1 });
    });
    const isReplicated = setName !== undefined || msg === 'isdbgrid';
    const unqueued = patience(what, timeoutMs, { log }).repeatedly;
    return { ...patient, unqueued, db, isReplicated, causally: causallyOn(client), close };
  } catch (error) {
    await close();
    throw error;
  }
};
