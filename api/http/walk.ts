/**
 * Walking a whole listing by `cursor`: by ascending id, so that what matches throughout comes exactly once, whatever
 * changes meanwhile. Cursors are opaque, and good for the query they were handed out for.
 */
import { Refused } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import { cursorParameter, fingerprintOf, isPlace, refusedCursor, seal, unseal } from './cursor.ts';
import { pageAnswer, pageSchema, PAGING, type Pages } from './listing.ts';
import type { Answer, Asking } from './route.ts';

const WALK = {
  cursor: cursorParameter(
    '`*` begins a walk through everything that matches, by ascending id; the `next_cursor` of an answer goes on with it. ' +
      'A page whose records are large has fewer items than `per_page`. Not with `page`, `sort` or `dir`.',
  ),
} as const;

const FIRST = '*';

type Place = {
  readonly after: string | null;
  /** Of the page, from 1. */
  readonly number: number;
  /** Where the log was when the walk began. */
  readonly began: Position | null;
};

type Walk = Place & { readonly fingerprint: string };

/** Throws `Refused('invalid')`. */
const walkFrom = (cursor: string, path: string, given: URLSearchParams): Walk => {
  for (const name of ['page', 'sort', 'dir'])
    if (given.has(name))
      throw new Refused('invalid', 'invalid_query', `invalid query parameter ${name}`, {
        errors: [{ parameter: name, message: 'must not be sent with cursor, which walks by ascending id' }],
      });
  // Of the listing and the filters that the walk began with.
  const fingerprint = fingerprintOf([
    ['path', path],
    ...[...given].filter(([name]) => name !== 'cursor' && name !== 'per_page'),
  ]);
  return { ...placeIn(cursor, fingerprint), fingerprint };
};

const placeIn = (cursor: string, fingerprint: string): Place => {
  if (cursor === FIRST) return { after: null, number: 1, began: null };
  const [after, number, began, own, ...more] = unseal(cursor);
  if (typeof after !== 'string' || !isPlace(number) || !isPlace(began) || own !== fingerprint || more.length > 0)
    throw refusedCursor('must be * or the next_cursor of an answer to the same query');
  return { after, number, began };
};

const QUERY = { ...PAGING, ...WALK } as const;

type WalkRequest = Asking<typeof QUERY>;

const NEXT = {
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

type Paged = ReturnType<Pages['asked']>;

type Served = {
  /** Where the rows stand; asked for once a walk. */
  readonly position: () => Promise<Position>;
  /** What the address of the listener begins with; read with each request: a free port is known only once it listens. */
  readonly url: string;
};

/** A step of a walk, with the link to the next. */
const step = async (
  { rawPath, rawQuery, query: { per_page: perPage } }: WalkRequest,
  { number, began: before, fingerprint }: Walk,
  served: Served,
  [name, found, echoes]: Parameters<Paged['answer']>,
): Promise<Answer> => {
  const began = before ?? (await served.position());
  const { next = null } = found;
  const cursor = next === null ? null : seal([next, number + 1, began, fingerprint]);
  const order = 'sort' in echoes ? { sort: 'id', dir: 'asc' } : {};
  const more = { ...echoes, ...order, next_cursor: cursor, position: began };
  const answer = pageAnswer(name, found, { page: number, perPage }, more);
  if (cursor === null) return answer;
  const query = new URLSearchParams(rawQuery);
  query.set('cursor', cursor);
  return {
    ...answer,
    headers: { ...answer.headers, Link: `<${served.url}${rawPath}?${query.toString()}>; rel="next"` },
  };
};

/** Pages by their numbers, and walks by `cursor`. */
export const walked = (served: Served): Pages => ({
  query: QUERY,
  schema: ({ sorts = [], ...shape }) =>
    pageSchema({ ...shape, sorts: sorts.length > 0 ? [...sorts, 'id'] : [], also: NEXT }),
  asked: (request: WalkRequest) => {
    const { rawPath, rawQuery, query } = request;
    const { page: number, per_page: perPage, cursor } = query;
    if (cursor === undefined) {
      const page = { page: number, perPage };
      return { page, answer: (name, found, echoes) => pageAnswer(name, found, page, echoes) };
    }
    const walk = walkFrom(cursor, rawPath, new URLSearchParams(rawQuery));
    const page = { page: walk.number, perPage, after: walk.after };
    return { page, answer: (...answered) => step(request, walk, served, answered) };
  },
});
