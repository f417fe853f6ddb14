/** Where a walk through the timeline goes on: of one query alone. */
import type { Position } from '../../../domain/event.ts';
import { fingerprintOf, isPlace, refusedCursor, seal, unseal } from '../../http/cursor.ts';

type Query = Readonly<Record<string, unknown>>;

export const cursorAt = (place: Position, query: Query): string => seal([place, fingerprintOf(Object.entries(query))]);

/** Throws `Refused('invalid')` for what was never handed out, or was for another query. */
export const placeIn = (cursor: string, query: Query): Position => {
  const [place, fingerprint, ...more] = unseal(cursor);
  if (!isPlace(place) || fingerprint !== fingerprintOf(Object.entries(query)) || more.length > 0)
    throw refusedCursor('must be the next_cursor of an answer to the same query');
  return place;
};
