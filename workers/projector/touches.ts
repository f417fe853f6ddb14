/** Which rows an event touches and what it does to them, as far as this release can read it. */
import type { Recorded } from '../../domain/event.ts';
import type { RecordedEvent } from '../../domain/events.ts';
import { isOfLaterRelease, LaterRelease, upcast } from '../../domain/upcast.ts';
import type { Fold } from '../../projections/define.ts';
import type { Row } from '../../projections/ports.ts';
import type { HeldRow, HeldRows } from './held-rows.ts';

type AnyChange = (row: Row | null, event: RecordedEvent, id: string) => Row | null;

/** One event applied to one row: the changes of all events it upcasts to, made together or not at all. */
export type Touch = {
  readonly event: Recorded;
  readonly rows: HeldRows;
  readonly held: HeldRow;
  readonly changes: ((row: Row | null) => Row | null)[];
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

type NamedRows = { readonly fold: Fold; readonly ids: readonly string[] };
export type NamedBy = { readonly upcasted: RecordedEvent; readonly rows: readonly NamedRows[] };

const namedIn = (event: RecordedEvent, folds: readonly Fold[]): readonly NamedRows[] =>
  folds.flatMap((fold) => (changeFor(fold, event.type) === undefined ? [] : [{ fold, ids: idsOf(fold, event) }]));

/** The rows that an event may touch, by the events it upcasts to; null if it cannot be read, or some of its rows not be named. */
export const namedRows = (event: Recorded, folds: readonly Fold[]): readonly NamedBy[] | null => {
  if (isOfLaterRelease(event)) return null;
  try {
    return upcast(event).map((upcasted) => ({ upcasted, rows: namedIn(upcasted, folds) }));
  } catch {
    return null;
  }
};

const unlessItThrows = <T>(work: () => readonly T[]): readonly T[] => {
  try {
    return work();
  } catch {
    return [];
  }
};

/** The ids that folds can still name of such an event: each is asked separately, about all that can be read. */
export const nameableIds = (event: Recorded, folds: readonly Fold[]): readonly string[] => {
  const upcasted = isOfLaterRelease(event) ? [] : unlessItThrows(() => upcast(event));
  return [event as RecordedEvent, ...upcasted].flatMap((each) =>
    folds.flatMap((fold) => unlessItThrows(() => namedIn(each, [fold]).flatMap(({ ids }) => ids))),
  );
};

/** The touches of a readable event. Throws if it cannot be upcast, or a fold cannot name its rows. */
const touchesOfReadable = (event: Recorded, all: readonly HeldRows[], mayBeBrief: boolean): readonly Touch[] => {
  const touches = new Map<HeldRow, Touch>();
  for (const upcasted of upcast(event))
    for (const rows of all) {
      const change = changeFor(rows.fold, upcasted.type);
      for (const id of change === undefined ? [] : new Set(idsOf(rows.fold, upcasted))) {
        const held = rows.hold(id, mayBeBrief && rows.fold.brief?.types.includes(upcasted.type) === true);
        const touch: Touch = touches.get(held) ?? { event, rows, held, changes: [] };
        touch.changes.push((row) => change?.(row, upcasted, id) ?? null);
        touches.set(held, touch);
      }
    }
  return [...touches.values()];
};

/** The touches of an unreadable event: each of its rows fails to take it. Most rows are named by the stream alone. */
const unreadable = (event: Recorded, all: readonly HeldRows[], error: unknown): readonly Touch[] => {
  const fails = (): never => {
    throw error;
  };
  return all
    .filter(({ fold }) => Object.hasOwn(fold.when, event.type))
    .flatMap((rows) => {
      const ids = new Set(idsOf(rows.fold, event as RecordedEvent));
      return [...ids].map((id) => ({ event, rows, held: rows.hold(id), changes: [fails] }));
    });
};

/** The touches of an event that only a later release can read: a row without its content, or failures. */
const touchesOfLater = (event: Recorded, all: readonly HeldRows[]): readonly Touch[] => {
  const telling = all.filter(({ fold }) => fold.ofLaterRelease !== undefined);
  if (telling.length > 0)
    return telling.map((rows) => {
      const changes = [() => rows.fold.ofLaterRelease?.(event) as Row];
      return { event, rows, held: rows.hold(event.id), changes };
    });
  return unreadable(event, all, new LaterRelease(event));
};

/** `mayBeBrief`: rows need not be loaded in full. Throws if its rows cannot be named. */
export const touchesOf = (event: Recorded, all: readonly HeldRows[], mayBeBrief: boolean): readonly Touch[] => {
  if (isOfLaterRelease(event)) return touchesOfLater(event, all);
  try {
    return touchesOfReadable(event, all, mayBeBrief);
  } catch (error) {
    // It may have hidden the rows, so none of them may stay public.
    return unreadable(event, all, error);
  }
};
