/** A collection with a server-side time limit on each call, so that abandoned calls do not keep running on the server. */
import type { Collection, Document } from 'mongodb';

/** The position of each method's options. Methods that are not listed are passed through; index builds have no limit. */
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
      return (...args: unknown[]): unknown => {
        const options = args[at] as Document | undefined;
        while (args.length < at) args.push({});
        return Reflect.apply(value, target, [...args.slice(0, at), { maxTimeMS, ...options }]) as unknown;
      };
    },
  });
