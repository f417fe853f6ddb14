/** Catching up in parts: rows fall to a part by their ids, and each part keeps a checkpoint of its own until all have caught up. */
import { shardOf } from '../../commands/shard.ts';
import { BEGINNING, type Position } from '../../domain/event.ts';
import type { ReadModels } from '../../projections/ports.ts';

/** `number`: from 1 to `of`. */
export type Part = { readonly number: number; readonly of: number };

export const isInPart =
  ({ number, of }: Part) =>
  (id: string): boolean =>
    shardOf(id, of) === number - 1;

/** The name under which a part keeps its checkpoint; `key`: that of the projection. */
export const partKey = (key: string, { number, of }: Part): string => `${key}/${number}of${of}`;

export const partKeys = (key: string, of: number): readonly string[] =>
  Array.from({ length: of }, (_, n) => partKey(key, { number: n + 1, of }));

/** How far all parts have come; the beginning while one of them has not begun. */
export const reachedByAll = async (
  readModels: Pick<ReadModels, 'checkpoint'>,
  key: string,
  of: number,
): Promise<Position> => {
  const checkpoints = await Promise.all(partKeys(key, of).map((part) => readModels.checkpoint(part)));
  return Math.min(...checkpoints.map((checkpoint) => checkpoint?.position ?? BEGINNING));
};
