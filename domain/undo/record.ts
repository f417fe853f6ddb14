/** The record of a publication or work as parts to restore, and how each event is undone: edited, refreshed, created, reset. */
import { pointerTo, tokensOf, type Change } from '../changes/change.ts';
import type { CslItem } from '../csl.ts';
import { equal } from '../equal.ts';
import type { DomainEvent } from '../event.ts';
import { isObject, type Json, type JsonObject } from '../json.ts';
import type { Known } from '../must-exist.ts';
import { OMITTED } from '../publication/trimming.ts';
import { changesTo, fieldsOf, merge, type Layered, type Overlay } from '../record/overlay.ts';
import { guardsBetween, partsBetween, valuesOf, type Inverse, type Part, type Parts } from './inverse.ts';

/** `source`: null if staff created the record. */
type Overlaid = Layered & { readonly source: unknown };
type OfRecord = { readonly status: 'absent' } | (Overlaid & { readonly status: string });

const isKnown = <State extends OfRecord>(state: State): state is Known<State> => state.status !== 'absent';

/** `custom` has independent keys; any other field changes as a whole. */
const partsOf = (item: CslItem): Parts =>
  Object.fromEntries(
    Object.entries(fieldsOf(item)).flatMap(([field, value]) =>
      field === 'custom' && isObject(value)
        ? Object.entries(value).map(([key, of]) => [pointerTo(field, key), of] as const)
        : [[pointerTo(field), value] as const],
    ),
  );

const AUTHORS = '/author';
/** What is restored together with the list of authors. */
const BESIDE_AUTHORS = new Set([AUTHORS, pointerTo('custom', OMITTED)]);

const grouped = (parts: readonly Part[]): readonly Part[] =>
  parts.map((part) => (BESIDE_AUTHORS.has(part.path) ? { ...part, group: AUTHORS } : part));

/** The parts in which two states of the record differ; `restored`: what an undo would restore. */
const recordParts = (before: CslItem, after: CslItem, now: CslItem, restored = before): readonly Part[] =>
  grouped(partsBetween(partsOf(before), partsOf(after), partsOf(now), partsOf(restored)));

/** Edits of a record made since then, as guards: people have worked on it. */
export const editedOver = (then: Overlay, now: Overlaid): readonly Part[] =>
  guardsBetween(partsOf(merge({ original: now.original, overlay: then })), partsOf(merge(now)));

/** The fields of the record with only these parts restored. */
const fieldsPutBack = (parts: readonly Part[], now: CslItem): readonly Change[] => {
  const shown = fieldsOf(now);
  const fields = new Map<string, Json | undefined>();
  for (const { path, before } of parts) {
    const [field = '', key] = tokensOf(path);
    if (key === undefined) {
      fields.set(field, before);
      continue;
    }
    const present = fields.has(field) ? fields.get(field) : shown[field];
    const { [key]: _replaced, ...rest } = isObject(present) ? present : {};
    const next: JsonObject = before === undefined ? rest : { ...rest, [key]: before };
    fields.set(field, Object.keys(next).length === 0 ? undefined : next);
  }
  return changesTo(Object.fromEntries(fields));
};

type Edits<State extends OfRecord, Command> = {
  /** What an edit may change besides the record, whether it has a value or not. */
  readonly beside: (state: Known<State>) => Parts;
  readonly put: (fields: readonly Change[], beside: Parts) => Command;
};

/**
 * `edited`: a field that was not edited before shows the provider's current value. `refreshed`: the provider's earlier value becomes
 * an edit over its current one.
 */
