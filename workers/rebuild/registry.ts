/** The generations in the read-model store, registered so that those no longer served can be found and dropped. */
import { randomUUID } from 'node:crypto';
import { moveCheckpoint } from '../../projections/checkpoint.ts';
import { collectionsOf, projectionKey, type Projection } from '../../projections/define.ts';
import { switchReaders, servingGeneration } from '../../projections/generations.ts';
import type { Change, Collection, ReadModels, Stored } from '../../projections/ports.ts';
import { poisonEvents, poisonOf } from '../projector/poison.ts';

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
export const openRegistry = async (readModels: ReadModels): Promise<void> => {
  await readModels.create(generations, 'now');
  await readModels.create(poisonEvents, 'now');
};

export const registered = async (readModels: ReadModels): Promise<readonly Registered[]> =>
  (await readModels.find(generations, { where: { all: [] }, limit: MAX_ENTRIES })).map(({ entry, position }) => ({
    ...entry,
    revision: position,
  }));

type Declared = Pick<Projection, 'name' | 'version'>;

/** A checkpoint whose position is the latest generation that was registered: it outlives the entry, so no number is used twice. */
const latestKey = ({ name, version }: Declared): string => `${projectionKey({ name, version })}~latest`;

/** The number of a generation that no process has begun to build. */
export const nextGeneration = async (readModels: ReadModels, declared: Declared): Promise<number> => {
  const latest = (await readModels.checkpoint(latestKey(declared)))?.position ?? 0;
  return Math.max(latest, await servingGeneration(readModels, declared)) + 1;
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
  await moveCheckpoint(readModels, latestKey(projection), { position: generation, phase: 'live' });
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
  const declared = { name, version };
  // Read before the serving one: whatever another process builds meanwhile is not passed over.
  const next = await nextGeneration(readModels, declared);
  // First, so that a release that returns for these rows fills new ones, even while this is running.
  if ((await servingGeneration(readModels, declared)) === generation) await switchReaders(readModels, declared, next);
  await readModels.drop(key, collections);
  const poison = await poisonOf(readModels, key);
  const remove = poison.map(({ id, position }) => ({ id, position: position + 1 }));
  await commitTo(readModels, { collection: poisonEvents, replace: [], remove });
  await commitTo(readModels, { collection: generations, replace: [], remove: [{ id: key, position: revision + 1 }] });
};
