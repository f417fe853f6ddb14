/** Pages of the dashboard's listings, which take both spellings of their size. */
import { Refused } from '../../domain/errors.ts';
import { REQUEST } from '../../domain/limits.ts';
import { PAGING, type Paging } from '../http/listing.ts';
import type { QuerySchema, Request, Schema } from '../http/route.ts';

const PER_PAGE = 20;

const size: Schema = {
  type: 'integer',
  minimum: 1,
  maximum: REQUEST.pageItems,
  description: `Items per page; default ${PER_PAGE}.`,
};

export const STAFF_PAGING: QuerySchema = { page: PAGING['page'] ?? {}, per_page: size, perPage: size };

/** Throws `Refused('invalid')` if both spellings were sent. */
export const pagingOf = (query: Request['query']): Paging => {
  const { page, per_page: snake, perPage: camel } = query as Readonly<Record<string, number | undefined>>;
  if (snake !== undefined && camel !== undefined)
    throw new Refused('invalid', 'invalid_query', 'per_page and perPage are the same parameter', {
      errors: [{ parameter: 'perPage', message: 'must not be repeated as per_page' }],
    });
  return { page: page ?? 1, perPage: snake ?? camel ?? PER_PAGE };
};
