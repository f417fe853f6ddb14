/** Filters of publication listings on all surfaces: the parameters and their conditions on rows. */
import type { Refused } from '../../domain/errors.ts';
import { licenceName } from '../../domain/facts/licence-name.ts';
import { parseLanguage } from '../../domain/language.ts';
import { NUMBER, TEXT } from '../../domain/limits.ts';
import { keysOf } from '../../domain/own.ts';
import { OPEN_ACCESS, statusesOf } from '../../domain/publication/open-access.ts';
import type { Condition } from '../../projections/ports.ts';
import { CSL_TYPE, PUBLICATION_YEAR, SEARCH } from './listing.ts';
import { refusedQuery } from './query.ts';
import type { ValueOf } from './schema-types.ts';
import { choiceOf, integerOf, textOf } from './schemas.ts';

const YEAR = integerOf(1, NUMBER.year, {});

export const FILTER_QUERY = {
  publication_type: CSL_TYPE,
  publication_year: PUBLICATION_YEAR,
  from_year: { ...YEAR, description: 'Extension. Of this year of the common era or later.' },
  to_year: { ...YEAR, description: 'Extension. Of this year of the common era or earlier.' },
  min_cited_by: { type: 'integer', minimum: 0, maximum: NUMBER.integer, description: 'At least this many citations.' },
  language: textOf(TEXT.localeCharacters, {
    format: 'language',
    examples: ['de'],
    description: 'Extension. In this language: a tag of BCP 47, of which the first part counts, such as `de`.',
  }),
  open_access: choiceOf(OPEN_ACCESS, {
    description:
      'Extension. Of this status of open access, in the words of OpenAlex; `open` selects all but closed ones.',
  }),
  licence: textOf(TEXT.webAddressCharacters, {
    format: 'licence',
    examples: ['cc-by'],
    description:
      'Extension. Under this licence: of Creative Commons by its name, such as `cc-by`, in any version; of others by the address. Licences of open copies count too.',
  }),
  is_retracted: {
    type: 'boolean',
    description:
      'Extension. True: only publications retracted by a notice or according to OpenAlex. False: only the others.',
  },
} as const;

const AS_Q = 'Words as of `q`; with several searches, all must match.';

/** Searches of what a publication is in, and of who paid for it. */
export const RECORD_SEARCHES = {
  container: { ...SEARCH.q, description: `Extension. Searches titles of journals, books and series. ${AS_Q}` },
  funder: { ...SEARCH.q, description: `Extension. Searches names and ids of funders. ${AS_Q}` },
} as const;

/** Of listings for websites and the public. */
export const PUBLIC_FILTERS = {
  ...SEARCH,
  contributor: {
    ...SEARCH.q,
    description: `Extension. Searches names of authors, editors and all others whom the record names. ${AS_Q}`,
  },
  ...RECORD_SEARCHES,
  search: {
    ...SEARCH.q,
    description: `Extension. Searches titles, names, journals and books: each word may be in any of them. ${AS_Q}`,
  },
  ...FILTER_QUERY,
} as const;

/** Of listings across workspaces. */
export const ACROSS_WORKSPACES_FILTERS = {
  ...PUBLIC_FILTERS,
  updated_since: integerOf(0, NUMBER.integer, {
    description:
      'Extension. Only what has changed for the public at this time or later, or became public: epoch milliseconds, UTC. A harvest that changes nothing does not count. Changes get the time of the latest event so far, so with `sort=datestamp` and `dir=asc` nothing is missed by reading on from the time of the last reading. What is no longer public is not listed.',
  }),
} as const;

type Values = { readonly [Name in keyof typeof FILTER_QUERY]: ValueOf<(typeof FILTER_QUERY)[Name]> };

type Filters = { readonly [Name in keyof Values]?: Values[Name] | null };

type Conditions = { readonly [Name in keyof Values]: (value: Values[Name]) => Condition };

const refused = (name: string, message: string): Refused =>
  refusedQuery(`invalid query parameter ${name}: ${message}`, name, message);

const CONDITIONS: Conditions = {
  publication_type: (eq) => ({ field: 'publicationType', eq }),
  publication_year: (eq) => ({ field: 'publicationYear', eq }),
  from_year: (gte) => ({ field: 'publicationYear', gte }),
  to_year: (lte) => ({ field: 'publicationYear', lte }),
  min_cited_by: (gte) => ({ field: 'citedByCount', gte }),
  language: (tag) => ({ field: 'language', eq: parseLanguage(tag) }),
  open_access: (status) => ({ field: 'openAccess', in: statusesOf(status) }),
  licence: (name) => ({ field: 'licences', contains: licenceName(name) }),
  is_retracted: (eq) => ({ field: 'retracted', eq }),
};

/** As the envelope repeats them: null for those not sent. */
export const filtersSent = (query: Filters): Filters =>
  Object.fromEntries(keysOf(FILTER_QUERY).map((name) => [name, query[name] ?? null]));

const conditionFor = <Name extends keyof Values>(name: Name, filters: Filters): readonly Condition[] => {
  const value: Values[Name] | null | undefined = filters[name];
  return value == null ? [] : [CONDITIONS[name](value)];
};

/** Throws `Refused('invalid')` if the years are the wrong way round, or something is not what it should be. */
export const narrowing = (filters: Filters): readonly Condition[] => {
  const [from, to] = [filters.from_year ?? null, filters.to_year ?? null];
  if (from !== null && to !== null && from > to) throw refused('to_year', 'must not be before from_year');
  return keysOf(CONDITIONS).flatMap((name) => conditionFor(name, filters));
};
