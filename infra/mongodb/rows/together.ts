/** Which values rows hold together in an array. */
import type { Collection as Mongo, Document } from 'mongodb';
import type { Together } from '../../../projections/ports.ts';
import { filterOf } from './filter.ts';
import type { RowDocument } from './rows.ts';

/** Of one array: the rows of `values`, which the index finds, then the pairs. */
export const pairsIn = ({ where, by, values, others }: Together): Document[] => [
  { $match: { $and: [filterOf({ all: where }), { [by]: { $in: values } }, { [by]: { $in: others } }] } },
  { $project: { value: { $setIntersection: [`$${by}`, values] }, other: { $setIntersection: [`$${by}`, others] } } },
  { $unwind: '$value' },
  { $unwind: '$other' },
  { $group: { _id: { value: '$value', other: '$other' } } },
];

export const together = async (
  rows: Mongo<RowDocument>,
  asked: Together,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const beside = new Map<string, Set<string>>();
  const pairs = rows.aggregate<{ _id: { value: string; other: string } }>(pairsIn(asked), { allowDiskUse: true });
  for await (const { _id: pair } of pairs) {
    if (pair.value === pair.other) continue;
    const found = beside.get(pair.value) ?? new Set();
    beside.set(pair.value, found.add(pair.other));
  }
  return beside;
};
