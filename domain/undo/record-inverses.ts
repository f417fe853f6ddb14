/** How the events of a record, of a publication or a work, are undone: edited, refreshed, made and reset. */
import type { CslItem } from '../csl.ts';
import type { DomainEvent } from '../event.ts';
import type { Json } from '../json.ts';
import type { Known } from '../must-exist.ts';
import type { FieldChange } from '../publication/events.ts';
import { merge } from '../publication/overlay.ts';
import { partsBetween, valuesOf, type Inverse, type Part, type Parts } from './inverse.ts';
import { fieldsPutBack, isKnown, mergedOf, recordParts, type OfRecord } from './record.ts';

type Edits<State extends OfRecord, Command> = {
  /** What an edit may change besides the record, present or not. */
  readonly beside: (state: Known<State>) => Parts;
  /** `fields` as `editable` has them, of the record `now`. */
  readonly put: (fields: readonly FieldChange[], beside: Parts, now: CslItem) => Command;
};

/**
 * `edited`: a field that was not edited before shows what the provider says of it now. `refreshed`: what the provider said
 * before becomes an edit over what it says now.
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
            ...recordParts(mergedOf(before), mergedOf(after), mergedOf(now), restored(before, now)),
            ...partsBetween(beside(before), beside(after), beside(now)),
          ]
        : [],
    commands: ({ now }, parts) => {
      if (!isKnown(now)) return [];
      const others = beside(now);
      const isBeside = ({ path }: Part): boolean => Object.hasOwn(others, path);
      const ofRecord = parts.filter((part) => !isBeside(part));
      const shown = mergedOf(now);
      return [put(fieldsPutBack(ofRecord, shown), valuesOf(parts.filter(isBeside)), shown)];
    },
  });
  return {
    edited: inverse((before, now) => merge(now.original, before.overlay)),
    refreshed: inverse(mergedOf),
  };
};

/** An addition is undone as its existence is, unless people have worked on the record since: `edited` tells. */
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

/** A record that was reset comes back as it was, if none has taken its place. */
export const resetInverse = <State extends OfRecord, Command, E extends DomainEvent>(
  commandsToBringBack: (was: Known<State>) => readonly Command[],
): Inverse<State, Command, E> => {
  const whole = (state: State): Json | undefined => (isKnown(state) ? (mergedOf(state) as unknown as Json) : undefined);
  return {
    role: 'workspace_admin',
    parts: ({ before, now }) =>
      isKnown(before) ? [{ path: WHOLE, before: whole(before), after: undefined, now: whole(now) }] : [],
    commands: ({ before }) => (isKnown(before) ? commandsToBringBack(before) : []),
  };
};
