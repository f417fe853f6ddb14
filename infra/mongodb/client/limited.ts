/** A collection each of whose calls the server ends by itself: what nobody waits for any more must not go on there. */
import type { Collection, Document } from 'mongodb';

/** Where each call takes its options. A call that is not here goes through as it is; indexes take as long as they take. */
const OPTIONS_AT: Readonly<Record<string, number>> = {
  find: 1,
  findOne: 1,
  aggregate: 1,
  countDocuments: 1,
  distinct: 2,
  bulkWrite: 1,
  insertOne: 1,
  insertMany: 1,
  updateOne: 2,
  updateMany: 2,
  replaceOne: 2,
  deleteOne: 1,
  deleteMany: 1,
  findOneAndUpdate: 2,
  findOneAndReplace: 2,
  findOneAndDelete: 1,
};

export const limited = <T extends Document>(collection: Collection<T>, maxTimeMS: number): Collection<T> =>
  new Proxy(collection, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const at = typeof name === 'string' ? OPTIONS_AT[name] : undefined;
      if (at === undefined) return value.bind(target) as unknown;
      return (...asked: unknown[]): unknown => {
        const options = asked[at] as Document | undefined;
        while (asked.length < at) asked.push({});
        return Reflect.apply(value, target, [...asked.slice(0, at), { maxTimeMS, ...options }]) as unknown;
      };
    },
  });
