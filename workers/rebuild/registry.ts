/** The generations in the read-model store, registered so that those no longer served can be found and dropped. */
import { randomUUID } from 'node:crypto';
import { collectionsOf, isScratch, projectionKey, type Projection } from '../../projections/define.ts';
import { switchReaders, servingGeneration } from '../../projections/generations.ts';
import type { Change, Collection, ReadModels, Stored } from '../../projections/ports.ts';

export type Registered = {
  /** The key of its checkpoint. */
  readonly key: string;
  readonly projection: string;
  readonly version: number;
  readonly generation: number;
  readonly collections: readonly Collection[];
  /** When it stopped serving, epoch milliseconds; null = it serves, or is to. */
  readonly retiredAt: number | null;
  /** How often the entry has been written. */
  readonly revision: number;
};

const generations: Collection<RegistryRow> = { name: 'projection_generations', indexes: [] };
/** More than will ever exist at a time. */
const MAX_ENTRIES = 10_000;

type RegistryRow = {
  readonly id: string;
  readonly entry: Omit<Registered, 'revision'>;
  /** Id of the registration that wrote it. */
  readonly by?: string;
};

/** Rows are guarded by their position: a write at a revision that another process has written first changes nothing. */
export const commitTo = (readModels: ReadModels, change: Change): Promise<void> =>
  readModels.commit({
    projection: change.collection.name,
    changes: [change],
    recounts: [],
    checkpoint: { position: 0, phase: 'live' },
  });

/** Must be called before anything else here. Safe to repeat. */
export const openRegistry = (readModels: ReadModels): Promise<void> => readModels.create(generations, 'now');

export const registered = async (readModels: ReadModels): Promise<readonly Registered[]> =>
  (await readModels.find(generations, { where: { all: [] }, limit: MAX_ENTRIES })).map(({ entry, position }) => ({
    ...entry,
    revision: position,
  }));

/** The number of a generation that has never caught up. */
export const nextGeneration = async (
  readModels: ReadModels,
  { name, version }: Pick<Projection, 'name' | 'version'>,
): Promise<number> => {
  const own = (await registered(readModels)).filter((each) => each.projection === name && each.version === version);
  const serving = await servingGeneration(readModels, { name, version });
  return Math.max(serving, ...own.map(({ generation }) => generation)) + 1;
};

/** Must be called before its collections are created, so that a crash leaves none unknown. */
export const register = async (readModels: ReadModels, projection: Projection): Promise<Registered> => {
  const { name, version, generation = 0 } = projection;
  const key = projectionKey(projection);
  const entry = {
    key,
    projection: name,
    version,
    generation,
    collections: collectionsOf(projection),
    retiredAt: null,
  };
  const by = randomUUID();
  for (;;) {
    const { rows, tombstones } = await readModels.loadForFolding(generations, [key]);
    const before = rows.get(key) as Stored<RegistryRow> | undefined;
    if (before?.by === by) return { ...before.entry, revision: before.position };
    const position = ((before ?? tombstones.get(key))?.position ?? 0) + 1;
    await commitTo(readModels, { collection: generations, replace: [{ id: key, position, entry, by }] });
  }
};

/** Retires the entry unless it has been registered again in the meantime. */
export const retire = (readModels: ReadModels, { revision, ...entry }: Registered, now: number): Promise<void> =>
  commitTo(readModels, {
    collection: generations,
    replace: [{ id: entry.key, position: revision + 1, entry: { ...entry, retiredAt: now } }],
  });

/** No process may be writing it. Safe to repeat after an interruption. If it is registered again in the meantime, that stays. */
export const dropGeneration = async (readModels: ReadModels, entry: Registered): Promise<void> => {
  const { key, projection: name, version, generation, collections, revision } = entry;
  // First, so that a release that returns for these rows fills new ones, even while this is running.
  if (!isScratch(generation)) await switchReaders(readModels, { name, version }, generation + 1);
  await readModels.drop(key, collections);
  await commitTo(readModels, { collection: generations, replace: [], remove: [{ id: key, position: revision + 1 }] });
};
