/** Where a walk through the timeline goes on: of one query alone. */
import type { Position } from '../../../domain/event.ts';
import { fingerprintOf, refusedCursor, seal, unseal } from '../../http/cursor.ts';

type Query = Readonly<Record<string, unknown>>;

export const cursorAt = (place: Position, query: Query): string => seal([place, fingerprintOf(Object.entries(query))]);

/** Throws `Refused('invalid')` for what was never handed out, or was for another query. */
export const placeIn = (cursor: string, query: Query): Position => {
  const [place, fingerprint] = unseal(cursor);
  if (typeof place !== 'number' || fingerprint !== fingerprintOf(Object.entries(query)))
    throw refusedCursor('must be the next_cursor of an answer to the same query');
  return place;
};
