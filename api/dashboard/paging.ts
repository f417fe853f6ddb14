/** Paging of the dashboard's listings, which accept both spellings of the page size. */
import { REQUEST } from '../../domain/limits.ts';
import type { ReadModels } from '../../projections/ports.ts';
import type { PageRequest } from '../../projections/queries/listing.ts';
import { numbered, pageSchema, PAGING, type Pages } from '../http/listing.ts';
import { refusedQuery } from '../http/query.ts';
import type { QueryRequest } from '../http/route.ts';
import type { QueryOf } from '../http/schema-types.ts';
import { integerOf } from '../http/schemas.ts';

const PER_PAGE = 20;

const size = integerOf(1, REQUEST.pageItems, { description: `Items per page; default ${PER_PAGE}.` });

export const STAFF_PAGING = { page: PAGING.page, per_page: size, perPage: size } as const;

/** Throws `Refused('invalid')` if both spellings were sent. */
export const pagingOf = (query: Partial<QueryOf<typeof STAFF_PAGING, never>>): PageRequest => {
  const { page = 1, per_page: snake, perPage: camel } = query;
  if (snake !== undefined && camel !== undefined)
    throw refusedQuery('per_page and perPage are the same parameter', 'perPage', 'must not be repeated as per_page');
  return { page, perPage: snake ?? camel ?? PER_PAGE };
};

export const staffPages = (readModels: ReadModels): Pages => ({
  query: STAFF_PAGING,
  schema: pageSchema,
  forRequest: ({ query }: QueryRequest<typeof STAFF_PAGING>) => numbered(readModels, pagingOf(query)),
});
