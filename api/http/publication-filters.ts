/** Filters of publication listings on all surfaces: the parameters and their conditions on rows. */
import { NUMBER } from '../../domain/limits.ts';
import type { Condition } from '../../projections/ports.ts';
import { keysOf } from '../../domain/own.ts';
import { CSL_TYPE, PUBLICATION_YEAR, SEARCH } from './listing.ts';
import { refusedQuery } from './query.ts';
import { integerOf } from './schemas.ts';

const YEAR = integerOf(1, NUMBER.year, {});

export const FILTER_QUERY = {
  publication_type: CSL_TYPE,
  publication_year: PUBLICATION_YEAR,
  from_year: { ...YEAR, description: 'Extension. Of this year of the common era or later.' },
  to_year: { ...YEAR, description: 'Extension. Of this year of the common era or earlier.' },
  min_cited_by: { type: 'integer', minimum: 0, maximum: NUMBER.integer, description: 'At least this many citations.' },
} as const;

const AS_Q = 'Words as of `q`; with several searches, all must match.';

/** Of listings for websites and the public. */
export const PUBLIC_FILTERS = {
  ...SEARCH,
  contributor: {
    ...SEARCH.q,
    description: `Extension. Searches names of authors, editors and all others whom the record names. ${AS_Q}`,
  },
  container: { ...SEARCH.q, description: `Extension. Searches titles of journals, books and series. ${AS_Q}` },
  search: {
    ...SEARCH.q,
    description: `Extension. Searches titles, names, journals and books: each word may be in any of them. ${AS_Q}`,
  },
  ...FILTER_QUERY,
} as const;

type Name = keyof typeof FILTER_QUERY;

const CONDITIONS: Readonly<Record<Name, (value: string | number) => Condition>> = {
  publication_type: (eq) => ({ field: 'publicationType', eq }),
  publication_year: (eq) => ({ field: 'publicationYear', eq }),
  from_year: (gte) => ({ field: 'publicationYear', gte }),
  to_year: (lte) => ({ field: 'publicationYear', lte }),
  min_cited_by: (gte) => ({ field: 'citedByCount', gte }),
};

type Filters = { readonly [Each in Name]?: string | number | null };

/** As the envelope repeats them: null for those not sent. */
export const filtersSent = (query: Filters): Filters =>
  Object.fromEntries(keysOf(FILTER_QUERY).map((name) => [name, query[name] ?? null]));

/** Throws `Refused('invalid')` if the years are the wrong way round. */
export const narrowing = (filters: Filters): readonly Condition[] => {
  const [from, to] = [filters.from_year ?? null, filters.to_year ?? null];
  if (from !== null && to !== null && from > to) {
    const message = 'must not be before from_year';
    throw refusedQuery(`invalid query parameter to_year: ${message}`, 'to_year', message);
  }
  return keysOf(CONDITIONS).flatMap((name) => {
    const value = filters[name] ?? null;
    return value === null ? [] : [CONDITIONS[name](value)];
  });
};
