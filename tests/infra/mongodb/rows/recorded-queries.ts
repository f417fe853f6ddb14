/** The commands of a query on a collection, and the index that would serve it. */
import type { Collection, ReadModels, Sort, Where } from '../../../../projections/ports.ts';

/** `sort` is null for a count. */
export type RecordedQuery = { readonly where: Where; readonly sort: Sort | null };
export type Query = (readModels: ReadModels) => Promise<unknown>;

/** So that every listing has pages. */
const MANY = 1_000;

/** The responses are empty, but their counts are large. */
export const queriesBy = async (query: Query, { name }: Collection): Promise<readonly RecordedQuery[]> => {
  const queries: RecordedQuery[] = [];
  const ask = (collection: Collection, where: Where, sort: Sort | null): void => {
    if (collection.name === name) queries.push({ where, sort });
  };
  const fake: Partial<ReadModels> = {
    get: () => Promise.resolve(null),
    load: () => Promise.resolve(new Map()),
    create: () => Promise.resolve(),
    find: (collection, { where, sort = { field: 'id', dir: 'asc' } }) => {
      ask(collection, where, sort);
      return Promise.resolve([]);
    },
    count: (collection, where) => {
      ask(collection, where, null);
      return Promise.resolve(MANY);
    },
    total: (collection, where) => {
      ask(collection, where, null);
      return Promise.resolve({ total: MANY, totalAsOf: null });
    },
    groupCounts: (collection, where) => {
      ask(collection, where, null);
      return Promise.resolve(new Map());
    },
    coOccurrences: (collection, { where, by, values }) => {
      ask(collection, { all: [...where, { field: by, in: values }] }, null);
      return Promise.resolve(new Map());
    },
  };
  await query(fake as ReadModels);
  return queries;
};

/** Fields with known values; for several values MongoDB merges the index entries of each. */
const pinnedBy = ({ all, terms = [] }: Where): ReadonlySet<string> =>
  new Set([
    ...all.flatMap((condition) =>
      ['eq', 'in', 'contains', 'containsAny'].some((operator) => operator in condition) ? [condition.field] : [],
    ),
    ...(terms.length > 0 ? ['terms'] : []),
  ]);

export type Key = readonly (readonly [field: string, direction: number])[];

/** Whether the rows are adjacent in the index, in the requested order if any; for a count only the fields matter. `unique`: fields without ties. */
export const serves = (key: Key, { where, sort }: RecordedQuery, unique: readonly string[] = []): boolean => {
  const pinned = pinnedBy(where);
  const rest = key.filter(([field]) => !pinned.has(field));
  const [first] = key;
  // A listing of all rows pins nothing, and is in the order of the index.
  if (first === undefined || (!pinned.has(first[0]) && first[0] !== sort?.field)) return false;
  if (key.at(-1)?.[0] === 'terms') return rest.length === 0;
  const isRange = where.all.some((condition) => 'gte' in condition && condition.field === rest[0]?.[0]);
  if (sort === null && isRange) return rest.length === 2;
  const order = sort === null || sort.field === 'id' ? [] : [[sort.field, sort.dir === 'asc' ? 1 : -1]];
  const sorted = rest.find(([field]) => field !== '_id')?.[0];
  const ties = sorted !== undefined && unique.includes(sorted) ? [] : [['_id', 1]];
  return JSON.stringify(rest) === JSON.stringify([...order, ...ties]);
};
