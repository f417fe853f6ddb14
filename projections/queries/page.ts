/** Pages of listings, with the total number of rows. */
import { ANSWER, jsonBytes } from '../../domain/limits.ts';
import { queryTerms } from '../../domain/search-terms.ts';
import type { Collection, Condition, Fields, ReadModels, Sort, Stored, Total, Where } from '../ports.ts';

export type Page<T> = Total & {
  readonly items: readonly T[];
  /** Of a walk: the row after which the next page begins; null on the last page. */
  readonly next?: string | null;
};

export type PageRequest = {
  /** From 1. */
  readonly page: number;
  /** 1 to 100. A page of a walk has fewer rows if they are large. */
  readonly perPage: number;
  /** Makes it a walk by ascending row id (keyset paging), whatever sort and page: after this row, null = from the first. */
  readonly after?: string | null;
};

export type ListingRequest<Sorts> = PageRequest & {
  readonly q: string;
  readonly sort: keyof Sorts;
  readonly dir: 'asc' | 'desc';
};

/** The first rows, as many as fit in a page of a walk, and at least one. */
export const rowsThatFit = <R>(rows: readonly R[]): readonly R[] => {
  let bytes = 0;
  const end = rows.findIndex((row, n) => {
    bytes += jsonBytes(row);
    return n > 0 && bytes > ANSWER.walkBytes;
  });
  return end === -1 ? rows : rows.slice(0, end);
};

export const findPage = async <R, F extends string = Fields<R>>(
  readModels: ReadModels,
  collection: Collection<R, string>,
  where: Where,
  sort: Sort,
  { page, perPage, after }: PageRequest,
  fields?: readonly F[],
): Promise<Page<Stored<R, F>>> => {
  const counted = await readModels.total(collection, where);
  const { total } = counted;
  const only = fields === undefined ? {} : { fields };
  if (after !== undefined) {
    const all = after === null ? where.all : [...where.all, { field: 'id', gt: after }];
    // One extra row tells whether there is a next page.
    const found = await readModels.find(collection, { where: { ...where, all }, limit: perPage + 1, ...only });
    const rows = rowsThatFit(found.slice(0, perPage));
    const next = found.length > rows.length ? (rows.at(-1)?.id ?? null) : null;
    return { items: rows, ...counted, next };
  }
  const offset = (page - 1) * perPage;
  if (offset >= total) return { items: [], ...counted };
  const items = await readModels.find(collection, { where, sort, offset, limit: perPage, total, ...only });
  return { items, ...counted };
};

/** A page of the rows that meet all conditions and match the search words. `sorts`: the field behind each sort. */
export const findListingPage = <R, Sorts extends Readonly<Record<string, string>>, F extends string = Fields<R>>(
  readModels: ReadModels,
  collection: Collection<R, string>,
  all: readonly Condition[],
  sorts: Sorts,
  query: ListingRequest<Sorts>,
  fields?: readonly F[],
): Promise<Page<Stored<R, F>>> => {
  const sort = { field: sorts[query.sort], dir: query.dir };
  return findPage(readModels, collection, { all, terms: queryTerms(query.q) }, sort, query, fields);
};
