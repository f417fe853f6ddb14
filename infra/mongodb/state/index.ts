/** The state store in MongoDB: one document a record, each operation one atomic change of it. */
import type { Collection, Filter } from 'mongodb';
import type { StateStore } from '../../../commands/ports.ts';
import { connect, type ConnectionOptions } from '../client/connection.ts';
import { isDuplicate } from '../client/failures.ts';
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

/** The server removes what expired so long ago that every process takes it for expired. */
const REMOVED_AFTER_S = 60;

/**
 * Throws `Unavailable` when the server does not answer. Any number may be open; those of one URL share a client.
 *
 * A write whose answer was lost is sent again by the driver, under a number by which a replica set or a sharded cluster
 * knows it: it is carried out once. A standalone server knows no such numbers, so there the write is not sent again:
 * `Unavailable` then leaves open whether the record was put or removed, or the counter raised.
 */
export const openMongoState = async (options: ConnectionOptions): Promise<StateStore> => {
  const connection = await connect('state', options);
  const { durable, repeatedly, once, atLength, close } = connection;
  /** All that is read here decides something: who holds a lease, or whose session it is. */
  const records = (): Collection<StateDocument> => durable(RECORDS);
  const now = serverClock(connection);

  /**
   * The record after the change, or null where none lives that meets the filter. The server is asked for the record as it
   * was: that is the one the change was made to, whoever changes it next.
   */
  const advance = async (
    filter: Filter<StateDocument>,
    { update, after }: Change,
    at: number,
  ): Promise<StateDocument | null> => {
    const before = await records().findOneAndUpdate({ $and: [filter, unexpired(at)] }, update, {
      returnDocument: 'before',
    });
    return before === null ? null : after(before);
  };

  /** Begins a record where there is none, or an expired one. Null if one lives: of many who try, one begins it. */
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
      // Again only when somebody else began, removed or outlived the record in between.
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
        const begun = await begin(key, firstOf(value, expiresAt), at);
        if (begun !== null || ifVersion === 'absent') return begun;
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
        if (other !== null) throw new TypeError(`${key} is no counter`);
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
        .find({ $and: [prefixed, later, unexpired(at)] }, page)
        .toArray(),
    );
    return found.map((record) => recordOf(record));
  };

  try {
    // A server whose clock cannot be read is refused before anything relies on it.
    await now();
    await atLength(() => records().createIndex({ expiresAt: 1 }, { expireAfterSeconds: REMOVED_AFTER_S }));
  } catch (error) {
    await close();
    throw error;
  }
  return { get, put, remove, increment, list, now, close };
};
