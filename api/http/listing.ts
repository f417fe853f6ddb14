/** What every listing takes and answers: pages, their bounds, and the envelope. */
import { NUMBER, REQUEST, SEARCH as MOST, TEXT, TOTAL } from '../../domain/limits.ts';
import type { Total } from '../../projections/ports.ts';
import type { Answer, QuerySchema, Schema } from './route.ts';

export const PAGING: QuerySchema = {
  page: {
    type: 'integer',
    minimum: 1,
    maximum: NUMBER.integer,
    default: 1,
    description: 'Page, counted from 1. A page past the end is empty.',
  },
  per_page: { type: 'integer', minimum: 1, maximum: REQUEST.pageItems, default: 20, description: 'Items per page.' },
};

export const SEARCH: QuerySchema = {
  q: {
    type: 'string',
    default: '',
    format: 'search',
    maxLength: MOST.characters,
    description: `Every word must begin a word of the searched text; case and diacritics do not matter. At most ${MOST.characters} characters and ${MOST.terms} different words.`,
  },
};

export const sorting = (fields: readonly string[], dir: 'asc' | 'desc' = 'desc'): QuerySchema => ({
  sort: {
    type: 'string',
    enum: fields,
    default: fields[0],
    description: 'Ties are broken by id; missing values come last in both directions.',
  },
  dir: { type: 'string', enum: ['asc', 'desc'], default: dir, description: 'Ascending or descending.' },
});

export const CSL_TYPE: Schema = {
  type: 'string',
  minLength: 1,
  maxLength: TEXT.wordCharacters,
  description: 'Exactly this CSL type.',
};

export const PUBLICATION_YEAR: Schema = {
  type: 'integer',
  minimum: -NUMBER.year,
  maximum: NUMBER.year,
  description: 'Exactly this year; years before the common era are negative.',
};

/** The order as the envelope repeats it. */
export const orderEcho = (fields: readonly string[]): Readonly<Record<'sort' | 'dir', Schema>> => ({
  sort: { type: 'string', enum: fields },
  dir: { type: 'string', enum: ['asc', 'desc'] },
});

const INTEGER: Schema = { type: 'integer', minimum: 0 };

/** Says when a total was counted that is not exact. */
export const TOTAL_AS_OF = 'X-Colophon-Total-As-Of';

export const COUNTED: Schema = {
  ...INTEGER,
  description: `Exact up to ${TOTAL.exact}. A larger one may be ${TOTAL.ageMs / 1_000} seconds old, or older if counting takes longer: the header \`${TOTAL_AS_OF}\` says when it was counted. The first request for one waits until it has been counted.`,
};

/** The headers and the life of an answer that holds this total. */
export const countedAt = ({ totalAsOf }: Pick<Total, 'totalAsOf'>): Pick<Answer, 'headers' | 'keptUntil'> =>
  totalAsOf === null
    ? {}
    : { headers: { [TOTAL_AS_OF]: new Date(totalAsOf).toISOString() }, keptUntil: totalAsOf + TOTAL.ageMs };

/** The schema of a page of `name`, with the echoes of its search, order and filters. */
export const pageSchema = (name: string, item: Schema, echoes: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  required: [name, 'page', 'per_page', 'total', 'pages', ...Object.keys(echoes)],
  additionalProperties: false,
  properties: {
    [name]: { type: 'array', items: item },
    page: INTEGER,
    per_page: INTEGER,
    total: COUNTED,
    pages: INTEGER,
    ...echoes,
  },
});

export type Paging = { readonly page: number; readonly perPage: number };

export type Found<T> = Total & { readonly items: readonly T[] };

/** A page in the documented envelope. `more`: what else its body has. */
export const pageAnswer = <T>(
  name: string,
  { items, total, totalAsOf }: Found<T>,
  { page, perPage }: Paging,
  more: Readonly<Record<string, string | number | boolean | null>>,
): Answer => ({
  body: { [name]: items, page, per_page: perPage, total, pages: Math.ceil(total / perPage), ...more },
  ...countedAt({ totalAsOf }),
});
