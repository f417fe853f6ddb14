/**
 * Generations of a projection: the same declaration over separate collections, so one can be built while another serves. A generation
 * is never refilled after it was dropped or given up, so a late drop finds only rows that are no longer used.
 */
import { moveCheckpoint } from './checkpoint.ts';
import { generationSuffix, projectionKey, type Projection } from './define.ts';
import type { Checkpoint, Collection, ReadModels } from './ports.ts';

const collectionsByGeneration = new WeakMap<Collection, Map<number, Collection>>();

/** Returns the same object for the same generation, since adapters cache what they know about a collection. */
export const collectionIn = <R>(collection: Collection<R, string>, generation: number): Collection<R, string> => {
  if (generation === 0) return collection;
  const known = collectionsByGeneration.get(collection) ?? new Map<number, Collection>();
  collectionsByGeneration.set(collection, known);
  const own = known.get(generation) ?? { ...collection, name: `${collection.name}${generationSuffix(generation)}` };
  known.set(generation, own);
  return own as Collection<R, string>;
};

/** Whether a name in a store belongs to any generation of the collection. */
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
        chosen: (projection.chosen ?? []).map((chosen) => ({
          ...chosen,
          collection: collectionIn(chosen.collection, generation),
          from: chosen.from.map((from) => ({ ...from, collection: collectionIn(from.collection, generation) })),
        })),
        counts: (projection.counts ?? []).map((counted) => ({
          ...counted,
          into: collectionIn(counted.into, generation),
          from: collectionIn(counted.from, generation),
        })),
      };

export const isGenerationOf = ({ name, version }: Projection, key: string): boolean => {
  const own = projectionKey({ name, version });
  return key === own || key.startsWith(`${own}_`);
};

type Declared = Pick<Projection, 'name' | 'version'>;

/** A checkpoint whose position is the serving generation: it moves in one write, never back, and outlives dropped rows. */
const servedKey = ({ name, version }: Declared): string => `${projectionKey({ name, version })}~served`;

/** Throws `Unavailable`. */
export const servingGeneration = async (
  readModels: Pick<ReadModels, 'checkpoint'>,
  projection: Declared,
): Promise<number> => (await readModels.checkpoint(servedKey(projection)))?.position ?? 0;

/** The declaration over the collections of its serving generation. Throws `Unavailable`. */
export const servingProjection = async (
  readModels: Pick<ReadModels, 'checkpoint'>,
  projection: Projection,
): Promise<Projection> => generationOf(projection, await servingGeneration(readModels, projection));

/** Switches readers to this generation; those that remember another one follow within `REMEMBERED_MS`. */
export const switchReaders = (readModels: ReadModels, projection: Declared, generation: number): Promise<void> =>
  moveCheckpoint(readModels, servedKey(projection), { position: generation, phase: 'live' });

/** Changes whenever the rows may have changed. Includes the generation, since rebuilt rows may differ at the same position. */
export const rowsVersion = ({ position, generation }: Checkpoint): string =>
  generation === undefined ? String(position) : `${position}.${generation}`;
