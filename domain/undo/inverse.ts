/** How an event is undone: what it changed, the current values, and the commands that restore the earlier ones. */
import { equal } from '../equal.ts';
import type { DomainEvent, Recorded } from '../event.ts';
import type { Json } from '../json.ts';
import type { LocalizedText } from '../localized-text.ts';
import type { Role } from '../member/events.ts';

/** What can be changed in an aggregate, by JSON Pointer. Undefined means absent. */
export type Parts = Readonly<Record<string, Json | undefined>>;

export type Part = {
  /** A JSON Pointer. */
  readonly path: string;
  /** What the undo restores. */
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  readonly now: Json | undefined;
  /** The value before the event, if the undo restores something else. */
  readonly stood?: { readonly value: Json | undefined };
  /** A guard: the undo does not change it, but is refused if someone else has. Narrowing an undo to a guard includes all parts. */
  readonly isGuard?: true;
  /** Parts of one group belong together: narrowing an undo to one of them includes the others. */
  readonly group?: string;
};

/** An event in the history of its aggregate, with the states around it and the current one. */
export type Moment<State, E extends DomainEvent = DomainEvent> = {
  readonly event: Recorded<E>;
  readonly before: State;
  readonly after: State;
  readonly now: State;
};

/** Who undoes, and when (epoch ms). `isLastAdmin`, for a membership: no one else administers the workspace. */
export type Undoer = { readonly role: Role; readonly at: number; readonly isLastAdmin?: boolean };

/** Which other events are one change with this one. */
export type Reach<Type extends string = string> = {
  /** It creates a record: what the same cause did to the record immediately after belongs to it. */
  readonly makes?: 'record';
  /** In the same append, immediately before or after it. */
  readonly previous?: Type;
  readonly next?: Type;
};

export type Inverse<State, Command, E extends DomainEvent = DomainEvent> = {
  /** The role needed for the opposite command. */
  readonly role: Role;
  readonly roleOf?: (event: Recorded<E>) => Role;
  readonly parts: (moment: Moment<State, E>) => readonly Part[];
  /** Commands that restore these parts in the current state; executed in order, all or none. */
  readonly commands: (moment: Moment<State, E>, parts: readonly Part[], by: Undoer) => readonly Command[];
  /** Why this event cannot be undone, though others of its type can; null if it can. */
  readonly unless?: (event: Recorded<E>) => NoInverse | null;
  /** Set if the event is undone only separately: the reason why undoing a whole job leaves it. */
  readonly alone?: NoInverse;
  /** Set if a reset keeps what the event changed. */
  readonly outlivesReset?: true;
} & Reach<E['type']>;

export type NoInverse = {
  /** Why it cannot be undone, in one sentence for people. */
  readonly none: string;
  /** It only records, sums up or follows from what its cause did, so nothing of the cause remains if it is not undone. */
  readonly isStep?: true;
};

/** A type that declares neither does not compile. */
export type InversesOf<State, Command, E extends DomainEvent> = {
  readonly [Type in E['type']]: Inverse<State, Command, E> | NoInverse;
};

export const cannot = (none: string): NoInverse => ({ none });

export const step = (none: string): NoInverse => ({ none, isStep: true });

export const SUMMARY = step('It sums up what was done; undo that by its cause.');

/** For a kind of record of which nothing is undone. */
export type NotUndoable<E extends DomainEvent> = { readonly [Type in E['type']]: NoInverse };

/** The parts in which two states differ, with their current values. `restored`: what an undo would restore. */
export const partsBetween = (before: Parts, after: Parts, now: Parts, restored = before): readonly Part[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((path) => !equal(before[path], after[path]))
    .map((path) => ({ path, before: restored[path], after: after[path], now: now[path] }));

/** Guards for the parts that have changed since. */
export const guardsBetween = (then: Parts, now: Parts): readonly Part[] =>
  partsBetween(then, now, now).map((part) => ({ ...part, before: undefined, after: part.before, isGuard: true }));

type Restoring<State, Command> = {
  readonly role: Role;
  readonly view: (state: State) => Parts;
  /** The commands that give the current state these values. */
  readonly put: (wanted: Parts, now: State, by: Undoer) => readonly Command[];
};

/** What an undo of the parts restores. */
export const valuesOf = (parts: readonly Part[]): Parts =>
  Object.fromEntries(parts.map(({ path, before }) => [path, before]));

export const restoring = <State, Command, E extends DomainEvent>({
  role,
  view,
  put,
}: Restoring<State, Command>): Inverse<State, Command, E> => ({
  role,
  parts: ({ before, after, now }) => partsBetween(view(before), view(after), view(now)),
  commands: ({ now }, parts, by) => put(valuesOf(parts), now, by),
});

/**
 * The inverses for a record that is never deleted: `changed` for events that changed it, `made` for the one that created it, which
 * removes it from view unless it has been changed since. `existence`: the path of its visibility.
 */
export const inversesOf = <State, Command, E extends DomainEvent>(
  how: Restoring<State, Command>,
  existence: string,
): { readonly made: Inverse<State, Command, E>; readonly changed: Inverse<State, Command, E> } => {
  const changed = restoring<State, Command, E>(how);
  const parts = (moment: Moment<State, E>): readonly Part[] =>
    changed.parts(moment).map((part) => (part.path === existence ? part : { ...part, isGuard: true }));
  return { changed, made: { ...changed, parts, makes: 'record' } };
};

const NAME = '/name';
const ARCHIVED = '/archived';

type Named = { readonly status: 'absent' } | { readonly status: 'active' | 'archived'; readonly name: LocalizedText };

const nameAndState = (state: Named): Parts =>
  state.status === 'absent' ? { [ARCHIVED]: true } : { [NAME]: state.name, [ARCHIVED]: state.status === 'archived' };

type Moves<Command> = {
  readonly rename: (name: LocalizedText) => Command;
  readonly archive: Command;
  readonly unarchive: Command;
};

/** For records with separate commands for renaming and archiving. */
export const namedInverses = <State extends Named, Command, E extends DomainEvent>(
  role: Role,
  { rename, archive, unarchive }: Moves<Command>,
) => {
  const put = (wanted: Parts): readonly Command[] => [
    ...(wanted[NAME] === undefined ? [] : [rename(wanted[NAME] as LocalizedText)]),
    ...(wanted[ARCHIVED] === undefined ? [] : [wanted[ARCHIVED] === true ? archive : unarchive]),
  ];
  return inversesOf<State, Command, E>({ role, view: nameAndState, put }, ARCHIVED);
};
