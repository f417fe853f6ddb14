/** What every listing of publications can be narrowed to, on each surface: the parameter, and the rows that it leaves. */
import { NUMBER } from '../../domain/limits.ts';
import type { Condition } from '../../projections/ports.ts';
import { CSL_TYPE, PUBLICATION_YEAR } from './listing.ts';
import type { QuerySchema, Schema } from './route.ts';

type Filter = { readonly schema: Schema; readonly condition: (value: string | number) => Condition };

const PUBLICATION_FILTERS: Readonly<Record<string, Filter>> = {
  publication_type: { schema: CSL_TYPE, condition: (eq) => ({ field: 'publicationType', eq }) },
  publication_year: { schema: PUBLICATION_YEAR, condition: (eq) => ({ field: 'publicationYear', eq }) },
  min_cited_by: {
    schema: { type: 'integer', minimum: 0, maximum: NUMBER.integer, description: 'At least so many citations.' },
    condition: (gte) => ({ field: 'citedByCount', gte }),
  },
};

const each = <T>(of: (filter: Filter, name: string) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(PUBLICATION_FILTERS).map(([name, filter]) => [name, of(filter, name)]));

export const FILTER_QUERY: QuerySchema = each(({ schema }) => schema);

/** As the envelope repeats them. */
export const FILTER_ECHO: Readonly<Record<string, Schema>> = each(({ schema: { type } }) => ({ type: [type, 'null'] }));

export type Narrowing = {
  readonly narrowed: readonly Condition[];
  readonly echoes: Readonly<Record<string, string | number | null>>;
};

/** Of a query that the schemas have accepted. */
export const narrowing = (query: Readonly<Record<string, unknown>>): Narrowing => {
  const echoes = each((_filter, name) => (query[name] as string | number | undefined) ?? null);
  const narrowed = Object.entries(echoes).flatMap(([name, value]) =>
    value === null ? [] : [PUBLICATION_FILTERS[name]?.condition(value) ?? []].flat(),
  );
  return { narrowed, echoes };
};

export const NOT_NARROWED = narrowing({});
