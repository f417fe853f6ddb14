/** Plans the undo of some events of one aggregate: newest first, each as a whole or not at all. */
import { fold, type Decider } from '../decider.ts';
import { equal } from '../equal.ts';
import { Refused } from '../errors.ts';
import type { DomainEvent, Recorded } from '../event.ts';
import type { Json } from '../json.ts';
import { isAtLeast } from '../member/events.ts';
import type { Inverse, InversesOf, Moment, NoInverse, Part, Reach, Undoer } from './inverse.ts';
import { selected, type FieldsAsked } from './selected.ts';
import { openPast, type Chosen, type Past } from './past.ts';

/** Records of one kind, and how each of their events is undone. */
export type Undoable<State, Command extends { readonly type: string }, E extends DomainEvent> = {
  readonly decider: Decider<State, Command, E>;
  readonly inverses: InversesOf<State, Command, E>;
  /** An event type that empties the record: what came before can only be restored as a whole. */
  readonly empties?: E['type'];
};

export type UndoRequest = {
  readonly by: Undoer;
  readonly fields?: FieldsAsked | undefined;
  /** Everything that a cause did is to be undone, not just one event. */
  readonly isOfCause?: boolean;
};

/** The actual or possible outcome for one event. */
export type Undone<E extends DomainEvent = DomainEvent> = {
  readonly event: Recorded<E>;
  /** What is restored; empty if nothing is, or everything already has its earlier value. */
  readonly changes: readonly Part[];
  /** What someone has changed since; then nothing is restored. */
  readonly conflicts: readonly Part[];
  /** Everything that the event changed, including what was not asked for. */
  readonly parts: readonly Part[];
  /** Why nothing is restored; null if there is just nothing to do. */
  readonly refusal: Refused | null;
  /** The event that created the record: this one is undone, or kept, with it. */
  readonly with?: string;
};

export type Plan<E extends DomainEvent = DomainEvent> = {
  /** One per event to be undone, newest first. */
  readonly undone: readonly Undone<E>[];
  /** The events to append. */
  readonly decided: readonly E[];
};

const isNone = (declared: object): declared is NoInverse => Object.hasOwn(declared, 'none');

const reachOf = (declared: Reach | NoInverse): Reach => (isNone(declared) ? {} : declared);

const refused = <E extends DomainEvent>(
  event: Recorded<E>,
  refusal: Refused,
  parts: readonly Part[] = [],
): Undone<E> => ({ event, changes: [], conflicts: [], parts, refusal });

/** By path: the value this undo has written, and the one it replaced. For older events, the replaced value counts as current. */
type Replaced = Map<string, { readonly put: Json | undefined; readonly stood: Json | undefined }>;

const standsOtherwise = ({ path, now, before, after, isGuard }: Part, replaced: Replaced): boolean => {
  const own = replaced.get(path);
  const stands = own !== undefined && equal(now, own.put) ? own.stood : now;
  return !equal(stands, after) && (isGuard === true || !equal(now, before));
};

const conflicting = (conflicts: readonly Part[]): Refused =>
  new Refused('conflict', 'changed_since', 'it has been changed since', {
    conflicts: conflicts.map(({ path, before = null, now = null }) => ({ path, restores: before, stands: now })),
  });

type Step<State, E extends DomainEvent> = {
  readonly undone: Undone<E>;
  readonly decided: readonly E[];
  readonly now: State;
};

