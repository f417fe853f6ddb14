/**
 * Generations of a projection: the same declaration over collections of its own, so that one is made while another serves.
 * No generation is filled again after it was dropped or given up, so a drop that arrives late finds only what has gone.
 */
import { moveCheckpoint } from './checkpoint.ts';
import { generationSuffix, projectionKey, type Projection } from './define.ts';
import type { Checkpoint, Collection, ReadModels } from './ports.ts';

const made = new WeakMap<Collection, Map<number, Collection>>();

/** Always the same object for the same generation, since adapters remember what they know of a collection. */
export const collectionIn = <R>(collection: Collection<R, string>, generation: number): Collection<R, string> => {
  if (generation === 0) return collection;
  const known = (made.get(collection) ?? new Map<number, Collection>()) as Map<number, Collection<R, string>>;
  made.set(collection, known);
  const own = known.get(generation) ?? { ...collection, name: `${collection.name}${generationSuffix(generation)}` };
  known.set(generation, own);
  return own;
};

/** Whether a store's name is that of any generation of the collection. */
export const isOfCollection = ({ name }: Collection, stored: string): boolean =>
  stored === name || stored.startsWith(`${name}_`);

/** `projection` is the declaration: generation 0. */
export const generationOf = (projection: Projection, generation: number): Projection =>
  generation === 0
    ? projection
    : {
        ...projection,
        generation,
        folds: projection.folds.map((fold) => ({ ...fold, collection: collectionIn(fold.collection, generation) })),
        derived: (projection.derived ?? []).map((derived) => ({
          ...derived,
          collection: collectionIn(derived.collection, generation),
          from: collectionIn(derived.from, generation),
        })),
        counts: (projection.counts ?? []).map((counted) => ({
          ...counted,
          into: collectionIn(counted.into, generation),
          from: collectionIn(counted.from, generation),
        })),
      };

/** Whether a key is that of any generation of the projection. */
export const isGenerationOf = ({ name, version }: Projection, key: string): boolean => {
  const own = projectionKey({ name, version });
  return key === own || key.startsWith(`${own}_`);
};

type Declared = Pick<Projection, 'name' | 'version'>;

/**
 * The generation that serves is kept as a checkpoint of its own, its position the generation: so it moves in one write,
 * never back, and stays when rows are dropped.
 */
const servedKey = ({ name, version }: Declared): string => `${projectionKey({ name, version })}~served`;

/** Throws `Unavailable`. */
export const servingGeneration = async (
  readModels: Pick<ReadModels, 'checkpoint'>,
  projection: Declared,
): Promise<number> => (await readModels.checkpoint(servedKey(projection)))?.position ?? 0;

/** From now on readers read this generation, those who have remembered another after `REMEMBERED_MS` at the latest. */
export const serve = (readModels: ReadModels, projection: Declared, generation: number): Promise<void> =>
  moveCheckpoint(readModels, servedKey(projection), { position: generation, phase: 'live' });

/**
 * The same only as long as the rows are the same. Rebuilt rows may differ at the same position: that is
 * what they were rebuilt for.
 */
export const rowsVersion = ({ position, generation }: Checkpoint): string =>
  generation === undefined ? String(position) : `${position}.${generation}`;
