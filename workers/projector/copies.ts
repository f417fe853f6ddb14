/** Divides an event among the parts that have its rows: each gets a copy, of an event with many rows only what its own need. */
import type { Recorded } from '../../domain/event.ts';
import type { Fold } from '../../projections/define.ts';
import { namedRows, nameableIds, type NamedBy } from './touches.ts';

/** `part`: counted from 0. */
export type Copy = { readonly part: number; readonly line: string };

/** An event with no more rows is small. */
const FEW = 8;

/** Written before any other part, so what is skipped is recorded before a row can be past it. */
const FIRST = 0;

const whole = (event: Recorded, parts: Iterable<number>): readonly Copy[] => {
  const line = JSON.stringify(event);
  return [...new Set(parts)].map((part) => ({ part, line }));
};

const narrowed = (event: Recorded, { upcasted, rows }: NamedBy, indexOf: (id: string) => number) => {
  const byPart = new Map<number, Map<Fold, string[]>>();
  for (const { fold, ids } of rows)
    for (const id of ids) {
      const part = indexOf(id);
      const byFold = byPart.get(part) ?? new Map<Fold, string[]>();
      byPart.set(part, byFold);
      const own = byFold.get(fold) ?? [];
      byFold.set(fold, own);
      own.push(id);
    }
  const narrowing = rows.flatMap(({ fold }) => (fold.narrow?.types.includes(upcasted.type) === true ? [fold] : []));
  const isNarrow = (byFold: ReadonlyMap<Fold, unknown>) => [...byFold.keys()].every((fold) => narrowing.includes(fold));
  const narrow = [...byPart].filter(([, byFold]) => isNarrow(byFold));
  const wide = [...byPart].flatMap(([part, byFold]) => (isNarrow(byFold) ? [] : [part]));
  return [
    ...whole(event, wide),
    ...narrow.map(([part, byFold]): Copy => {
      const copy = narrowing.reduce((left, fold) => fold.narrow?.to(left, byFold.get(fold) ?? []) ?? left, upcasted);
      return { part, line: JSON.stringify(copy) };
    }),
  ];
};

/** `indexOf`: the part that has the row. */
export const copiesOf = (event: Recorded, folds: readonly Fold[], indexOf: (id: string) => number): readonly Copy[] => {
  const named = namedRows(event, folds);
  if (named === null) return whole(event, [FIRST, ...nameableIds(event, folds).map(indexOf)]);
  const ids = named.rows.flatMap((each) => each.ids);
  if (ids.length > FEW) return narrowed(event, named, indexOf);
  return whole(event, ids.map(indexOf));
};
