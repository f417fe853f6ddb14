/** Parameters and envelope that all listings share: paging, search, sorting, totals. */
import { NUMBER, REQUEST, SEARCH as SEARCH_LIMIT, TEXT, TOTAL } from '../../domain/limits.ts';
import type { ReadModels, Total } from '../../projections/ports.ts';
import { findPage, type Listing, type Page, type PageRequest } from '../../projections/queries/listing.ts';
import type { Answer, Request } from './route.ts';
import type { NoSchemas, Schema, Schemas } from './schema-types.ts';
import { choiceOf, COUNT, integerOf, object } from './schemas.ts';

export const PAGING = {
  page: integerOf(1, NUMBER.integer, {
    default: 1,
    description: 'Page number, from 1. A page past the end is empty.',
  }),
  per_page: integerOf(1, REQUEST.pageItems, { default: 20, description: 'Items per page.' }),
} as const;

export const SEARCH = {
  q: {
    type: 'string',
    default: '',
    format: 'search',
    maxLength: SEARCH_LIMIT.characters,
    description: `Every word must begin a word of the searched text, or be part of a run in a script without spaces; case, diacritics and apostrophes do not matter. Where DOIs or ORCID iDs are searched, one may also be given as its URL. At most ${SEARCH_LIMIT.characters} characters and ${SEARCH_LIMIT.terms} different words.`,
  },
} as const;

export const sorting = <S extends string>(fields: readonly S[], dir: 'asc' | 'desc' = 'desc') =>
  ({
    sort: choiceOf(fields, {
      default: fields[0],
      description: 'Ties are broken by id; missing values come last in both directions.',
    }),
    dir: { type: 'string', enum: ['asc', 'desc'], default: dir, description: 'Ascending or descending.' },
  }) as const;

export const CSL_TYPE = {
  type: 'string',
  minLength: 1,
  maxLength: TEXT.wordCharacters,
  description:
    'Exactly this CSL type. An unknown type matches nothing; the header `X-Colophon-Warning` then suggests similar ones.',
} as const;

export const PUBLICATION_YEAR = integerOf(-NUMBER.year, NUMBER.year, {
  description:
    'Exactly this year of the common era. Dates before it are shown only in the record itself, as negative years of `issued`; a negative year finds nothing.',
});

/** When a total that may be out of date was counted. */
export const TOTAL_AS_OF = 'X-Colophon-Total-As-Of';

export const COUNTED = {
  ...COUNT,
  description: `Exact up to ${TOTAL.exact}. A larger one may be ${TOTAL.ageMs / 1_000} seconds old, or up to ${TOTAL.oldestMs / 1_000} if counting takes longer: the header \`${TOTAL_AS_OF}\` says when it was counted. The first request for such a total waits for the count.`,
} as const;

export const countedAt = ({ totalAsOf }: Pick<Total, 'totalAsOf'>): Pick<Answer, 'headers' | 'cacheUntil'> =>
  totalAsOf === null
    ? {}
    : { headers: { [TOTAL_AS_OF]: new Date(totalAsOf).toISOString() }, cacheUntil: totalAsOf + TOTAL.ageMs };

/** The query values that the envelope repeats. */
export type Echoes = Readonly<Record<string, unknown>>;

export type PageShape<Name = string, Item = Schema, Repeated = Schemas> = {
  readonly name: Name;
  readonly item: Item;
  /** Empty or absent: a single order, which the envelope does not repeat. */
  readonly sorts?: readonly string[];
  readonly echoes?: Repeated;
  readonly optional?: Schemas;
};

const COUNTS = { page: COUNT, per_page: COUNT, total: COUNTED, pages: COUNT } as const;

/** The typed part of the schema; sort order and optional properties are not typed. */
export type PageSchema<Name extends string, Item, Repeated = NoSchemas> = {
  readonly type: 'object';
  readonly required: readonly (Name | keyof typeof COUNTS | keyof Repeated)[];
  readonly properties: Readonly<Record<Name, { readonly type: 'array'; readonly items: Item }>> &
    typeof COUNTS &
    Repeated;
};

export function pageSchema<
  const Name extends string,
  const Item extends Schema,
  const Repeated extends Schemas = NoSchemas,
>(shape: PageShape<Name, Item, Repeated>): PageSchema<Name, Item, Repeated>;
export function pageSchema({ name, item, sorts = [], echoes = {}, optional = {} }: PageShape): Schema {
  const order = { sort: { type: 'string', enum: sorts }, dir: { type: 'string', enum: ['asc', 'desc'] } };
  const always: Schemas = {
    [name]: { type: 'array', items: item },
    ...COUNTS,
    ...(sorts.length > 0 && order),
    ...echoes,
  };
  return object({ ...always, ...optional }, Object.keys(optional));
}

type PageAnswer<Body> = Omit<Answer<Body>, 'status'>;

/** A page in the documented envelope. `more`: further properties of the body. */
export function pageAnswer<const Name extends string, Item, const More extends Echoes = Echoes>(
  name: Name,
  found: Page<Item>,
  request: PageRequest,
  more?: More,
): PageAnswer<Readonly<Record<Name, readonly Item[]> & Record<keyof typeof COUNTS, number>> & More>;
export function pageAnswer(
  name: string,
  { items, total, totalAsOf }: Page<unknown>,
  { page, perPage }: PageRequest,
  more: Echoes = {},
): PageAnswer<unknown> {
  return {
    body: { [name]: items, page, per_page: perPage, total, pages: Math.ceil(total / perPage), ...more },
    ...countedAt({ totalAsOf }),
  };
}

/** Reads and answers the requested page. `name`: of the list in the envelope. */
type Paged = (name: string, listing: Listing<unknown>, echoes: Echoes) => Promise<Answer>;

/** How a surface reads and pages its listings. */
export type Pages = {
  readonly query: Schemas;
  schema(shape: PageShape): Schema;
  /** `order`: the listing's parameters for sorting. Throws `Refused('invalid')`. */
  forRequest(request: Request, order: Schemas): Paged;
};

export const numbered =
  (readModels: ReadModels, page: PageRequest): Paged =>
  async (name, listing, echoes) =>
    pageAnswer(name, await findPage(readModels, listing, page), page, echoes);
