/** Reads rows: conditions as MongoDB's, pages, counts per value, and documents up to a total size. */
import { BSON, BSONRegExp, type Collection as Mongo, type Document, type Filter, type Sort } from 'mongodb';
import type {
  Collection,
  Condition,
  CoOccurrenceQuery,
  CoOccurrences,
  Find,
  TermPrefix,
  Where,
} from '../../../projections/ports.ts';
import type { CausalOptions } from '../client/connection.ts';
import type { Limits } from '../client/calls.ts';
import { beginningWith } from '../prefix.ts';
import { tiesOf } from './collections.ts';
import { cutTo, fieldName, NOT_REMOVED, type RowDocument } from './documents.ts';

const conditionOf = (condition: Condition): Document => {
  if ('eq' in condition) return { $eq: condition.eq };
  if ('in' in condition) return { $in: condition.in };
  if ('notIn' in condition) return { $nin: condition.notIn };
  // Null also matches missing fields.
  if ('exists' in condition) return condition.exists ? { $ne: null } : { $eq: null };
  if ('contains' in condition) return { $eq: condition.contains };
  if ('containsAny' in condition) return { $in: condition.containsAny };
  const { gt, gte, lt, lte } = condition;
  return Object.fromEntries(
    Object.entries({ $gt: gt, $gte: gte, $lt: lt, $lte: lte }).filter(([, value]) => value !== undefined),
  );
};

/** One pattern per prefix: alternatives scan the whole index, and patterns beyond 16 kB are rejected (code 51091). */
const beginning = (sought: TermPrefix): Document => {
  if (typeof sought === 'string') return { $regex: beginningWith(sought) };
  return { $in: sought.map((prefix) => new BSONRegExp(beginningWith(prefix))) };
};

/** Whether the condition requires a value of a row's field, so that no tombstone matches. */
const requiresRowField = (condition: Condition): boolean => {
  if (condition.field === 'id' || condition.field === 'position') return false;
  if ('eq' in condition) return condition.eq !== null;
  if ('notIn' in condition) return false;
  return !('exists' in condition) || condition.exists;
};

export const filterOf = ({ all, terms = [] }: Where): Filter<RowDocument> => ({
  $and: [
    ...all.map((condition) => ({ [fieldName(condition.field)]: conditionOf(condition) })),
    ...terms.map((sought) => ({ terms: beginning(sought) })),
    // Only if needed: the mark is in no index, so each row would have to be fetched.
    ...(terms.length > 0 || all.some(requiresRowField) ? [] : [NOT_REMOVED]),
  ],
});

type Page = Limits & { readonly offset: number; readonly limit: number; readonly projection?: Document };

const pageOf = (
  rows: Mongo<RowDocument>,
  filter: Filter<RowDocument>,
  sort: Sort,
  { offset, limit, ...options }: Page,
): Promise<readonly RowDocument[]> =>
  rows
    .find(filter, { batchSize: limit, ...options })
    .sort(sort)
    .skip(offset)
    .limit(limit)
    .toArray();

/** MongoDB sorts missing values first. So a listing has two parts in index order: rows with a value, then the others. */
const ascending = async (
  rows: Mongo<RowDocument>,
  filter: Filter<RowDocument>,
  field: string,
  ties: ReturnType<typeof tiesOf>,
  { offset, limit, ...options }: Page,
): Promise<readonly RowDocument[]> => {
  const having = { $and: [filter, { [field]: { $ne: null } }] } as Filter<RowDocument>;
  const lacking = { $and: [filter, { [field]: { $eq: null } }] } as Filter<RowDocument>;
  const first = await pageOf(rows, having, { [field]: 1, ...ties }, { offset, limit, ...options });
  if (first.length === limit) return first;
  const { signal, maxTimeMS } = options;
  const count = (): Promise<number> => rows.countDocuments(having, { signal, maxTimeMS });
  const passed = first.length > 0 ? 0 : Math.max(0, offset - (await count()));
  const rest = await pageOf(rows, lacking, { _id: 1 }, { offset: passed, limit: limit - first.length, ...options });
  return [...first, ...rest];
};

