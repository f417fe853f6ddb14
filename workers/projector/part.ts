/** Catching up in parts: rows are assigned to parts by their ids, and each part has its own checkpoint until all have caught up. */
import { BEGINNING } from '../../domain/event.ts';
import type { Projection } from '../../projections/define.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { idsOf } from './touches.ts';

/** `number`: from 1 to `of`. */
export type Part = { readonly number: number; readonly of: number };

/** FNV-1a, then the finalizer of MurmurHash3: the low bits of FNV alone depend on little more than the last characters. */
const hashOf = (id: string): number => {
  let hash = 0x811c9dc5;
  for (let n = 0; n < id.length; n += 1) hash = Math.imul(hash ^ id.charCodeAt(n), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/** Each process calls this for every row that an event of the log touches, so a cryptographic hash would cost too much. */
export const isInPart =
  ({ number, of }: Part) =>
  (id: string): boolean =>
    hashOf(id) % of === number - 1;

/** The projection, limited to the rows of one part. */
export const partOf = (projection: Projection, part: Part): Projection => {
  const isOurs = isInPart(part);
  return {
    ...projection,
    folds: projection.folds.map((fold) => ({ ...fold, ids: (event) => idsOf(fold, event).filter(isOurs) })),
  };
};

/** The name of a part's checkpoint; `key`: the projection's. */
export const partKey = (key: string, { number, of }: Part): string => `${key}/part${number}of${of}`;

export const partKeys = (key: string, of: number): readonly string[] =>
  Array.from({ length: of }, (_, n) => partKey(key, { number: n + 1, of }));

/** The position that all parts have reached; `BEGINNING` until each of them has started. */
export const reachedByAll = async (readModels: Pick<ReadModels, 'checkpoint'>, key: string, of: number) => {
  const checkpoints = await Promise.all(partKeys(key, of).map((part) => readModels.checkpoint(part)));
  return Math.min(...checkpoints.map((checkpoint) => checkpoint?.position ?? BEGINNING));
};