const undoOne = <State, Command extends { readonly type: string }, E extends DomainEvent>(
  { decider }: Undoable<State, Command, E>,
  cleaned: (command: Command) => Command,
  inverse: Inverse<State, Command, E>,
  moment: Moment<State, E>,
  { by, fields }: UndoRequest,
  replaced: Replaced,
): Step<State, E> => {
  const { event, now } = moment;
  const parts = inverse.parts(moment);
  const nothing = (undone: Undone<E>): Step<State, E> => ({ undone, decided: [], now });
  const needed = inverse.roleOf?.(event) ?? inverse.role;
  if (!isAtLeast(by.role, needed))
    return nothing(
      refused(event, new Refused('forbidden', 'role_too_low', `only a ${needed} may undo it`, { needed }), parts),
    );
  const chosen = selected(parts, fields);
  const changes = chosen.filter((part) => part.isGuard !== true && !equal(part.now, part.before));
  const quiet: Undone<E> = { event, changes: [], conflicts: [], parts, refusal: null };
  if (changes.length === 0) return nothing(quiet);
  const conflicts = chosen.filter((part) => standsOtherwise(part, replaced));
  if (conflicts.length > 0) return nothing({ ...quiet, conflicts, refusal: conflicting(conflicts) });
  try {
    let state = now;
    const decided = inverse.commands(moment, changes, by).flatMap((command) => {
      const events = decider.decide(cleaned(command), state);
      state = fold<State, E>(decider, events, state);
      return events;
    });
    for (const { path, before, stood } of changes)
      if (stood === undefined) replaced.delete(path);
      else replaced.set(path, { put: before, stood: stood.value });
    return { undone: { ...quiet, changes }, decided, now: state };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return nothing(refused(event, error, parts));
  }
};

/** For each event, the event of the same run that created the record: it is undone, or kept, with that one. */
const makersOf = <State, E extends DomainEvent>(
  chosen: readonly Chosen<State, E>[],
  makes: (event: Recorded<E>) => boolean,
): ReadonlyMap<Chosen<State, E>, Chosen<State, E>> => {
  const makers = new Map<Chosen<State, E>, Chosen<State, E>>();
  let maker: Chosen<State, E> | null = null;
  for (const each of chosen)
    if (makes(each.event)) maker = each;
    else if (maker !== null && each.index < maker.until.end) makers.set(each, maker);
  return makers;
};

/** `isChosen`: the events to be undone. */
export const pastOf = <State, Command extends { readonly type: string }, E extends DomainEvent>(
  { decider, inverses, empties }: Undoable<State, Command, E>,
  isChosen: (event: Recorded<E>) => boolean,
): Past<State, E> => openPast({ decider, isChosen, empties, reachOf: (type) => reachOf(inverses[type]) });

/**
 * `past` has read all events of the aggregate, oldest first. Commands are `cleaned` like those of any other caller. If the event
 * that created the record is among those to be undone, the record is removed as a whole or kept as it is. Throws
 * `Refused('conflict')` if these are too large to be held.
 */
export const planUndo = <State, Command extends { readonly type: string }, E extends DomainEvent>(
  undoable: Undoable<State, Command, E>,
  cleaned: (command: Command) => Command,
  past: Past<State, E>,
  asked: UndoRequest,
): Plan<E> => {
  const { inverses } = undoable;
  const { chosen, now, resets: earlier } = past.held();
  const declared = ({ type }: Recorded<E>): Inverse<State, Command, E> | NoInverse => inverses[type as E['type']];
  const makers = makersOf(chosen, (event) => reachOf(declared(event)).makes !== undefined);
  /** Only events after the last of them can be undone; others are refused. */
  const resets = [...earlier];

  const decided: E[] = [];
  const undone = new Map<Chosen<State, E>, Undone<E>>();
  const replaced: Replaced = new Map();
  let present = now;
  const undo = ({ event, index, before, until: { after } }: Chosen<State, E>): Undone<E> => {
    const own = declared(event);
    const inverse = isNone(own) ? own : (own.unless?.(event) ?? (asked.isOfCause === true ? own.alone : null) ?? own);
    if (isNone(inverse)) return refused(event, new Refused('conflict', 'no_inverse', inverse.none));
    if (inverse.outlivesReset !== true && (resets.at(-1) ?? -1) > index)
      return refused(event, new Refused('conflict', 'reset_since', 'the data has been reset; undo that first'));
    const step = undoOne(undoable, cleaned, inverse, { event, before, after, now: present }, asked, replaced);
    if (step.undone.changes.length > 0 && resets.at(-1) === index) resets.pop();
    decided.push(...step.decided);
    present = step.now;
    return step.undone;
  };

  const newestFirst = chosen.toReversed();
  for (const each of newestFirst) if (!makers.has(each)) undone.set(each, undo(each));
  for (const [each, maker] of makers) {
    const made = undone.get(maker) as Undone<E>;
    undone.set(each, { ...made, event: each.event, changes: [], conflicts: [], parts: [], with: made.event.id });
  }
  return { undone: newestFirst.map((each) => undone.get(each) as Undone<E>), decided };
};
