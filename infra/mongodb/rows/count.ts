/** How many rows have each value of a field. */
import type { Collection as Mongo, ClientSession, Document } from 'mongodb';
import type { Collection, Where } from '../../../projections/ports.ts';
import { fieldName, filterOf } from './filter.ts';
import type { RowDocument } from './rows.ts';

type Value = string | number | boolean;

export type GroupCounts = ReadonlyMap<Value, number>;

/** A row whose array holds a value twice counts once for it. */
const ofArray = (path: string, keys: readonly string[] | undefined): Document[] => {
  const values = keys === undefined ? { $setUnion: [path] } : { $setIntersection: [path, keys] };
  return [
    { $project: { value: { $cond: [{ $isArray: path }, values, []] } } },
    { $unwind: '$value' },
    { $group: { _id: '$value', rows: { $sum: 1 } } },
  ];
};

/** `keys`: only these values of an array field. */
export const groupCounts = async (
  rows: Mongo<RowDocument>,
  { arrays = [] }: Collection,
  where: Where,
  by: string,
  { keys, session }: { readonly keys?: readonly string[]; readonly session?: ClientSession } = {},
): Promise<GroupCounts> => {
  const path = `$${fieldName(by)}`;
  const grouped = arrays.includes(by) ? ofArray(path, keys) : [{ $group: { _id: path, rows: { $sum: 1 } } }];
  const groups = rows.aggregate<{ _id: Value | null | undefined; rows: number }>(
    [{ $match: filterOf(where) }, ...grouped],
    { allowDiskUse: true, ...(session === undefined ? {} : { session }) },
  );
  const counts = new Map<Value, number>();
  for await (const { _id: value, rows: count } of groups)
    if (value !== null && value !== undefined) counts.set(value, count);
  return counts;
};
