/** Where a walk through the timeline goes on: opaque to callers, of one query alone. */
import { createHash } from 'node:crypto';
import type { Position } from '../../../domain/event.ts';
import { Refused } from '../../../domain/errors.ts';

const FINGERPRINT = 12;
const FORM = /^(\d{1,15})\.([\w-]{12})$/u;

/** Of the query that the walk began with. */
const fingerprint = (query: unknown): string =>
  createHash('sha256').update(JSON.stringify(query)).digest('base64url').slice(0, FINGERPRINT);

export const cursorAt = (place: Position, query: unknown): string =>
  Buffer.from(`${place}.${fingerprint(query)}`).toString('base64url');

/** Throws `Refused('invalid')` for what was never handed out, or was for another query. */
export const placeIn = (cursor: string, query: unknown): Position => {
  const [, place, mark] = FORM.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (place === undefined || mark !== fingerprint(query))
    throw new Refused('invalid', 'invalid_query', 'invalid query parameter cursor', {
      errors: [{ parameter: 'cursor', message: 'must be the next_cursor of an answer to the same query' }],
    });
  return Number(place);
};
