/** The state store in MongoDB: one document a record, each operation one atomic update. */
import type { Document, Filter } from 'mongodb';
import type { Log, StateRecord, StateStore } from '../../../commands/ports.ts';
import type { Json } from '../../../domain/json.ts';
import { connect, isDuplicate, type ConnectionOptions } from '../../mongodb/connection.ts';
import { escaped } from '../../mongodb/escaped.ts';
import { serverClock } from './clock.ts';

/** A number is kept as one, so that it can be added to; anything else as JSON text, so that it comes back as it was. */
type StateDocument = Document & {
  readonly _id: string;
  readonly number?: number;
  readonly text?: string;
  readonly version: number;
  readonly expiresAt: Date | null;
};

const contents = (value: Json): { readonly $set: Document; readonly $unset: Document } =>
  typeof value === 'number'
    ? { $set: { number: value }, $unset: { text: '' } }
    : { $set: { text: JSON.stringify(value) }, $unset: { number: '' } };

const recordOf = ({ _id, number, text, version, expiresAt }: StateDocument): StateRecord => ({
  key: _id,
  value: number ?? (JSON.parse(text ?? 'null') as Json),
  version,
  expiresAt: expiresAt?.getTime() ?? null,
});

/**
 * An increment whose answer was lost is not sent again by this adapter: the caller gets `Unavailable` and the counter
 * may have been raised. On a replica set the driver's retryable writes make even that rare.
 */
export const openMongoState = async (options: ConnectionOptions & { readonly log?: Log }): Promise<StateStore> => {
  const connection = await connect('state', options);
  const { db, repeatedly, once, close } = connection;
  const records = db.collection<StateDocument>('state');
  const clock = serverClock(connection);
  await repeatedly(() => records.createIndex({ expiresAt: 1 }, { name: 'expiry', expireAfterSeconds: 0 }));

  const alive = (now: number): Filter<StateDocument> => ({
    $or: [{ expiresAt: null }, { expiresAt: { $gt: new Date(now) } }],
  });
  const dead = (now: number): Filter<StateDocument> => ({ expiresAt: { $lte: new Date(now) } });
  const expiry = (now: number, ttlMs: number | undefined): Date | null =>
    ttlMs === undefined ? null : new Date(now + ttlMs);

  /** Puts a first record where there is none, or a dead one; null if there is a living one. */
  const begin = async (
    key: string,
    update: Document,
    expiresAt: Date | null,
    now: number,
  ): Promise<StateDocument | null> => {
    const first = { ...update, $set: { ...(update['$set'] as Document), version: 1, expiresAt } };
    try {
      return await records.findOneAndUpdate({ _id: key, ...dead(now) }, first, {
        upsert: true,
        returnDocument: 'after',
      });
    } catch (error) {
      if (isDuplicate(error)) return null;
      throw error;
    }
  };
  /** Changes a living record; answers it as it was before, from which what it is now follows. */
  const advance = (
    key: string,
    filter: Filter<StateDocument>,
    update: Document,
    now: number,
  ): Promise<StateDocument | null> =>
    records.findOneAndUpdate({ $and: [{ _id: key }, alive(now), filter] }, update, { returnDocument: 'before' });

  const put: StateStore['put'] = (key, value, { ifVersion, ttlMs } = {}) =>
    once(async () => {
      const { $set, $unset } = contents(value);
      for (;;) {
        const now = await clock.now();
        const expiresAt = expiry(now, ttlMs);
        if (ifVersion !== 'absent') {
          const filter = ifVersion === undefined ? {} : { version: ifVersion };
          const before = await advance(
            key,
            filter,
            { $set: { ...$set, expiresAt }, $unset, $inc: { version: 1 } },
            now,
          );
          if (before !== null)
            return { key, value, version: before.version + 1, expiresAt: expiresAt?.getTime() ?? null };
          if (ifVersion !== undefined) return null;
        }
        const first = await begin(key, { $set, $unset }, expiresAt, now);
        if (first !== null) return { key, value, version: 1, expiresAt: expiresAt?.getTime() ?? null };
        if (ifVersion === 'absent') return null;
      }
    });

  return {
    put,
    get: (key) =>
      repeatedly(async () => {
        const now = await clock.now();
        const found = await records.findOne({ $and: [{ _id: key }, alive(now)] });
        return found === null ? null : recordOf(found);
      }),
    remove: (key, ifVersion) =>
      once(async () => {
        const now = await clock.now();
        const { deletedCount } = await records.deleteOne({
          $and: [{ _id: key }, alive(now), ifVersion === undefined ? {} : { version: ifVersion }],
        });
        return deletedCount === 1;
      }),
    increment: (key, by, ttlMs) =>
      once(async () => {
        for (;;) {
          const now = await clock.now();
          const before = await advance(key, {}, { $inc: { number: by, version: 1 } }, now);
          if (before !== null)
            return { ...recordOf(before), value: (before.number ?? 0) + by, version: before.version + 1 };
          const first = await begin(key, { $set: { number: by } }, expiry(now, ttlMs), now);
          if (first !== null) return { ...recordOf(first), value: by, version: 1 };
        }
      }),
    list: (prefix, { after, limit } = {}) =>
      repeatedly(async () => {
        const now = await clock.now();
        const prefixed: Filter<StateDocument> = { _id: { $regex: `^${escaped(prefix)}` } };
        const later: Filter<StateDocument> = after === undefined ? {} : { _id: { $gt: after } };
        const cursor = records.find({ $and: [prefixed, later, alive(now)] }).sort({ _id: 1 });
        return (await (limit === undefined ? cursor : cursor.limit(limit)).toArray()).map(recordOf);
      }),
    now: () => clock.now(),
    close,
  };
};
