/** Filters of publication listings on all surfaces: the parameters and their conditions on rows. */
import { NUMBER } from '../../domain/limits.ts';
import type { Condition } from '../../projections/ports.ts';
import { keysOf } from '../../domain/own.ts';
import { CSL_TYPE, PUBLICATION_YEAR, type Echoes } from './listing.ts';

export const FILTER_QUERY = {
  publication_type: CSL_TYPE,
  publication_year: PUBLICATION_YEAR,
  min_cited_by: { type: 'integer', minimum: 0, maximum: NUMBER.integer, description: 'At least this many citations.' },
} as const;

type Name = keyof typeof FILTER_QUERY;

const CONDITIONS: Readonly<Record<Name, (value: string | number) => Condition>> = {
  publication_type: (eq) => ({ field: 'publicationType', eq }),
  publication_year: (eq) => ({ field: 'publicationYear', eq }),
  min_cited_by: (gte) => ({ field: 'citedByCount', gte }),
};

/** The envelope's values for a listing without filters. */
export const UNFILTERED: Echoes = Object.fromEntries(keysOf(FILTER_QUERY).map((name) => [name, null]));

export const narrowing = (filters: { readonly [Each in Name]?: string | number | null }): readonly Condition[] =>
  keysOf(CONDITIONS).flatMap((name) => {
    const value = filters[name] ?? null;
    return value === null ? [] : [CONDITIONS[name](value)];
  });
