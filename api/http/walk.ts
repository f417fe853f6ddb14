/**
 * Walking a whole listing by `cursor`: by ascending id, so that an item that matches throughout appears exactly once, even if
 * rows change meanwhile. Cursors are opaque and valid only for the query that they were issued for.
 */
import type { Position } from '../../domain/event.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { walk } from '../../projections/queries/listing.ts';
import { cursorParameter, decodeCursor, encodeCursor, fingerprintOf, invalidCursor, isPosition } from './cursor.ts';
import { numbered, pageAnswer, pageSchema, PAGING, type Pages } from './listing.ts';
import { refusedQuery } from './query.ts';
import type { Answer, QueryRequest, Request } from './route.ts';
import type { Schemas } from './schema-types.ts';

const QUERY = {
  ...PAGING,
  cursor: cursorParameter(
    '`*` starts a walk through all matches, by ascending id; the `next_cursor` of an answer continues it. ' +
      'A page of large records has fewer items than `per_page`. Not with a `page`, `sort` or `dir` other than the default.',
  ),
} as const;

type WalkRequest = QueryRequest<typeof QUERY>;

const FIRST = '*';

type Place = {
  readonly after: string | null;
  /** Page number, from 1. */
  readonly number: number;
  /** Position of the log when the walk began. */
  readonly startPosition: Position | null;
};

type Step = Place & { readonly fingerprint: string };

/** Throws `Refused('invalid')` for another page or order. Their defaults are accepted, because many clients send every default. */
const stepFrom = (cursor: string, { rawPath, rawQuery, query }: WalkRequest, order: Schemas): Step => {
  const ignored: Schemas = { page: PAGING.page, ...order };
  const values: Request['query'] = query;
  for (const [name, { default: value }] of Object.entries(ignored))
    if (values[name] !== value) {
      const message = 'cannot be combined with cursor, which walks by ascending id';
      throw refusedQuery(`invalid query parameter ${name}: ${message}`, name, message);
    }
  // `per_page` may change during a walk; the listing and its filters may not.
  const constant = [...new URLSearchParams(rawQuery)].filter(
    ([name]) => name !== 'cursor' && name !== 'per_page' && !Object.hasOwn(ignored, name),
  );
  const fingerprint = fingerprintOf([['path', rawPath], ...constant]);
  return { ...placeOf(cursor, fingerprint), fingerprint };
};

const placeOf = (cursor: string, fingerprint: string): Place => {
  if (cursor === FIRST) return { after: null, number: 1, startPosition: null };
  const [after, number, startPosition, issuedFor, ...more] = decodeCursor(cursor);
  if (
    typeof after !== 'string' ||
    !isPosition(number) ||
    !isPosition(startPosition) ||
    issuedFor !== fingerprint ||
    more.length > 0
  )
    throw invalidCursor('must be * or the next_cursor of an answer to the same query');
  return { after, number, startPosition };
};

const NEXT = {
  next_cursor: {
    type: ['string', 'null'],
    description: 'In a walk by `cursor`: the cursor of the next page; null at the end.',
  },
  position: {
    type: ['integer', 'null'],
    description:
      'In a walk by `cursor`: the position of the log when the walk began; later changes may or may not be included. ' +
      'Because of it, the `ETag` of `cursor=*` changes with every event.',
  },
};

type Served = {
  readonly readModels: ReadModels;
  /** Position of the rows; read once per walk. */
  readonly position: () => Promise<Position>;
  /** The listener's base URL; read on each request, because a free port is known only once it listens. */
  readonly url: string;
};

const walkPage = async (
  { rawPath, rawQuery, query: { per_page: perPage } }: WalkRequest,
  { after, number, startPosition: before, fingerprint }: Step,
  served: Served,
  [name, listing, echoes]: Parameters<ReturnType<Pages['forRequest']>>,
): Promise<Answer> => {
  const startPosition = before ?? (await served.position());
  const { next, ...found } = await walk(served.readModels, listing, { after, perPage });
  const cursor = next === null ? null : encodeCursor([next, number + 1, startPosition, fingerprint]);
  const order = 'sort' in echoes ? { sort: 'id', dir: 'asc' } : {};
  const more = { ...echoes, ...order, next_cursor: cursor, position: startPosition };
  const answer = pageAnswer(name, found, { page: number, perPage }, more);
  if (cursor === null) return answer;
  const query = new URLSearchParams(rawQuery);
  query.set('cursor', cursor);
  return {
    ...answer,
    headers: { ...answer.headers, Link: `<${served.url}${rawPath}?${query.toString()}>; rel="next"` },
  };
};

/** Numbered pages, and walks by `cursor`. */
export const walkablePages = (served: Served): Pages => ({
  query: QUERY,
  schema: ({ sorts = [], ...shape }) =>
    pageSchema({ ...shape, sorts: sorts.length > 0 ? [...sorts, 'id'] : [], optional: NEXT }),
  forRequest: (request: WalkRequest, order) => {
    const { page: number, per_page: perPage, cursor } = request.query;
    if (cursor === undefined) return numbered(served.readModels, { page: number, perPage });
    const step = stepFrom(cursor, request, order);
    return (...answered) => walkPage(request, step, served, answered);
  },
});
