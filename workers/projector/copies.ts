/** Which parts have rows of an event. */
import type { Recorded } from '../../domain/event.ts';
import type { Fold } from '../../projections/define.ts';
import { namedRows, nameableIds } from './touches.ts';

/** Written before any other part, so what is skipped is recorded before a row can be past it. */
const FIRST = 0;

/** `indexOf`: the part, counted from 0, that has the row. */
export const partsWith = (
  event: Recorded,
  folds: readonly Fold[],
  indexOf: (id: string) => number,
): ReadonlySet<number> => {
  const named = namedRows(event, folds);
  return named === null
    ? new Set([FIRST, ...nameableIds(event, folds).map(indexOf)])
    : new Set(named.rows.flatMap(({ ids }) => ids.map(indexOf)));
};
