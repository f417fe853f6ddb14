/** What every listing takes and answers: pages, their bounds, and the envelope. */
import { NUMBER, REQUEST, SEARCH as MOST, TEXT, TOTAL } from '../../domain/limits.ts';
import type { Total } from '../../projections/ports.ts';
import type { Page, PageRequest } from '../../projections/queries/page.ts';
import type { Answer, Request } from './route.ts';
import type { NoSchemas, Schema, Schemas } from './schema.ts';
import { COUNT, integerOf, object } from './schemas.ts';

export const PAGING = {
  page: integerOf(1, NUMBER.integer, {
    default: 1,
    description: 'Page, counted from 1. A page past the end is empty.',
  }),
  per_page: integerOf(1, REQUEST.pageItems, { default: 20, description: 'Items per page.' }),
} as const;

export const SEARCH = {
  q: {
    type: 'string',
    default: '',
    format: 'search',
    maxLength: MOST.characters,
    description: `Every word must begin a word of the searched text; case and diacritics do not matter. At most ${MOST.characters} characters and ${MOST.terms} different words.`,
  },
} as const;

export const sorting = <S extends string>(fields: readonly S[], dir: 'asc' | 'desc' = 'desc') =>
  ({
    sort: {
      type: 'string',
      enum: fields,
      default: fields[0],
      description: 'Ties are broken by id; missing values come last in both directions.',
    },
    dir: { type: 'string', enum: ['asc', 'desc'], default: dir, description: 'Ascending or descending.' },
  }) as const;

export const CSL_TYPE = {
  type: 'string',
  minLength: 1,
  maxLength: TEXT.wordCharacters,
  description: 'Exactly this CSL type.',
} as const;

export const PUBLICATION_YEAR = integerOf(-NUMBER.year, NUMBER.year, {
  description: 'Exactly this year; years before the common era are negative.',
});

/** Says when a total was counted that is not exact. */
export const TOTAL_AS_OF = 'X-Colophon-Total-As-Of';

const COUNTED = {
  ...COUNT,
  description: `Exact up to ${TOTAL.exact}. A larger one may be ${TOTAL.ageMs / 1_000} seconds old, or older if counting takes longer: the header \`${TOTAL_AS_OF}\` says when it was counted. The first request for one waits until it has been counted.`,
} as const;

/** The headers and the life of an answer that holds this total. */
const countedAt = ({ totalAsOf }: Pick<Total, 'totalAsOf'>): Pick<Answer, 'headers' | 'keptUntil'> =>
  totalAsOf === null
    ? {}
    : { headers: { [TOTAL_AS_OF]: new Date(totalAsOf).toISOString() }, keptUntil: totalAsOf + TOTAL.ageMs };

/** What the envelope repeats of the query. */
export type Echoes = Readonly<Record<string, unknown>>;

export type PageShape<Name = string, Item = Schema, Repeated = Schemas> = {
  readonly name: Name;
  readonly item: Item;
  /** None: there is one order, which is not repeated. */
  readonly sorts?: readonly string[];
  readonly echoes?: Repeated;
  /** What only some pages have. */
  readonly also?: Schemas;
};

const COUNTS = { page: COUNT, per_page: COUNT, total: COUNTED, pages: COUNT } as const;

/** As far as its type says; an order, and what only some pages have, come on top. */
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
export function pageSchema({ name, item, sorts = [], echoes = {}, also = {} }: PageShape): Schema {
  const order = { sort: { type: 'string', enum: sorts }, dir: { type: 'string', enum: ['asc', 'desc'] } };
  const always: Schemas = {
    [name]: { type: 'array', items: item },
    ...COUNTS,
    ...(sorts.length > 0 && order),
    ...echoes,
  };
  return object({ ...always, ...also }, Object.keys(also));
}

/** The page with each row as it is shown. */
export const showing = <Row, Item>({ items, ...page }: Page<Row>, show: (row: Row) => Item): Page<Item> => ({
  ...page,
  items: items.map((row) => show(row)),
});

type PageAnswer<Body> = Omit<Answer<Body>, 'status'>;

/** A page in the documented envelope. `more`: what else its body has. */
export function pageAnswer<const Name extends string, Item, const More extends Echoes = Echoes>(
  name: Name,
  found: Page<Item>,
  asked: PageRequest,
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

/** How the listings of a surface are paged. */
export type Pages = {
  readonly query: Schemas;
  schema(shape: PageShape): Schema;
  /** The page that a request asks for, and its answer. Throws `Refused('invalid')`. */
  asked(request: Request): {
    readonly page: PageRequest;
    readonly answer: (name: string, found: Page<unknown>, echoes: Echoes) => Answer | Promise<Answer>;
  };
};
