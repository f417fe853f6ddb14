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
};

const generations: Collection = { name: 'projection_generations', indexes: [] };
/** More than there will ever be at a time. */
const MOST = 10_000;

type RegistryRow = Row & { readonly entry: Registered };

/** Rows are guarded by their position, which here counts how often the entry was written. */
const write = async (
  readModels: ReadModels,
  key: string,
  rowAfter: (position: number, before: Registered | null) => Pick<Parameters<typeof changeOf>[0], 'replace' | 'remove'>,
): Promise<void> => {
  const before = (await readModels.get(generations, key)) as RegistryRow | null;
  await readModels.commit({
    projection: generations.name,
    changes: [changeOf(rowAfter((before?.position ?? 0) + 1, before?.entry ?? null))],
    recounts: [],
    checkpoint: { position: 0, phase: 'live' },
  });
};

const changeOf = ({
  replace = [],
  remove = [],
}: {
  readonly replace?: readonly Row[];
  readonly remove?: readonly { readonly id: string; readonly position: number }[];
}) => ({ collection: generations, replace, remove });

/** To be called before anything else here. Harmless when it has been. */
export const openRegistry = (readModels: ReadModels): Promise<void> => readModels.create(generations, 'now');

export const registered = async (readModels: ReadModels): Promise<readonly Registered[]> =>
  (await readModels.find(generations, { where: { all: [] }, limit: MOST })).map((row) => (row as RegistryRow).entry);

/** To be called before the collections are made: what is made is known, even if its maker dies at once. */
export const register = (
  readModels: ReadModels,
  projection: Projection,
  now: number,
  retiredAt: number | null = null,
): Promise<void> => {
  const key = projectionKey(projection);
  return write(readModels, key, (position, before) => ({
    replace: [
      {
        id: key,
        position,
        entry: {
          key,
          projection: projection.name,
          version: projection.version,
          generation: projection.generation ?? 0,
          collections: projection.folds.map(({ collection }) => collection),
          createdAt: before?.createdAt ?? now,
          retiredAt,
        } satisfies Registered,
      },
    ],
  }));
};

export const retire = (readModels: ReadModels, { key }: Registered, now: number): Promise<void> =>
  write(readModels, key, (position, before) =>
    before === null ? {} : { replace: [{ id: key, position, entry: { ...before, retiredAt: now } }] },
  );

/** Nobody may be writing it. May be cut off and called again. */
export const dropGeneration = async (readModels: ReadModels, { key, collections }: Registered): Promise<void> => {
  await readModels.drop(key, collections);
  await write(readModels, key, (position) => ({ remove: [{ id: key, position }] }));
};
