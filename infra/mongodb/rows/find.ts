/** Pages of rows; rows without a value come last in both directions. */
import type { Collection, Document, Filter, Sort } from 'mongodb';
import type { Collection as Declared, Find } from '../../../projections/ports.ts';
import { fieldName, filterOf } from './filter.ts';
import { tiesOf } from './indexes.ts';
import { cutTo, type RowDocument } from './rows.ts';

type Page = { readonly offset: number; readonly limit: number; readonly projection?: Document };

const pageOf = (
  rows: Collection<RowDocument>,
  filter: Filter<RowDocument>,
  sort: Sort,
  { offset, limit, projection }: Page,
): Promise<readonly RowDocument[]> =>
  rows
    .find(filter, { batchSize: limit, ...(projection === undefined ? {} : { projection }) })
    .sort(sort)
    .skip(offset)
    .limit(limit)
    .toArray();

/** MongoDB sorts missing values first. So a listing has two parts in index order: rows with a value, then the others. */
const ascending = async (
  rows: Collection<RowDocument>,
  filter: Filter<RowDocument>,
  field: string,
  ties: ReturnType<typeof tiesOf>,
  { offset, limit, ...cut }: Page,
): Promise<readonly RowDocument[]> => {
  const having = { $and: [filter, { [field]: { $ne: null } }] } as Filter<RowDocument>;
  const lacking = { $and: [filter, { [field]: { $eq: null } }] } as Filter<RowDocument>;
  const first = await pageOf(rows, having, { [field]: 1, ...ties }, { offset, limit, ...cut });
  if (first.length === limit) return first;
  const passed = first.length > 0 ? 0 : Math.max(0, offset - (await rows.countDocuments(having)));
  const rest = await pageOf(rows, lacking, { _id: 1 }, { offset: passed, limit: limit - first.length, ...cut });
  return [...first, ...rest];
};

export const findDocuments = async (
  rows: Collection<RowDocument>,
  collection: Declared,
  { where, sort: { field, dir } = { field: 'id', dir: 'asc' }, offset = 0, limit, fields }: Find,
): Promise<readonly RowDocument[]> => {
  // MongoDB treats a limit of 0 as no limit.
  if (limit === 0) return [];
  const filter = filterOf(where);
  const page = { offset, limit, ...(fields === undefined ? {} : { projection: cutTo(fields) }) };
  const name = fieldName(field);
  if (name === '_id') return pageOf(rows, filter, { _id: dir === 'asc' ? 1 : -1 }, page);
  const ties = tiesOf(collection, field);
  if (dir === 'desc') return pageOf(rows, filter, { [name]: -1, ...ties }, page);
  return ascending(rows, filter, name, ties, page);
};
