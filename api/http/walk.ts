/**
 * Walking a whole listing by `cursor`: by ascending id, so that what matches throughout comes exactly once, whatever
 * changes meanwhile. Cursors are opaque, and good for the query they were handed out for.
 */
import { Refused } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import { cursorParameter, fingerprintOf, isPlace, refusedCursor, seal, unseal } from './cursor.ts';
import { pageAnswer, pageSchema, type Found as Page, type Paging } from './listing.ts';
import type { Answer, QuerySchema, Request, Schema } from './route.ts';

export const WALK: QuerySchema = {
  cursor: cursorParameter(
    '`*` begins a walk through everything that matches, by ascending id; the `next_cursor` of an answer goes on with it. ' +
      'A page whose records are large has fewer items than `per_page`. Not with `page`, `sort` or `dir`.',
  ),
};

const FIRST = '*';

type Place = {
  readonly after: string | null;
  /** Of the page, from 1. */
  readonly number: number;
  /** Where the log was when the walk began. */
  readonly began: Position | null;
};

export type Asked = {
  readonly paging: Paging & { readonly after?: string | null };
  /** Null for a page by its number. */
  readonly walk: (Place & { readonly fingerprint: string }) | null;
};

export type Found<T> = Page<T> & { readonly next?: string | null };

/** Of the listing and the filters that the walk began with. */
const walkOf = (path: string, given: URLSearchParams): string =>
  fingerprintOf([['path', path], ...[...given].filter(([name]) => name !== 'cursor' && name !== 'per_page')]);

const placeIn = (cursor: string, fingerprint: string): Place => {
  if (cursor === FIRST) return { after: null, number: 1, began: null };
  const [after, number, began, own, ...more] = unseal(cursor);
  if (typeof after !== 'string' || !isPlace(number) || !isPlace(began) || own !== fingerprint || more.length > 0)
    throw refusedCursor('must be * or the next_cursor of an answer to the same query');
  return { after, number, began };
};

/** The page that a request asks for. Throws `Refused('invalid')`. */
export const pageAsked = ({ query, rawPath, rawQuery }: Request): Asked => {
  const perPage = query['per_page'] as number;
  const cursor = query['cursor'] as string | undefined;
  if (cursor === undefined) return { paging: { page: query['page'] as number, perPage }, walk: null };
  const given = new URLSearchParams(rawQuery);
  for (const name of ['page', 'sort', 'dir'])
    if (given.has(name))
      throw new Refused('invalid', 'invalid_query', `invalid query parameter ${name}`, {
        errors: [{ parameter: name, message: 'must not be sent with cursor, which walks by ascending id' }],
      });
  const fingerprint = walkOf(rawPath, given);
  const place = placeIn(cursor, fingerprint);
  return { paging: { page: place.number, perPage, after: place.after }, walk: { ...place, fingerprint } };
};

/** A page's schema, of a listing that can be walked. */
export const walkedSchema = (name: string, item: Schema, echoes: Readonly<Record<string, Schema>>): Schema => {
  const { sort, ...rest } = echoes;
  const sorts = (sort?.['enum'] ?? []) as readonly string[];
  const schema = pageSchema(
    name,
    item,
    sort === undefined ? rest : { ...rest, sort: { ...sort, enum: [...sorts, 'id'] } },
  );
  const walked = {
    next_cursor: {
      type: ['string', 'null'],
      description: 'Of a walk by `cursor`: the cursor of the next page; null at the end.',
    },
    position: {
      type: ['integer', 'null'],
      description:
        'Of a walk by `cursor`: the position of the log when it began; later changes may or may not be included.',
    },
  };
  return { ...schema, properties: { ...(schema['properties'] as object), ...walked } };
};

type Listed<T> = {
  readonly name: string;
  readonly asked: Asked;
  readonly found: Found<T>;
  readonly echoes: Readonly<Record<string, string | number | null>>;
  /** Where the rows stand; asked for once a walk. */
  readonly position: () => Promise<Position>;
  /** What the address of the listener begins with. */
  readonly url: string;
};

/** A page, or a step of a walk with the link to the next. */
export const listed = async <T>(
  { rawPath, rawQuery }: Request,
  { name, asked: { paging, walk }, found, echoes, position, url }: Listed<T>,
): Promise<Answer> => {
  if (walk === null) return pageAnswer(name, found, paging, echoes);
  const began = walk.began ?? (await position());
  const { next = null } = found;
  const order = 'sort' in echoes ? { sort: 'id', dir: 'asc' } : {};
  const page = (cursor: string | null): Answer =>
    pageAnswer(name, found, paging, { ...echoes, ...order, next_cursor: cursor, position: began });
  if (next === null) return page(null);
  const cursor = seal([next, walk.number + 1, began, walk.fingerprint]);
  const query = new URLSearchParams(rawQuery);
  query.set('cursor', cursor);
  const answer = page(cursor);
  return { ...answer, headers: { ...answer.headers, Link: `<${url}${rawPath}?${query.toString()}>; rel="next"` } };
};
