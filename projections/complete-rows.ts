/** Read models for queries: a projection's rows are hidden until all of them are built, since until then they show an old state. */
import { projectionsByCollection, type Projection } from './define.ts';
import type { Collection, ReadModels } from './ports.ts';
import { liveCheckpoint } from './queries/position.ts';

/** Complete rows stay complete, unless all rows are dropped from a database that is in use. */
const REMEMBERED_MS = 1_000;

/** Reading throws `Unavailable` while the rows are being made. */
export const completeReadModels = (readModels: ReadModels, projections: readonly Projection[]): ReadModels => {
  const byCollection = projectionsByCollection(projections);
  const completeAt = new Map<Projection, number>();

  const complete = async <R>(collection: Collection<R, string>): Promise<Collection<R, string>> => {
    const projection = byCollection.get(collection.name);
    const now = performance.now();
    if (projection === undefined || now - (completeAt.get(projection) ?? -Infinity) < REMEMBERED_MS) return collection;
    await liveCheckpoint(readModels, projection, `projection of ${projection.name}`);
    completeAt.set(projection, now);
    return collection;
  };

  return {
    ...readModels,
    load: async (collection, ids) => readModels.load(await complete(collection), ids),
    get: async (collection, id) => readModels.get(await complete(collection), id),
    find: async (collection, find) => readModels.find(await complete(collection), find),
    count: async (collection, where, atMost) => readModels.count(await complete(collection), where, atMost),
    total: async (collection, where) => readModels.total(await complete(collection), where),
    groupCounts: async (collection, where, by) => readModels.groupCounts(await complete(collection), where, by),
    coOccurrences: async (collection, asked) => readModels.coOccurrences(await complete(collection), asked),
  };
};
