/** Listings as data, and how they are read: as a numbered page, as a page of a walk, or as a stream of everything that matches. */
import { ANSWER, jsonBytes } from '../../domain/limits.ts';
import { queryTerms } from '../../domain/search-terms.ts';
import type { Collection, Condition, Fields, Find, ReadModels, Row, Sort, Stored, Total, Where } from '../ports.ts';

/** Rows of a collection: which ones, in which order, and which of their fields are read. */
export type Rows<R, F extends string = Fields<R>> = {
  readonly collection: Collection<R, string>;
  readonly where: Where;
  /** Default: by ascending id. */
  readonly sort?: Sort;
  /** Default: whole rows. */
  readonly fields?: readonly F[];
};

/** Rows, and the items that are shown of them. The same rows with other `fields` and `items` are another listing. */
export type Listing<Item, R = unknown, F extends string = Fields<R>> = Rows<R, F> & {
  /** An item per row, in their order; null for a row that is no longer shown. Needs as many queries for many rows as for one. */
  items(
    this: void,
    rows: readonly Stored<R, F>[],
    readModels: ReadModels,
  ): readonly (Item | null)[] | Promise<readonly (Item | null)[]>;
};

export const listed = <Item, R, F extends string>(
  rows: Rows<R, F>,
  items: Listing<Item, R, F>['items'],
): Listing<Item, R, F> => ({ ...rows, items });

export type Page<Item> = Total & { readonly items: readonly Item[] };

/** `page`: from 1. */
export type PageRequest = { readonly page: number; readonly perPage: number };

/** `after`: the id of the last row of the page before; null for the first page. */
export type WalkRequest = { readonly after: string | null; readonly perPage: number };

/** What is sent to a listing that is searched and sorted. */
export type Asked<Sorts> = { readonly q: string; readonly sort: keyof Sorts; readonly dir: Sort['dir'] };

/** Search and order of a listing. `sorts`: the field behind each sort. */
export const ordered = <const Sorts extends Readonly<Record<string, string>>>(
  sorts: Sorts,
  all: readonly Condition[],
  { q, sort, dir }: Asked<Sorts>,
): { readonly where: Where; readonly sort: Sort } => {
  const field: Sorts[keyof Sorts] = sorts[sort];
  return { where: { all, terms: queryTerms(q) }, sort: { field, dir } };
};

const BY_ID: Sort = { field: 'id', dir: 'asc' };

/** The conditions on rows after this id; null = all. */
export const following = (id: string | null): readonly Condition[] => (id === null ? [] : [{ field: 'id', gt: id }]);

type Part = Pick<Find, 'limit' | 'offset' | 'total'> & { readonly all?: readonly Condition[] };

const find = <R, F extends string>(
  readModels: Pick<ReadModels, 'find'>,
  { collection, where, sort = BY_ID, fields }: Rows<R, F>,
  { all = [], ...part }: Part,
): Promise<readonly Stored<R, F>[]> =>
  readModels.find<R, F>(collection, {
    ...part,
    where: { ...where, all: [...where.all, ...all] },
    sort,
    ...(fields === undefined ? {} : { fields }),
  });

const shown = <Item>(items: readonly (Item | null)[]): readonly Item[] => items.filter((item) => item !== null);

/** A page by number, with the total. A page past the end is empty. */
export const findPage = async <Item, R, F extends string>(
  readModels: ReadModels,
  listing: Listing<Item, R, F>,
  { page, perPage }: PageRequest,
): Promise<Page<Item>> => {
  const counted = await readModels.total(listing.collection, listing.where);
  const { total } = counted;
  const offset = (page - 1) * perPage;
  const rows = offset >= total ? [] : await find(readModels, listing, { offset, limit: perPage, total });
  return { items: shown(await listing.items(rows, readModels)), ...counted };
};

/** How many of the items fit in a page of a walk: at least one. */
const fitting = (items: readonly unknown[]): number => {
  let bytes = 0;
  const end = items.findIndex((item, n) => {
    bytes += jsonBytes(item);
    return n > 0 && bytes > ANSWER.walkBytes;
  });
  return end === -1 ? items.length : end;
};

/**
 * A page of a walk, which has fewer items if they are large, with the total. A walk is by ascending id, whatever the listing's order.
 * `next`: the row after which the next page begins; null at the end.
 */
export const walk = async <Item, R, F extends string>(
  readModels: ReadModels,
  listing: Listing<Item, R, F>,
  { after, perPage }: WalkRequest,
): Promise<Page<Item> & { readonly next: string | null }> => {
  const counted = await readModels.total(listing.collection, listing.where);
  // One extra row tells whether there is a next page.
  const found = await find(readModels, { ...listing, sort: BY_ID }, { all: following(after), limit: perPage + 1 });
  const items = await listing.items(found.slice(0, perPage), readModels);
  const end = fitting(items);
  const next = found.length > end ? (found[end - 1]?.id ?? null) : null;
  return { items: shown(items.slice(0, end)), ...counted, next };
};

