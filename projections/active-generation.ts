/** Read models as readers see them: each declared collection maps to the generation that currently serves. */
import { projectionKey, projectionsByCollection, type Projection } from './define.ts';
import { collectionIn, servingGeneration } from './generations.ts';
import type { Collection, ReadModels } from './ports.ts';

/** How long a reader may reuse the generation it looked up; a replaced generation is kept up to date for much longer. */
const REMEMBERED_MS = 1_000;

/** Collections and keys that belong to none of the projections pass through unchanged. Throws what `readModels` throws. */
export const activeGenerationReadModels = (
  readModels: ReadModels,
  projections: readonly Projection[],
  { rememberedMs = REMEMBERED_MS }: { readonly rememberedMs?: number } = {},
): ReadModels => {
  const byKey = new Map(projections.map((projection) => [projectionKey(projection), projection]));
  const byCollection = projectionsByCollection(projections);
  const remembered = new Map<Projection, { readonly askedAt: number; readonly generation: Promise<number> }>();

  const generationFor = (projection: Projection | undefined): Promise<number> => {
    if (projection === undefined) return Promise.resolve(0);
    const now = performance.now();
    const known = remembered.get(projection);
    if (known !== undefined && now - known.askedAt < rememberedMs) return known.generation;
    const generation = servingGeneration(readModels, projection);
    remembered.set(projection, { askedAt: now, generation });
    generation.catch(() => remembered.delete(projection));
    return generation;
  };
  const physical = async <R>(collection: Collection<R, string>): Promise<Collection<R, string>> =>
    collectionIn(collection, await generationFor(byCollection.get(collection.name)));
  const keyOf = async (key: string): Promise<{ readonly key: string; readonly generation: number }> => {
    const projection = byKey.get(key);
    const generation = await generationFor(projection);
    return { key: projection === undefined ? key : projectionKey({ ...projection, generation }), generation };
  };
  const all = <T>(of: readonly T[], map: (each: T) => Promise<T>): Promise<T[]> => Promise.all(of.map(map));

  return {
    create: async (collection, indexes) => readModels.create(await physical(collection), indexes),
    index: async (collection) => readModels.index(await physical(collection)),
    drop: async (projection, collections) =>
      readModels.drop((await keyOf(projection)).key, await all(collections, physical)),
    load: async (collection, ids) => readModels.load(await physical(collection), ids),
    loadForFolding: async (collection, ids, bytes) => readModels.loadForFolding(await physical(collection), ids, bytes),
    commit: async ({ projection, changes, recounts, checkpoint }) =>
      readModels.commit({
        projection: (await keyOf(projection)).key,
        changes: await all(changes, async (each) => ({ ...each, collection: await physical(each.collection) })),
        recounts: await all(recounts, async (each) => ({
          ...each,
          into: await physical(each.into),
          from: await physical(each.from),
        })),
        checkpoint,
      }),
    checkpoint: async (projection) => {
      const { key, generation } = await keyOf(projection);
      const checkpoint = await readModels.checkpoint(key);
      return checkpoint === null || generation === 0 ? checkpoint : { ...checkpoint, generation };
    },
    get: async (collection, id) => readModels.get(await physical(collection), id),
    find: async (collection, find) => readModels.find(await physical(collection), find),
    count: async (collection, where, atMost) => readModels.count(await physical(collection), where, atMost),
    total: async (collection, where) => readModels.total(await physical(collection), where),
    groupCounts: async (collection, where, by) => readModels.groupCounts(await physical(collection), where, by),
    coOccurrences: async (collection, asked) => readModels.coOccurrences(await physical(collection), asked),
    close: () => readModels.close(),
  };
};
