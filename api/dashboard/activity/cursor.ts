/** Where a walk through the timeline goes on: opaque to callers, of one query alone. */
import { createHash } from 'node:crypto';
import type { Position } from '../../../domain/event.ts';
import { Refused } from '../../../domain/errors.ts';

const FINGERPRINT = 12;
const FORM = /^(\d{1,16})\.([\w-]{12})$/u;

type Query = Readonly<Record<string, unknown>>;

/** Of the query that the walk began with, in whatever order its parameters stand. */
const fingerprint = (query: Query): string => {
  const asked = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, FINGERPRINT);
};

export const cursorAt = (place: Position, query: Query): string =>
  Buffer.from(`${place}.${fingerprint(query)}`).toString('base64url');

/** Throws `Refused('invalid')` for what was never handed out, or was for another query. */
export const placeIn = (cursor: string, query: Query): Position => {
  const [, digits] = FORM.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const place = Number(digits ?? Number.NaN);
  // Made again and compared, so that nothing passes that only resembles one.
  if (!Number.isSafeInteger(place) || cursor !== cursorAt(place, query))
    throw new Refused('invalid', 'invalid_query', 'invalid query parameter cursor', {
      errors: [{ parameter: 'cursor', message: 'must be the next_cursor of an answer to the same query' }],
    });
  return place;
};
