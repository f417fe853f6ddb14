/** Counts rows per value of a field, and pairs of values that occur together. */
import type { Collection as Mongo, ClientSession, Document } from 'mongodb';
import type { Collection, CoOccurrenceQuery, Where } from '../../../projections/ports.ts';
import { fieldName, filterOf } from './filter.ts';
import type { RowDocument } from './rows.ts';

type Value = string | number | boolean;

/** A row whose array contains a value twice counts once. */
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
): Promise<ReadonlyMap<Value, number>> => {
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

/** Pairs in one array: matches the rows of `values` by index first. */
export const pairsIn = ({ where, by, values, others }: CoOccurrenceQuery): Document[] => [
  { $match: { $and: [filterOf({ all: where }), { [by]: { $in: values } }, { [by]: { $in: others } }] } },
  { $project: { value: { $setIntersection: [`$${by}`, values] }, other: { $setIntersection: [`$${by}`, others] } } },
  { $unwind: '$value' },
  { $unwind: '$other' },
  { $group: { _id: { value: '$value', other: '$other' } } },
];

export const coOccurrences = async (
  rows: Mongo<RowDocument>,
  query: CoOccurrenceQuery,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const beside = new Map<string, Set<string>>();
  const pairs = rows.aggregate<{ _id: { value: string; other: string } }>(pairsIn(query), { allowDiskUse: true });
  for await (const { _id: pair } of pairs) {
    if (pair.value === pair.other) continue;
    const found = beside.get(pair.value) ?? new Set();
    beside.set(pair.value, found.add(pair.other));
  }
  return beside;
};
