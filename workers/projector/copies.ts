/** Copies of an event for the parts that its rows are in; of an event that names many rows, a part gets what its own rows need. */
import type { Recorded } from '../../domain/event.ts';
import type { RecordedEvent } from '../../domain/events.ts';
import { schemaVersionOf } from '../../domain/upcast.ts';
import type { Fold } from '../../projections/define.ts';
import { idsOfUnreadable, namedRows, type NamedRows } from './touches.ts';

export type Copy = { readonly part: number; readonly line: string };

/** An event that names no more rows is small. */
const FEW = 8;

const wholeFor = (event: Recorded, parts: Iterable<number>): readonly Copy[] => {
  const line = JSON.stringify(event);
  return [...new Set(parts)].map((part) => ({ part, line }));
};

const narrowedFor = (event: RecordedEvent, rows: readonly NamedRows[], partOf: (id: string) => number) => {
  const byPart = new Map<number, Map<Fold, string[]>>();
  for (const { fold, ids } of rows)
    for (const id of ids) {
      const part = partOf(id);
      const byFold = byPart.get(part) ?? new Map<Fold, string[]>();
      byPart.set(part, byFold);
      const some = byFold.get(fold) ?? [];
      byFold.set(fold, some);
      some.push(id);
    }
  const narrowing = rows.flatMap(({ fold }) => (fold.narrow?.types.includes(event.type) === true ? [fold] : []));
  return [...byPart].map(([part, byFold]): Copy => {
    const isNarrow = [...byFold.keys()].every((fold) => narrowing.includes(fold));
    const narrowed = narrowing.reduce((left, fold) => fold.narrow?.to(left, byFold.get(fold) ?? []) ?? left, event);
    const copy = { ...narrowed, schemaVersion: schemaVersionOf(event.type) };
    return { part, line: JSON.stringify(isNarrow ? copy : event) };
  });
};

/** `partOf`: the part that has the row. */
export const copiesOf = (event: Recorded, folds: readonly Fold[], partOf: (id: string) => number): readonly Copy[] => {
  const named = namedRows(event, folds);
  if (named === null) return wholeFor(event, idsOfUnreadable(event, folds).map(partOf));
  const [first] = named;
  const ids = named.flatMap(({ rows }) => rows.flatMap((each) => each.ids));
  if (named.length === 1 && first !== undefined && ids.length > FEW) return narrowedFor(first.part, first.rows, partOf);
  return wholeFor(event, ids.map(partOf));
};