/** A page; rows without a value come last in both directions. */
export const findDocuments = async (
  rows: Mongo<RowDocument>,
  collection: Collection,
  { where, sort: { field, dir } = { field: 'id', dir: 'asc' }, offset = 0, limit, fields }: Find,
  limits: Limits,
): Promise<readonly RowDocument[]> => {
  // MongoDB treats a limit of 0 as no limit.
  if (limit === 0) return [];
  const filter = filterOf(where);
  const page = { offset, limit, ...limits, ...(fields === undefined ? {} : { projection: cutTo(fields) }) };
  const name = fieldName(field);
  if (name === '_id') return pageOf(rows, filter, { _id: dir === 'asc' ? 1 : -1 }, page);
  const ties = tiesOf(collection, field);
  if (dir === 'desc') return pageOf(rows, filter, { [name]: -1, ...ties }, page);
  return ascending(rows, filter, name, ties, page);
};

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

/** Counts rows per value of a field. `keys`: only these values of an array field. */
export const groupCounts = async (
  rows: Mongo<RowDocument>,
  { arrays = [] }: Collection,
  where: Where,
  by: string,
  { keys, ...options }: (Limits | CausalOptions) & { readonly keys?: readonly string[] },
): Promise<ReadonlyMap<Value, number>> => {
  const path = `$${fieldName(by)}`;
  const grouped = arrays.includes(by) ? ofArray(path, keys) : [{ $group: { _id: path, rows: { $sum: 1 } } }];
  const groups = rows.aggregate<{ _id: Value | null | undefined; rows: number }>(
    [{ $match: filterOf(where) }, ...grouped],
    { allowDiskUse: true, ...options },
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
  { $group: { _id: { value: '$value', other: '$other' }, row: { $max: '$_id' } } },
];

export const coOccurrences = async (
  rows: Mongo<RowDocument>,
  query: CoOccurrenceQuery,
  limits: Limits,
): Promise<CoOccurrences> => {
  const beside = new Map<string, Map<string, string>>();
  const pairs = rows.aggregate<{ _id: { value: string; other: string }; row: string }>(pairsIn(query), {
    allowDiskUse: true,
    ...limits,
  });
  for await (const { _id: pair, row } of pairs) {
    if (pair.value === pair.other) continue;
    const found = beside.get(pair.value) ?? new Map<string, string>();
    beside.set(pair.value, found.set(pair.other, row));
  }
  return beside;
};

/** Documents per server batch, which the server also keeps below 16 MiB. */
const AT_ONCE = 100;

/** Reads documents by id. `bytes`: stored size of the documents, measured only up to a bound. `left`: ids not read; never the first one. */
export const readUpTo = async (
  rows: Mongo<RowDocument>,
  ids: readonly string[],
  most: number,
  options: CausalOptions,
) => {
  const isBounded = Number.isFinite(most);
  const documents: RowDocument[] = [];
  let bytes = 0;
  const cursor = rows.find({ _id: { $in: ids } }, { ...options, batchSize: isBounded ? AT_ONCE : ids.length });
  for await (const document of cursor) {
    documents.push(document);
    if (isBounded) bytes += BSON.calculateObjectSize(document);
    // Leaving the loop closes the cursor.
    if (bytes > most) break;
  }
  if (bytes <= most) return { documents, bytes, left: [] };
  const looked = new Set(documents.map(({ _id }) => _id));
  const [first] = ids;
  if (first !== undefined && !looked.has(first)) {
    // Documents arrive in any order, and the caller continues from the first id.
    const document = await rows.findOne({ _id: first }, options);
    if (document !== null) documents.push(document);
    looked.add(first);
  }
  return { documents, bytes, left: ids.filter((id) => !looked.has(id)) };
};
