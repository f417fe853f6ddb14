/** The state store in MongoDB: one document per record, and one atomic change per operation. */
import type { Collection, Filter } from 'mongodb';
import { FORMAT_KEY, mustHaveFormat } from '../../../commands/data-format.ts';
import type { StateStore } from '../../../commands/ports.ts';
import { connect, type ConnectionOptions } from '../client/connection.ts';
import { explainedConflict, isDuplicate } from '../client/failures.ts';
import { escaped } from '../client/escaped.ts';
import { serverClock } from './clock.ts';
import {
  changeTo,
  expired,
  expiryOf,
  firstOf,
  raisedBy,
  recordOf,
  unexpired,
  type Change,
  type StateDocument,
} from './records.ts';

const RECORDS = 'state';

/** How long the server keeps expired records: long enough that every process considers them expired. */
const REMOVED_AFTER_S = 60;

/**
 * Throws `Unavailable` when the server does not answer. Any number may be open; those with the same URL share a client.
 *
 * The driver retries a write whose answer was lost, with a transaction number by which a replica set or a sharded cluster
 * executes it only once. A standalone server does not support retryable writes: there `Unavailable` leaves open whether the
 * record was put or removed, or the counter incremented.
 */
export const openMongoState = async (options: ConnectionOptions): Promise<StateStore> => {
  const connection = await connect('state', options);
  const { durable, repeatedly, once, atLength, close } = connection;
  /** Every read decides something, such as who holds a lease or whose session it is, so it must be durable. */
  const records = (): Collection<StateDocument> => durable(RECORDS);
  const now = serverClock(connection);

  /** Computed from the record before the change, which is returned atomically. Null if no unexpired record matches. */
  const advance = async (filter: Filter<StateDocument>, { update, after }: Change, at: number) => {
    const before = await records().findOneAndUpdate({ $and: [filter, unexpired(at)] }, update, {
      returnDocument: 'before',
    });
    return before === null ? null : after(before);
  };

  /** Creates a record if there is none or it has expired; null otherwise. Of several concurrent calls, one succeeds. */
  const begin = async (key: string, first: Omit<StateDocument, '_id'>, at: number): Promise<StateDocument | null> => {
    try {
      await records().replaceOne({ _id: key, ...expired(at) }, first, { upsert: true });
      return { _id: key, ...first } as StateDocument;
    } catch (error) {
      if (isDuplicate(error)) return null;
      throw error;
    }
  };

  const put: StateStore['put'] = async (key, value, { ifVersion, ttlMs } = {}) => {
    const written = await once(async (mayBegin) => {
      // Retries only if another process created or removed the record meanwhile, or it expired.
      for (;;) {
        const at = await now();
        mayBegin();
        const expiresAt = expiryOf(at, ttlMs);
        if (ifVersion !== 'absent') {
          const present = { _id: key, ...(ifVersion === undefined ? {} : { version: ifVersion }) };
          const changed = await advance(present, changeTo(value, expiresAt), at);
          if (changed !== null || ifVersion !== undefined) return changed;
        }
        mayBegin();
        const created = await begin(key, firstOf(value, expiresAt), at);
        if (created !== null || ifVersion === 'absent') return created;
      }
    });
    return written === null ? null : recordOf(written);
  };

  const increment: StateStore['increment'] = async (key, by, ttlMs) => {
    const { number: value = 0, ...counter } = await once(async (mayBegin) => {
      for (;;) {
        const at = await now();
        mayBegin();
        const raised = await advance({ _id: key, number: { $exists: true } }, raisedBy(by), at);
        if (raised !== null) return raised;
        mayBegin();
        const counted = await begin(key, firstOf(by, expiryOf(at, ttlMs)), at);
        if (counted !== null) return counted;
        const other = await records().findOne({ $and: [{ _id: key, text: { $exists: true } }, unexpired(at)] });
        if (other !== null) throw new TypeError(`${key} is not a counter`);
      }
    });
    return { ...recordOf(counter), value };
  };

  const get: StateStore['get'] = async (key) => {
    const at = await now();
    const found = await repeatedly(() => records().findOne({ $and: [{ _id: key }, unexpired(at)] }));
    return found === null ? null : recordOf(found);
  };

  const remove: StateStore['remove'] = async (key, ifVersion) => {
    const at = await now();
    const present = { _id: key, ...(ifVersion === undefined ? {} : { version: ifVersion }) };
    const { deletedCount } = await once((mayBegin) => {
      mayBegin();
      return records().deleteOne({ $and: [present, unexpired(at)] });
    });
    return deletedCount === 1;
  };

  const list: StateStore['list'] = async (prefix, { after, limit } = {}) => {
    if (limit === 0) return [];
    const at = await now();
    const prefixed: Filter<StateDocument> = { _id: { $regex: `^${escaped(prefix)}` } };
    const later: Filter<StateDocument> = after === undefined ? {} : { _id: { $gt: after } };
    const page = { sort: { _id: 1 }, ...(limit === undefined ? {} : { limit }) } as const;
    const found = await repeatedly(() =>
      records()
        .find({ $and: [prefixed, later, unexpired(at), { _id: { $ne: FORMAT_KEY } }] }, page)
        .toArray(),
    );
    return found.map((record) => recordOf(record));
  };

  try {
    // Fails early for a server whose clock cannot be read.
    await now();
    await atLength(() =>
      records()
        .createIndex({ expiresAt: 1 }, { expireAfterSeconds: REMOVED_AFTER_S })
        .catch(explainedConflict(RECORDS)),
    );
    await mustHaveFormat({ get, put, list }, 'the state in MongoDB');
  } catch (error) {
    await close();
    throw error;
  }
  return { get, put, remove, increment, list, now, close };
};
