/** Which generations there are in the read-model store: those that are no longer served are found by it, and dropped. */
import { randomUUID } from 'node:crypto';
import { collectionsOf, isScratch, projectionKey, type Projection } from '../../projections/define.ts';
import { serve, servingGeneration } from '../../projections/generations.ts';
import type { Change, Collection, ReadModels, Stored } from '../../projections/ports.ts';

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
  /** How often the entry has been written. */
  readonly revision: number;
};

const generations: Collection<RegistryRow> = { name: 'projection_generations', indexes: [] };
/** More than there will ever be at a time. */
const MOST = 10_000;

type RegistryRow = {
  readonly id: string;
  readonly entry: Omit<Registered, 'revision'>;
  /** Of the registration that wrote it. */
  readonly by?: string;
};

/** Rows are guarded by their position: what is written at a revision that another has written meanwhile changes nothing. */
const commit = (readModels: ReadModels, change: Omit<Change, 'collection'>): Promise<void> =>
  readModels.commit({
    projection: generations.name,
    changes: [{ collection: generations, ...change }],
    recounts: [],
    checkpoint: { position: 0, phase: 'live' },
  });

/** To be called before anything else here. Harmless when it has been. */
export const openRegistry = (readModels: ReadModels): Promise<void> => readModels.create(generations, 'now');

export const registered = async (readModels: ReadModels): Promise<readonly Registered[]> =>
  (await readModels.find(generations, { where: { all: [] }, limit: MOST })).map(({ entry, position }) => ({
    ...entry,
    revision: position,
  }));

/** One that has never caught up. */
export const nextGeneration = async (
  readModels: ReadModels,
  { name, version }: Pick<Projection, 'name' | 'version'>,
): Promise<number> => {
  const own = (await registered(readModels)).filter((each) => each.projection === name && each.version === version);
  const serving = await servingGeneration(readModels, { name, version });
  return Math.max(serving, ...own.map(({ generation }) => generation)) + 1;
};

/**
 * To be called before the collections are made: what is made is known, even if its maker dies at once. Who registers at the same
 * time as another adds to what that one has written.
 */
export const register = async (
  readModels: ReadModels,
  projection: Projection,
  parts: readonly string[] = [],
): Promise<Registered> => {
  const { name, version, generation = 0 } = projection;
  const key = projectionKey(projection);
  const present = {
    key,
    projection: name,
    version,
    generation,
    collections: collectionsOf(projection),
    retiredAt: null,
  };
  const by = randomUUID();
  for (;;) {
    const { rows, tombstones } = await readModels.standing(generations, [key]);
    const before = rows.get(key) as Stored<RegistryRow> | undefined;
    if (before?.by === by) return { ...before.entry, revision: before.position };
    const entry = { ...present, parts: [...new Set([...(before?.entry.parts ?? []), ...parts])] };
    const position = ((before ?? tombstones.get(key))?.position ?? 0) + 1;
    await commit(readModels, { replace: [{ id: key, position, entry, by }] });
  }
};

/** Unless it has been registered again meanwhile. */
export const retire = (readModels: ReadModels, { revision, ...entry }: Registered, now: number): Promise<void> =>
  commit(readModels, {
    replace: [{ id: entry.key, position: revision + 1, entry: { ...entry, retiredAt: now } }],
  });

/** No process may be writing it. May be cut off and called again. If it is registered again meanwhile, that stays. */
export const dropGeneration = async (readModels: ReadModels, entry: Registered): Promise<void> => {
  const { key, projection: name, version, generation, collections, parts = [], revision } = entry;
  // First, so that a release which comes back for these rows fills others, also while this is on its way.
  if (!isScratch(generation)) await serve(readModels, { name, version }, generation + 1);
  await readModels.drop(key, collections);
  for (const part of parts) await readModels.drop(part, []);
  await commit(readModels, { replace: [], remove: [{ id: key, position: revision + 1 }] });
};
