/** Which generations there are in the read-model store: those that are no longer served are found by it, and dropped. */
import { collectionsOf, isScratch, projectionKey, type Projection } from '../../projections/define.ts';
import { serve, servingGeneration } from '../../projections/generations.ts';
import type { Collection, ReadModels } from '../../projections/ports.ts';

export type Registered = {
  /** The key of its checkpoint. */
  readonly key: string;
  readonly projection: string;
  readonly version: number;
  readonly generation: number;
  readonly collections: readonly Collection[];
  /** Since when it is not served any more, epoch milliseconds; null = it serves, or is to. */
  readonly retiredAt: number | null;
  /** The keys of the checkpoints of its parts, where it was caught up in parts. */
  readonly parts?: readonly string[];
};

const generations: Collection<RegistryRow> = { name: 'projection_generations', indexes: [] };
/** More than there will ever be at a time. */
const MOST = 10_000;

type RegistryRow = { readonly id: string; readonly entry: Registered };

/** Rows are guarded by their position, which here counts how often the entry was written. */
const write = async (
  readModels: ReadModels,
  key: string,
  entryAfter: (before: Registered | null) => Registered | null,
): Promise<void> => {
  const before = await readModels.get(generations, key);
  const position = (before?.position ?? 0) + 1;
  const entry = entryAfter(before?.entry ?? null);
  await readModels.commit({
    projection: generations.name,
    changes: [
      entry === null
        ? { collection: generations, replace: [], remove: [{ id: key, position }] }
        : { collection: generations, replace: [{ id: key, position, entry }] },
    ],
    recounts: [],
    checkpoint: { position: 0, phase: 'live' },
  });
};

/** To be called before anything else here. Harmless when it has been. */
export const openRegistry = (readModels: ReadModels): Promise<void> => readModels.create(generations, 'now');

export const registered = async (readModels: ReadModels): Promise<readonly Registered[]> =>
  (await readModels.find(generations, { where: { all: [] }, limit: MOST })).map(({ entry }) => entry);

/** One that has never caught up. */
export const nextGeneration = async (
  readModels: ReadModels,
  { name, version }: Pick<Projection, 'name' | 'version'>,
): Promise<number> => {
  const own = (await registered(readModels)).filter((each) => each.projection === name && each.version === version);
  const serving = await servingGeneration(readModels, { name, version });
  return Math.max(serving, ...own.map(({ generation }) => generation)) + 1;
};

/** To be called before the collections are made: what is made is known, even if its maker dies at once. */
export const register = async (
  readModels: ReadModels,
  projection: Projection,
  parts: readonly string[] = [],
): Promise<Registered> => {
  const { name, version, generation = 0 } = projection;
  const key = projectionKey(projection);
  const collections = collectionsOf(projection);
  const entry = { key, projection: name, version, generation, collections, retiredAt: null, parts };
  await write(readModels, key, (before) => ({ ...entry, parts: [...new Set([...(before?.parts ?? []), ...parts])] }));
  return entry;
};

export const retire = (readModels: ReadModels, entry: Registered, now: number): Promise<void> =>
  write(readModels, entry.key, (before) => ({ ...(before ?? entry), retiredAt: now }));

/** No process may be writing it. May be cut off and called again. */
export const dropGeneration = async (readModels: ReadModels, entry: Registered): Promise<void> => {
  const { key, projection: name, version, generation, collections, parts = [] } = entry;
  // First, so that a release which comes back for these rows fills others, also while this is on its way.
  if (!isScratch(generation)) await serve(readModels, { name, version }, generation + 1);
  await readModels.drop(key, collections);
  for (const part of parts) await readModels.drop(part, []);
  await write(readModels, key, () => null);
};
