/** Listing routes of any surface: query parameters, envelope and schema are derived from one declaration. */
import { ROW_PARTS } from '../../domain/limits.ts';
import { picked } from '../../domain/own.ts';
import type { ExportedPublication } from '../../projections/queries/exported.ts';
import type { Listing } from '../../projections/queries/listing.ts';
import type { Access } from './access.ts';
import { exportAnswer, type ExportDeps } from './exports.ts';
import { allExported, EXPORT_TYPES, variantOf, wantedIn } from './formats.ts';
import { sorting, type Echoes, type Pages, type PageSchema } from './listing.ts';
import { refusedQuery } from './query.ts';
import { typeWarning } from './unknown-type.ts';
import type { Answer, Request, RequestOf, Route } from './route.ts';
import type { NoSchemas, Schema, Schemas, ShownOf, ValueOf } from './schema-types.ts';

type Order<Sort> = [Sort] extends [never] ? unknown : { readonly sort: Sort; readonly dir: 'asc' | 'desc' };

/** Null for a parameter that was not sent and has no default. */
type Values<Filters> = {
  readonly [Name in keyof Filters]:
    | ValueOf<Filters[Name]>
    | (Filters[Name] extends { readonly default: unknown } ? never : null);
};

type Paged<Sort = string, Filters = Schemas, Item = Schema> = {
  readonly pages: Pages;
  /** The name of the list in the envelope. */
  readonly name: string;
  readonly item: Item;
  /** The first is the default; empty or absent: a single order. */
  readonly sorts?: readonly Sort[];
  /** Parameters that the envelope repeats. */
  readonly filters?: Filters;
};

type Declared<Params, Sort, Filters, Query, Item, Requested, R> = Pick<Route, 'summary' | 'description' | 'version'> &
  Paged<Sort, Filters, Item> & {
    readonly params?: Params;
    /** The default direction; descending if absent. */
    readonly dir?: 'asc' | 'desc';
    /** Parameters that the envelope does not repeat. */
    readonly query?: Query;
    /** What is listed; `requested` has the values that the envelope repeats. */
    listing(this: void, requested: Requested, request: R): Listing<ShownOf<Item>> | Promise<Listing<ShownOf<Item>>>;
    /** The same publications with their whole records, for a listing that can be exported. */
    readonly exported?: Exports<Requested, R>;
  };

type Exports<Requested, R> = {
  readonly deps: () => ExportDeps;
  listing(
    this: void,
    requested: Requested,
    request: R,
  ): Listing<ExportedPublication> | Promise<Listing<ExportedPublication>>;
};

const SEARCHED = { type: 'string', description: 'The search, trimmed; empty if there was none.' };

const echoOf = ({ type, format, enum: choices, default: value }: Schema): Schema => {
  if (format === 'search') return SEARCHED;
  if (value === undefined) return { type: [type, 'null'] };
  return choices === undefined ? { type } : { type, enum: choices };
};

const valueOf = (name: string, { format, default: value = null }: Schema, query: Request['query']): unknown => {
  const sent = query[name] ?? value;
  return format === 'search' ? String(sent).trim() : sent;
};

/** Throws `Refused('invalid')` for a page. Defaults are accepted, because many clients send every default. */
const mustBeWhole = ({ query }: Request, paging: Schemas): void => {
  for (const [name, { default: value }] of Object.entries(paging))
    if (query[name] !== value) {
      const message = 'cannot be combined with format, which exports everything that matches';
      throw refusedQuery(`invalid query parameter ${name}: ${message}`, name, message);
    }
};

/** A citation that is missing is mostly late, so the answer is not kept for long. */
const untilCited = (answer: Answer, name: string): Answer => {
  const items = (answer.body as Readonly<Record<string, readonly { readonly citation?: unknown }[]>>)[name] ?? [];
  if (!items.some(({ citation }) => citation === null)) return answer;
  return { ...answer, cacheUntil: Math.min(answer.cacheUntil ?? Infinity, Date.now() + ROW_PARTS.withoutCitationMs) };
};

export function pageOf<const Name extends string, const Item extends Schema>(
  listing: Paged<string, Schemas, Item> & { readonly name: Name },
): PageSchema<Name, Item>;
export function pageOf({ pages, name, item, sorts = [], filters = {} }: Paged): Schema {
  const repeated = Object.entries<Schema>(filters);
  return pages.schema({
    name,
    item,
    sorts,
    echoes: Object.fromEntries(repeated.map(([each, schema]) => [each, echoOf(schema)])),
  });
}

export function listingRoute<
  A extends Access,
  const Params extends Schemas = NoSchemas,
  const Sort extends string = never,
  const Filters extends Schemas = NoSchemas,
  const Query extends Schemas = NoSchemas,
  const Item extends Schema = Schema,
>(
  path: string,
  access: A,
  declaration: Declared<
    Params,
    Sort,
    Filters,
    Query,
    Item,
    Order<Sort> & Values<Filters>,
    RequestOf<A, Params, Filters & Query>
  >,
): Route;
export function listingRoute(
  path: string,
  access: Access,
  declaration: Declared<Schemas, string, Schemas, Schemas, Schema, Echoes, Request>,
): Route {
  const {
    pages,
    name,
    item: _item,
    sorts = [],
    dir,
    filters = {},
    query = {},
    listing,
    exported,
    ...declared
  } = declaration;
  const order = sorts.length === 0 ? {} : sorting(sorts, dir);
  const values = Object.entries<Schema>({ ...order, ...filters });
  return {
    ...declared,
    method: 'GET',
    path,
    access,
    query: {
      ...pages.query,
      ...filters,
      ...order,
      ...(exported === undefined ? {} : allExported(exported.deps().citations)),
      ...query,
    },
    responses: { 200: pageOf(declaration) },
    errors: [...(access.kind === 'anyone' ? [429] : []), ...(exported === undefined ? [] : [406])],
    ...(exported === undefined ? {} : { streams: EXPORT_TYPES, variant: variantOf(() => exported.deps().citations) }),
    handle: async (request) => {
      const requested = Object.fromEntries(
        values.map(([each, schema]) => [each, valueOf(each, schema, request.query)]),
      );
      const deps = exported?.deps();
      const wanted = deps === undefined ? null : wantedIn(request, deps.citations);
      if (exported !== undefined && deps !== undefined && wanted !== null) {
        mustBeWhole(request, { ...pages.query, ...picked(query, ['include']) });
        const reader = request.caller?.workspace ?? request.installation?.workspace;
        return exportAnswer(deps, await exported.listing(requested, request), { wanted, reader });
      }
      const answer = pages.forRequest(request, order);
      const answered = untilCited(await answer(name, await listing(requested, request), requested), name);
      return { ...answered, headers: { ...answered.headers, ...typeWarning(filters, requested) } };
    },
  };
}
