/** Pages of rows: missing values last in both directions. */
import type { Collection as Mongo, Filter } from 'mongodb';
import type { Find } from '../../../projections/ports.ts';
import { fieldName, filterOf } from './filter.ts';
import type { RowDocument } from './rows.ts';

/** MongoDB sorts missing values first when ascending, so such a page is asked in two parts: those that have one, then those that have none. */
const ascending = async (
  rows: Mongo<RowDocument>,
  filter: Filter<RowDocument>,
  field: string,
  offset: number,
  limit: number,
): Promise<readonly RowDocument[]> => {
  const having: Filter<RowDocument> = { $and: [filter, { [field]: { $ne: null } }] };
  const first = await rows
    .find(having)
    .sort({ [field]: 1, _id: 1 })
    .skip(offset)
    .limit(limit)
    .toArray();
  if (first.length === limit) return first;
  const skipped = first.length > 0 ? 0 : Math.max(0, offset - (await rows.countDocuments(having)));
  const lacking: Filter<RowDocument> = { $and: [filter, { [field]: { $eq: null } }] };
  const rest = await rows
    .find(lacking)
    .sort({ _id: 1 })
    .skip(skipped)
    .limit(limit - first.length)
    .toArray();
  return [...first, ...rest];
};

export const findDocuments = (
  rows: Mongo<RowDocument>,
  { where, sort, offset = 0, limit }: Find,
): Promise<readonly RowDocument[]> => {
  const filter = filterOf(where);
  const field = fieldName(sort?.field ?? 'id');
  const dir = sort?.dir ?? 'asc';
  if (field === '_id')
    return rows
      .find(filter)
      .sort({ _id: dir === 'asc' ? 1 : -1 })
      .skip(offset)
      .limit(limit)
      .toArray();
  if (dir === 'asc') return ascending(rows, filter, field, offset, limit);
  return rows
    .find(filter)
    .sort({ [field]: -1, _id: 1 })
    .skip(offset)
    .limit(limit)
    .toArray();
};
