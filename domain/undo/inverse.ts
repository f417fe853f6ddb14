/** How an event is undone: what it changed gets its earlier values again, unless it has been changed since. */
import type { Decider } from '../decider.ts';
import { equal } from '../equal.ts';
import type { DomainEvent, Recorded } from '../event.ts';
import type { Json } from '../json.ts';
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

export type Inverse<State, Command, E extends DomainEvent = DomainEvent> = {
  /** The role needed for the opposite command. */
  readonly role: Role;
  readonly roleOf?: (event: Recorded<E>) => Role;
  /** What the event changed. */
  readonly parts: (moment: Moment<State, E>) => readonly Part[];
  /** Commands that give the current state these values, false for none; executed in order, all or none. */
  readonly put: (wanted: Parts, moment: Moment<State, E>, by: Undoer) => readonly (Command | false)[];
  /** Why this event cannot be undone, though others of its type can; null if it can. */
  readonly unless?: (event: Recorded<E>) => NoInverse | null;
  /** Set if the event is undone only separately: the reason why undoing a whole job leaves it. */
  readonly alone?: NoInverse;
  /** Set if the event is undone only with all of its cause, of which it is a part: the reason why it is not undone by itself. */
  readonly withCause?: NoInverse;
  /** Set if a reset keeps what the event changed. */
  readonly outlivesReset?: true;
  /**
   * The event creates a record: undoing it only removes that from view, at this path, and is refused if the rest has been changed
   * since. What the same cause did to the record immediately after belongs to it.
   */
  readonly makes?: string;
  /** One change with an event of this type immediately before it in the same append. */
  readonly previous?: E['type'];
};

export type NoInverse = {
  /** Why it cannot be undone, in one sentence for people. */
  readonly none: string;
  /** It only records, sums up or follows from what its cause did, so nothing of the cause remains if it is not undone. */
  readonly isStep?: true;
};

/** Records of one kind, and how each of their events is undone. */
export type Undoable<State, Command extends { readonly type: string }, E extends DomainEvent> = {
  readonly decider: Decider<State, Command, E>;
  /** A type that declares neither does not compile. */
  readonly inverses: { readonly [Type in E['type']]: Inverse<State, Command, E> | NoInverse };
  /** An event type that empties the record: what came before can only be restored as a whole. */
  readonly empties?: E['type'];
  /** Paths that belong together: narrowing an undo to one of them includes the others. */
  readonly together?: ReadonlySet<string>;
};

/** For a kind of record of which nothing is undone. */
export type NotUndoable<E extends DomainEvent> = { readonly [Type in E['type']]: NoInverse };

export const cannot = (none: string): NoInverse => ({ none });

export const step = (none: string): NoInverse => ({ none, isStep: true });

export const SUMMARY = step('It sums up what was done; undo that by its cause.');

/** The parts in which two states differ, with their current values. `restored`: what an undo would restore. */
export const partsBetween = (before: Parts, after: Parts, now: Parts, restored = before): readonly Part[] =>
  Object.keys({ ...before, ...after })
    .filter((path) => !equal(before[path], after[path]))
    .map((path) => ({ path, before: restored[path], after: after[path], now: now[path] }));

/** What an event changed in this view of the record. */
export const changed =
  <State>(view: (state: State) => Parts) =>
  ({ before, after, now }: Omit<Moment<State>, 'event'>): readonly Part[] =>
    partsBetween(view(before), view(after), view(now));

/** What an undo of the parts restores. */
export const valuesOf = (parts: readonly Part[]): Parts =>
  Object.fromEntries(parts.map(({ path, before }) => [path, before]));
