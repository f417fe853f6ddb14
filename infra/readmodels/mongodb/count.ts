/** Counts by value, and counts kept on other rows. */
import type { Collection as Mongo, Db, Document, Filter } from 'mongodb';
import type { Collection, Recount, Where } from '../../../projections/ports.ts';
import { fieldName, filterOf } from './filter.ts';
import type { RowDocument } from './rows.ts';

type Value = string | number | boolean;

/** An aggregation that counts rows by a field, an array's row once for each of its distinct values. */
const counting = (collection: Collection, match: Filter<RowDocument>, by: string): Document[] => {
  const field = fieldName(by);
  const isArray = collection.arrays?.includes(by) === true;
  const distinct = [
    { $group: { _id: { row: '$_id', value: `$${field}` } } },
    { $group: { _id: '$_id.value', rows: { $sum: 1 } } },
  ];
  return [
    { $match: match },
    ...(isArray ? [{ $unwind: `$${field}` }, ...distinct] : [{ $group: { _id: `$${field}`, rows: { $sum: 1 } } }]),
  ];
};

export const groupCounts = async (
  rows: Mongo<RowDocument>,
  collection: Collection,
  where: Where,
  by: string,
): Promise<ReadonlyMap<Value, number>> => {
  const counts = new Map<Value, number>();
  for await (const { _id, rows: count } of rows.aggregate<{ _id: Value | null | undefined; rows: number }>(
    counting(collection, filterOf(where), by),
  ))
    if (_id !== null && _id !== undefined) counts.set(_id, count);
  return counts;
};

const CHUNK = 500;

const set = async (
  into: Mongo<RowDocument>,
  field: string,
  keys: readonly string[],
  counts: ReadonlyMap<Value, number>,
): Promise<void> => {
  const writes = keys.map((_id) => ({
    updateOne: { filter: { _id }, update: { $set: { [field]: counts.get(_id) ?? 0 } } },
  }));
  if (writes.length > 0) await into.bulkWrite(writes, { ordered: false });
};

export const recount = async (db: Db, { into, field, from, where, by, keys }: Recount): Promise<void> => {
  const target = db.collection<RowDocument>(into.name);
  const source = db.collection<RowDocument>(from.name);
  if (keys !== 'all') {
    for (let start = 0; start < keys.length; start += CHUNK) {
      const some = keys.slice(start, start + CHUNK);
      await set(target, field, some, await groupCounts(source, from, { all: [...where, { field: by, in: some }] }, by));
    }
    return;
  }
  const counts = await groupCounts(source, from, { all: where }, by);
  const some: string[] = [];
  for await (const { _id } of target.find({}, { projection: { _id: 1 }, batchSize: CHUNK })) {
    some.push(_id);
    if (some.length === CHUNK) await set(target, field, some.splice(0), counts);
  }
  await set(target, field, some, counts);
};
