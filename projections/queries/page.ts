/** Pages of listings, and how many rows there are in all. */
import type { Collection, Find, ReadModels, Row, Sort, Where } from '../ports.ts';

export type Page<T> = { readonly items: readonly T[]; readonly total: number };

export type PageRequest = {
  /** From 1. */
  readonly page: number;
  /** 1 to 100. */
  readonly perPage: number;
};

/** A row as the projection that writes it declares it. */
export const rowAs = <R>(row: Row): R => row as unknown as R;

export const findPage = async <R>(
  readModels: ReadModels,
  collection: Collection,
  where: Where,
  sort: Sort,
  { page, perPage }: PageRequest,
  fields?: readonly string[],
): Promise<Page<R>> => {
  const total = await readModels.count(collection, where);
  const offset = (page - 1) * perPage;
  if (offset >= total) return { items: [], total };
  const find: Find = { where, sort, offset, limit: perPage, ...(fields === undefined ? {} : { fields }) };
  const rows = await readModels.find(collection, find);
  return { items: rows.map((row) => rowAs<R>(row)), total };
};
