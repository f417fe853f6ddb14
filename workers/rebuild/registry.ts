/** Which generations there are in the read-model store, so that those nobody serves any more can be found and dropped. */
import { projectionKey, type Projection } from '../../projections/define.ts';
import type { Collection, ReadModels, Row } from '../../projections/ports.ts';

export type Registered = {
  /** The key of its checkpoint. */
  readonly key: string;
  readonly projection: string;
  readonly version: number;
  readonly generation: number;
  readonly collections: readonly Collection[];
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Since when it is not served any more, epoch milliseconds; null = it serves, or is to. */
  readonly retiredAt: number | null;
  /** Its collections are gone. The entry stays, since one of the same key may be made again and must be later. */
  readonly isDropped?: true;
};

const generations: Collection = { name: 'projection_generations', indexes: [] };
/** More than there will ever be at a time. */
const MOST = 10_000;

type RegistryRow = Row & { readonly entry: Registered };

/** Rows are guarded by their position, which here counts how often the entry was written. */
const write = async (
  readModels: ReadModels,
  key: string,
  entryAfter: (before: Registered | null) => Registered | null,
): Promise<void> => {
  const before = (await readModels.get(generations, key)) as RegistryRow | null;
  const entry = entryAfter(before === null || before.entry.isDropped ? null : before.entry);
  if (entry === null) return;
  const row: RegistryRow = { id: key, position: (before?.position ?? 0) + 1, entry };
  await readModels.commit({
    projection: generations.name,
    changes: [{ collection: generations, replace: [row] }],
    recounts: [],
    checkpoint: { position: 0, phase: 'live' },
  });
};

/** To be called before anything else here. Harmless when it has been. */
export const openRegistry = (readModels: ReadModels): Promise<void> => readModels.create(generations, 'now');

export const registered = async (readModels: ReadModels): Promise<readonly Registered[]> =>
  (await readModels.find(generations, { where: { all: [] }, limit: MOST }))
    .map((row) => (row as RegistryRow).entry)
    .filter(({ isDropped }) => isDropped !== true);

/** To be called before the collections are made: what is made is known, even if its maker dies at once. */
export const register = (
  readModels: ReadModels,
  projection: Projection,
  now: number,
  retiredAt: number | null = null,
): Promise<void> => {
  const key = projectionKey(projection);
  return write(readModels, key, (before) => ({
    key,
    projection: projection.name,
    version: projection.version,
    generation: projection.generation ?? 0,
    collections: projection.folds.map(({ collection }) => collection),
    createdAt: before?.createdAt ?? now,
    retiredAt,
  }));
};

export const retire = (readModels: ReadModels, { key }: Registered, now: number): Promise<void> =>
  write(readModels, key, (before) => (before === null ? null : { ...before, retiredAt: now }));

/** Nobody may be writing it. May be cut off and called again. */
export const dropGeneration = async (readModels: ReadModels, { key, collections }: Registered): Promise<void> => {
  await readModels.drop(key, collections);
  await write(readModels, key, (before) => (before === null ? null : { ...before, isDropped: true }));
};
