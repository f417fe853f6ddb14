/** What an undo restores of the record of a publication or work, and how a reset of either is undone. */
import { pointerTo, tokensOf, type Change } from '../changes/change.ts';
import type { CslItem } from '../csl.ts';
import { equal } from '../equal.ts';
import type { DomainEvent } from '../event.ts';
import { isObject, type Json, type JsonObject } from '../json.ts';
import type { Known } from '../must-exist.ts';
import { OMITTED } from '../publication/omitted.ts';
import { changed, partsBetween, type Inverse, type Moment, type Part, type Parts } from '../undo/inverse.ts';
import { changesTo, fieldsOf, merge, type Layered } from './overlay.ts';

/** The list of authors, and the provider's count of those that it omits. */
export const AUTHORS: ReadonlySet<string> = new Set([pointerTo('author'), pointerTo('custom', OMITTED)]);

/** `custom` has independent keys; any other field changes as a whole. */
export const partsOf = (item: CslItem): Parts =>
  Object.fromEntries(
    Object.entries(fieldsOf(item)).flatMap(([field, value]) =>
      field === 'custom' && isObject(value)
        ? Object.entries(value).map(([key, of]) => [pointerTo(field, key), of] as const)
        : [[pointerTo(field), value] as const],
    ),
  );

/** The changes of whole fields that give the record these values. */
export const fieldsPutBack = (wanted: Parts, now: CslItem): readonly Change[] => {
  const shown = fieldsOf(now);
  const fields = new Map<string, Json | undefined>();
  for (const [path, value] of Object.entries(wanted)) {
    const [field = '', key] = tokensOf(path);
    if (key === undefined) {
      fields.set(field, value);
      continue;
    }
    const present = fields.has(field) ? fields.get(field) : shown[field];
    const { [key]: _replaced, ...rest } = isObject(present) ? present : {};
    const next: JsonObject = value === undefined ? rest : { ...rest, [key]: value };
    fields.set(field, Object.keys(next).length === 0 ? undefined : next);
  }
  return changesTo(Object.fromEntries(fields));
};

type OfRecord = { readonly status: 'absent' } | (Layered & { readonly status: string });

const isKnown = <State extends OfRecord>(state: State): state is Known<State> => state.status !== 'absent';

/** An earlier record with what its provider says now. */
export const over = <State extends OfRecord>(state: State, now: State): State =>
  isKnown(state) && isKnown(now) ? { ...state, original: now.original } : state;

type Of<State extends OfRecord, Command> = {
  readonly view: (state: State) => Parts;
  readonly put: (wanted: Parts, now: Known<State>) => readonly (Command | false)[];
};

/** `edited`: a field that was not edited before shows the provider's current value. */
export const recordInverses = <State extends OfRecord, Command, E extends DomainEvent>({
  view,
  put,
}: Of<State, Command>): Readonly<Record<'back' | 'edited', Inverse<State, Command, E>>> => {
  const back: Inverse<State, Command, E> = {
    role: 'member',
    parts: changed(view),
    put: (wanted, { now }) => (isKnown(now) ? put(wanted, now) : []),
  };
  const parts = ({ before, after, now }: Moment<State, E>): readonly Part[] =>
    partsBetween(view(before), view(after), view(now), view(over(before, now)));
  return { back, edited: { ...back, parts } };
};

/** Guards for the parts that have changed since. */
export const guardsBetween = (then: Parts, now: Parts): readonly Part[] =>
  partsBetween(then, now, now).map((part) => ({ ...part, before: undefined, after: part.before, isGuard: true }));

/** Staff's changes to a record, and to the one that has replaced it. `untouched`: that one as a provider creates it. */
export const partsOfStaff = (was: Parts, untouched: Parts, now: Parts = untouched): readonly Part[] =>
  Object.keys({ ...was, ...untouched, ...now })
    .map((path) => ({ path, before: was[path], after: untouched[path], now: now[path] }))
    .filter(({ before, after, now: stands }) => !equal(before, after) || !equal(stands, after));

/** The whole document (RFC 6901). */
const WHOLE = '';

type Reset<State extends OfRecord, Command, E extends DomainEvent> = Pick<Inverse<State, Command, E>, 'put'> & {
  readonly staffParts: (was: Known<State>, now: Known<State>) => readonly Part[];
  readonly bringBack: (was: Known<State>) => readonly (Command | false)[];
};

/**
 * Restores a record as it was before the reset. If a provider has recorded it again since, staff's changes are put over the
 * provider's current values; a field that staff have changed since is a conflict.
 */
export const resetInverse = <State extends OfRecord, Command, E extends DomainEvent>({
  staffParts,
  put,
  bringBack,
}: Reset<State, Command, E>): Inverse<State, Command, E> => ({
  role: 'workspace_admin',
  parts: ({ before: was, now }) => {
    if (!isKnown(was)) return [];
    if (isKnown(now)) return staffParts(was, now);
    return [{ path: WHOLE, before: merge(was) as unknown as Json, after: undefined, now: undefined }];
  },
  put: (wanted, moment, by) =>
    isKnown(moment.before) && !isKnown(moment.now) ? bringBack(moment.before) : put(wanted, moment, by),
});