export const recordInverses = <State extends OfRecord, Command, E extends DomainEvent>({
  beside,
  put,
}: Edits<State, Command>): Readonly<Record<'edited' | 'refreshed', Inverse<State, Command, E>>> => {
  const inverse = (restored: (before: Known<State>, now: Known<State>) => CslItem): Inverse<State, Command, E> => ({
    role: 'member',
    parts: ({ before, after, now }) =>
      isKnown(before) && isKnown(after) && isKnown(now)
        ? [
            ...recordParts(merge(before), merge(after), merge(now), restored(before, now)),
            ...partsBetween(beside(before), beside(after), beside(now)),
          ]
        : [],
    commands: ({ now }, parts) => {
      if (!isKnown(now)) return [];
      const others = beside(now);
      const isBeside = ({ path }: Part): boolean => Object.hasOwn(others, path);
      const ofRecord = parts.filter((part) => !isBeside(part));
      return [put(fieldsPutBack(ofRecord, merge(now)), valuesOf(parts.filter(isBeside)))];
    },
  });
  return {
    edited: inverse((before, now) => merge({ original: now.original, overlay: before.overlay })),
    refreshed: inverse(merge),
  };
};

/** Undoing an addition undoes `existence`, unless people have worked on the record since: `edited`. */
export const madeInverse = <State extends OfRecord, Command, E extends DomainEvent>(
  existence: Inverse<State, Command, E>,
  edited: (then: Known<State>, now: Known<State>) => readonly Part[],
): Inverse<State, Command, E> => ({
  ...existence,
  makes: 'record',
  parts: (moment) => {
    const { after, now } = moment;
    return [...existence.parts(moment), ...(isKnown(after) && isKnown(now) ? edited(after, now) : [])];
  },
});

/** The whole document (RFC 6901). */
const WHOLE = '';

type Reset<State extends OfRecord, Command> = {
  readonly bringBack: (was: Known<State>) => readonly Command[];
  /** What staff decide besides the fields of the record. `was`: the record before the reset, perhaps the same as `state`. */
  readonly beside: (state: Known<State>, was: Known<State>) => Parts;
  /** `beside` for a record as a provider creates it. */
  readonly untouched: Parts;
  readonly put: (fields: readonly Change[], beside: Parts, now: Known<State>) => readonly Command[];
};

/** Staff's changes to a record, and to the one that has replaced it. */
const partsOfStaff = (was: Parts, untouched: Parts, now: Parts): readonly Part[] =>
  Object.keys({ ...was, ...untouched, ...now })
    .map((path) => ({ path, before: was[path], after: untouched[path], now: now[path] }))
    .filter(({ before, after, now: stands }) => !equal(before, after) || !equal(stands, after));

/** All fields of a record that staff created; of any other, the fields they edited. */
const fieldsOfStaff = (was: Overlaid, now: Overlaid): readonly Part[] =>
  grouped(
    partsOfStaff(
      partsOf(was.source === null ? merge(was) : merge({ original: now.original, overlay: was.overlay })),
      now.source === null ? {} : partsOf(now.original),
      partsOf(merge(now)),
    ),
  );

/**
 * Restores a record as it was before the reset. If a provider has recorded it again since, staff's changes are put over the
 * provider's current values; a field that staff have changed since is a conflict.
 */
export const resetInverse = <State extends OfRecord, Command, E extends DomainEvent>({
  bringBack,
  beside,
  untouched,
  put,
}: Reset<State, Command>): Inverse<State, Command, E> => {
  const ofBeside = (was: Known<State>, now: Known<State>): readonly Part[] =>
    partsOfStaff(beside(was, was), untouched, beside(now, was));
  return {
    role: 'workspace_admin',
    parts: ({ before: was, now }) => {
      if (!isKnown(was)) return [];
      if (isKnown(now)) return [...fieldsOfStaff(was, now), ...ofBeside(was, now)];
      return [{ path: WHOLE, before: merge(was) as unknown as Json, after: undefined, now: undefined }];
    },
    commands: ({ before: was, now }, parts) => {
      if (!isKnown(was)) return [];
      if (!isKnown(now)) return bringBack(was);
      const others = new Set(ofBeside(was, now).map(({ path }) => path));
      const ofRecord = parts.filter(({ path }) => !others.has(path));
      const ofOthers = parts.filter(({ path }) => others.has(path));
      return put(fieldsPutBack(ofRecord, merge(now)), valuesOf(ofOthers), now);
    },
  };
};
