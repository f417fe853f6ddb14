/** Which rows an event touches and what it does to them. */
import type { Recorded } from '../../domain/event.ts';
import type { RecordedEvent } from '../../domain/events.ts';
import { upcast } from '../../domain/upcast.ts';
import type { Fold } from '../../projections/define.ts';
import type { Row } from '../../projections/ports.ts';
import type { HeldRow, HeldRows } from './held-rows.ts';

type AnyChange = (row: Row | null, event: RecordedEvent, id: string) => Row | null;

/** One event applied to one row. */
export type Touch = {
  readonly event: Recorded;
  readonly rows: HeldRows;
  readonly held: HeldRow;
  readonly change: (row: Row | null) => Row | null;
};

/** The fold's change for an event type; looking it up by type ensures that it fits the event. */
const changeFor = (fold: Fold, type: RecordedEvent['type']): AnyChange | undefined =>
  Object.hasOwn(fold.when, type) ? (fold.when[type] as unknown as AnyChange) : undefined;

/** Throws if a row is named by anything but a string: no store takes it. */
export const idsOf = (fold: Fold, event: RecordedEvent): readonly string[] => {
  const ids = fold.ids(event);
  if (ids.some((id) => typeof id !== 'string')) throw new TypeError('a row is named by something other than a string');
  return ids;
};

/** The touches of an event. Throws if a fold cannot name its rows. */
const touchesOfReadable = (event: Recorded, all: readonly HeldRows[]): readonly Touch[] => {
  const upcasted = upcast(event);
  return all.flatMap((rows): readonly Touch[] => {
    const change = changeFor(rows.fold, upcasted.type);
    if (change === undefined) return [];
    return [...new Set(idsOf(rows.fold, upcasted))].map((id) => ({
      ...{ event, rows, held: rows.hold(id) },
      change: (row) => change(row, upcasted, id),
    }));
  });
};

/** The touches of an event that breaks: each of its rows fails to take it. Most rows are named by the stream alone. */
const broken = (event: Recorded, all: readonly HeldRows[], error: unknown): readonly Touch[] => {
  const change = (): never => {
    throw error;
  };
  return all
    .filter(({ fold }) => Object.hasOwn(fold.when, event.type))
    .flatMap((rows) => {
      const ids = new Set(idsOf(rows.fold, event as RecordedEvent));
      return [...ids].map((id) => ({ event, rows, held: rows.hold(id), change }));
    });
};

/** Throws if its rows cannot be named. */
export const touchesOf = (event: Recorded, all: readonly HeldRows[]): readonly Touch[] => {
  try {
    return touchesOfReadable(event, all);
  } catch (error) {
    // It may have hidden the rows, so none of them may stay public.
    return broken(event, all, error);
  }
};
