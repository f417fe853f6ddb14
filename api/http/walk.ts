/**
 * Walking a whole listing by `cursor`: by ascending id, so that an item that matches throughout appears exactly once, even if
 * rows change meanwhile. Cursors are opaque and valid only for the query that they were issued for.
 */
import { Refused } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import { cursorParameter, decodeCursor, encodeCursor, fingerprintOf, invalidCursor, isPosition } from './cursor.ts';
import { pageAnswer, pageSchema, PAGING, type Pages } from './listing.ts';
import type { Answer, QueryRequest } from './route.ts';

const CURSOR = {
  cursor: cursorParameter(
    '`*` starts a walk through all matches, by ascending id; the `next_cursor` of an answer continues it. ' +
      'A page of large records has fewer items than `per_page`. Not with `page`, `sort` or `dir`.',
  ),
} as const;

const FIRST = '*';

type Place = {
  readonly after: string | null;
  /** Page number, from 1. */
  readonly number: number;
  /** Position of the log when the walk began. */
  readonly startPosition: Position | null;
};

type Walk = Place & { readonly fingerprint: string };

/** Throws `Refused('invalid')`. */
const walkFrom = (cursor: string, path: string, parameters: URLSearchParams): Walk => {
  for (const name of ['page', 'sort', 'dir'])
    if (parameters.has(name))
      throw new Refused('invalid', 'invalid_query', `invalid query parameter ${name}`, {
        errors: [{ parameter: name, message: 'must not be sent with cursor, which walks by ascending id' }],
      });
  // `per_page` may change during a walk; the listing and its filters may not.
  const fingerprint = fingerprintOf([
    ['path', path],
    ...[...parameters].filter(([name]) => name !== 'cursor' && name !== 'per_page'),
  ]);
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

const QUERY = { ...PAGING, ...CURSOR } as const;

type WalkRequest = QueryRequest<typeof QUERY>;

const NEXT = {
  next_cursor: {
    type: ['string', 'null'],
    description: 'In a walk by `cursor`: the cursor of the next page; null at the end.',
  },
  position: {
    type: ['integer', 'null'],
    description:
      'In a walk by `cursor`: the position of the log when the walk began; later changes may or may not be included.',
  },
};

type Paged = ReturnType<Pages['forRequest']>;

type Served = {
  /** Position of the rows; read once per walk. */
  readonly position: () => Promise<Position>;
  /** The listener's base URL; read on each request, because a free port is known only once it listens. */
  readonly url: string;
};

/** One page of a walk, with a link to the next. */
const walkPage = async (
  { rawPath, rawQuery, query: { per_page: perPage } }: WalkRequest,
  { number, startPosition: before, fingerprint }: Walk,
  served: Served,
  [name, found, echoes]: Parameters<Paged['answer']>,
): Promise<Answer> => {
  const startPosition = before ?? (await served.position());
  const { next = null } = found;
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
  forRequest: (request: WalkRequest) => {
    const { rawPath, rawQuery, query } = request;
    const { page: number, per_page: perPage, cursor } = query;
    if (cursor === undefined) {
      const page = { page: number, perPage };
      return { page, answer: (name, found, echoes) => pageAnswer(name, found, page, echoes) };
    }
    const walk = walkFrom(cursor, rawPath, new URLSearchParams(rawQuery));
    const page = { page: walk.number, perPage, after: walk.after };
    return { page, answer: (...answered) => walkPage(request, walk, served, answered) };
  },
});
