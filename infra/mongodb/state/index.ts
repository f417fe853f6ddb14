/** The state store in MongoDB: one document per record, and one atomic change per operation. */
import type { Collection, Document, Filter, UpdateFilter } from 'mongodb';
import { FORMAT_KEY, mustHaveFormat } from '../../../commands/data-format.ts';
import type { StateRecord, StateStore } from '../../../commands/ports.ts';
import type { Json } from '../../../domain/json.ts';
import { firstVersion } from '../../system.ts';
import type { Limits } from '../client/calls.ts';
import { connect, type ConnectionOptions } from '../client/connection.ts';
import { explainedConflict, isDuplicate } from '../client/failures.ts';
import { beginningWith } from '../prefix.ts';
import { serverClock } from './clock.ts';

/** Numbers are stored as such, so they can be incremented; other values as JSON text, so they are returned unchanged. */
type StateDocument = Document & {
  readonly _id: string;
  readonly number?: number;
  readonly text?: string;
  readonly version: number;
  /** Null: never. */
  readonly expiresAt: Date | null;
};

const contentOf = (value: Json): Pick<StateDocument, 'number' | 'text'> =>
  typeof value === 'number' ? { number: value } : { text: JSON.stringify(value) };

const recordOf = ({ _id, number, text, version, expiresAt }: StateDocument): StateRecord => ({
  key: _id,
  value: number ?? (JSON.parse(text ?? 'null') as Json),
  version,
  expiresAt: expiresAt?.getTime() ?? null,
});

const expiryOf = (now: number, ttlMs: number | undefined): Date | null =>
  ttlMs === undefined ? null : new Date(now + ttlMs);

const firstOf = (value: Json, expiresAt: Date | null): Omit<StateDocument, '_id'> => ({
  ...contentOf(value),
  version: firstVersion(),
  expiresAt,
});

/** A change as an update for the server, and its effect on a record. */
type Change = {
  readonly update: UpdateFilter<StateDocument>;
  readonly after: (before: StateDocument) => StateDocument;
};

const changeTo = (value: Json, expiresAt: Date | null): Change => ({
  update: {
    $set: { ...contentOf(value), expiresAt },
    $unset: typeof value === 'number' ? { text: '' } : { number: '' },
    $inc: { version: 1 },
  },
  after: ({ _id, version }) => ({ _id, ...contentOf(value), version: version + 1, expiresAt }),
});

const raisedBy = (by: number): Change => ({
  update: { $inc: { number: by, version: 1 } },
  after: (before) => ({ ...before, number: (before.number ?? 0) + by, version: before.version + 1 }),
});

const unexpired = (now: number): Filter<StateDocument> => ({
  $or: [{ expiresAt: null }, { expiresAt: { $gt: new Date(now) } }],
});

const expired = (now: number): Filter<StateDocument> => ({ expiresAt: { $lte: new Date(now) } });

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
  const advance = async (filter: Filter<StateDocument>, { update, after }: Change, at: number, limits: Limits) => {
    const before = await records().findOneAndUpdate({ $and: [filter, unexpired(at)] }, update, {
      returnDocument: 'before',
      ...limits,
    });
    return before === null ? null : after(before);
  };

  /** Creates a record if there is none or it has expired; null otherwise. Of several concurrent calls, one succeeds. */
  const begin = async (
    key: string,
    first: Omit<StateDocument, '_id'>,
    at: number,
    limits: Limits,
  ): Promise<StateDocument | null> => {
    try {
      await records().replaceOne({ _id: key, ...expired(at) }, first, { upsert: true, ...limits });
      return { _id: key, ...first } as StateDocument;
    } catch (error) {
      if (isDuplicate(error)) return null;
      throw error;
    }
  };

  const put: StateStore['put'] = async (key, value, { ifVersion, ttlMs } = {}) => {
    const written = await once(async (limits) => {
      // Retries only if another process created or removed the record meanwhile, or it expired.
      for (;;) {
        const at = await now();
        const expiresAt = expiryOf(at, ttlMs);
        if (ifVersion !== 'absent') {
          const present = { _id: key, ...(ifVersion === undefined ? {} : { version: ifVersion }) };
          const changed = await advance(present, changeTo(value, expiresAt), at, limits);
          if (changed !== null || ifVersion !== undefined) return changed;
        }
        const created = await begin(key, firstOf(value, expiresAt), at, limits);
        if (created !== null || ifVersion === 'absent') return created;
      }
    });
    return written === null ? null : recordOf(written);
  };

  const increment: StateStore['increment'] = async (key, by, ttlMs) => {
    const { number: value = 0, ...counter } = await once(async (limits) => {
      for (;;) {
        const at = await now();
        const raised = await advance({ _id: key, number: { $exists: true } }, raisedBy(by), at, limits);
        if (raised !== null) return raised;
        const counted = await begin(key, firstOf(by, expiryOf(at, ttlMs)), at, limits);
        if (counted !== null) return counted;
        const other = await records().findOne({ $and: [{ _id: key, text: { $exists: true } }, unexpired(at)] }, limits);
        if (other !== null) throw new TypeError(`${key} is not a counter`);
      }
    });
    return { ...recordOf(counter), value };
  };

  const get: StateStore['get'] = async (key) => {
    const at = await now();
    const found = await repeatedly((limits) => records().findOne({ $and: [{ _id: key }, unexpired(at)] }, limits));
    return found === null ? null : recordOf(found);
  };

  const remove: StateStore['remove'] = async (key, ifVersion) => {
    const at = await now();
    const present = { _id: key, ...(ifVersion === undefined ? {} : { version: ifVersion }) };
    const { deletedCount } = await once((limits) => records().deleteOne({ $and: [present, unexpired(at)] }, limits));
    return deletedCount === 1;
  };

  const list: StateStore['list'] = async (prefix, { after, limit } = {}) => {
    if (limit === 0) return [];
    const at = await now();
    const prefixed: Filter<StateDocument> = { _id: { $regex: beginningWith(prefix) } };
    const later: Filter<StateDocument> = after === undefined ? {} : { _id: { $gt: after } };
    const page = { sort: { _id: 1 }, ...(limit === undefined ? {} : { limit }) } as const;
    const found = await repeatedly((limits) =>
      records()
        .find({ $and: [prefixed, later, unexpired(at), { _id: { $ne: FORMAT_KEY } }] }, { ...page, ...limits })
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