/** Rows per page: up to 20 ms of work if they are read whole, during which the embedded store answers no other call. */
const PAGE_SIZE = 200;

/** In the order of the sort, what follows a row: those with the same value, those beyond it, and those without a value. */
const partsAfter = ({ field, dir }: Sort, { id, [field]: value }: Row): readonly (readonly Condition[])[] => {
  const without: Condition = { field, exists: false };
  if (typeof value !== 'string' && typeof value !== 'number') return [[without, ...following(id)]];
  const beyond: Condition = dir === 'asc' ? { field, gt: value } : { field, lt: value };
  return field === 'id' ? [[beyond]] : [[{ field, eq: value }, ...following(id)], [beyond], [without]];
};

/**
 * Yields all rows in pages. By id, each row that matches throughout is yielded exactly once, and rows that appear meanwhile may be; in
 * another order, a row whose place changes meanwhile may be missing or repeated. Throws when the signal is aborted.
 */
export const rowPages = async function* <R, F extends string = Fields<R>>(
  readModels: Pick<ReadModels, 'find'>,
  rows: Rows<R, F>,
  signal?: AbortSignal,
  pageSize = PAGE_SIZE,
): AsyncIterable<readonly Stored<R, F>[]> {
  const { sort = BY_ID, fields } = rows;
  // The next page begins after the last row's value.
  const read = fields === undefined ? rows : { ...rows, fields: [...fields, sort.field as F] };
  for (let last: Row | null = null; ;) {
    const page: Stored<R, F>[] = [];
    for (const all of last === null ? [[]] : partsAfter(sort, last)) {
      signal?.throwIfAborted();
      if (page.length < pageSize) page.push(...(await find(readModels, read, { all, limit: pageSize - page.length })));
    }
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    last = page.at(-1) ?? null;
  }
};

/** Yields all items of a listing in its order, in pages; otherwise like `rowPages`. */
export const itemPages = async function* <Item, R, F extends string = Fields<R>>(
  readModels: ReadModels,
  listing: Listing<Item, R, F>,
  signal?: AbortSignal,
  pageSize?: number,
): AsyncIterable<readonly Item[]> {
  for await (const rows of rowPages(readModels, listing, signal, pageSize))
    yield shown(await listing.items(rows, readModels));
};

/** The first item of a listing; null if there is none. */
export const firstOf = async <Item, R, F extends string = Fields<R>>(
  readModels: ReadModels,
  listing: Listing<Item, R, F>,
): Promise<Item | null> => {
  for await (const [first = null] of itemPages(readModels, listing, undefined, 1)) return first;
  return null;
};

/** Yields all items of a listing in its order, a page in memory at a time; otherwise like `rowPages`. */
export const stream = async function* <Item, R, F extends string = Fields<R>>(
  readModels: ReadModels,
  listing: Listing<Item, R, F>,
  signal?: AbortSignal,
): AsyncIterable<Item> {
  for await (const items of itemPages(readModels, listing, signal)) yield* items;
};

/** The items of a listing whose rows have these ids, in the order of these. */
export const itemsAt = async <Item, R, F extends string = Fields<R>>(
  readModels: ReadModels,
  listing: Listing<Item, R, F>,
  ids: readonly string[],
): Promise<readonly Item[]> => {
  // Words were searched when the ids were found.
  const where = { all: listing.where.all };
  const all: readonly Condition[] = [{ field: 'id', in: ids }];
  const found = await find(readModels, { ...listing, where, sort: BY_ID }, { all, limit: ids.length });
  const rows = new Map(found.map((row) => [row.id, row]));
  return shown(
    await listing.items(
      ids.flatMap((id) => rows.get(id) ?? []),
      readModels,
    ),
  );
};

/** These fields of the rows that have these ids and meet these conditions, by id. */
export const fieldsAt = async <R, F extends Fields<R>>(
  readModels: Pick<ReadModels, 'find'>,
  collection: Collection<R, string>,
  ids: readonly string[],
  fields: readonly F[],
  conditions: readonly Condition[] = [],
): Promise<ReadonlyMap<string, Stored<R, F>>> => {
  if (ids.length === 0) return new Map();
  const where = { all: [{ field: 'id', in: ids }, ...conditions] };
  const rows = await readModels.find(collection, { where, limit: ids.length, fields });
  return new Map(rows.map((row) => [row.id, row]));
};
