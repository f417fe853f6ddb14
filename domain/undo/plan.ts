/** Plans the undo of some events of one aggregate: newest first, each as a whole or not at all. */
import { fold, type Decider } from '../decider.ts';
import { equal } from '../equal.ts';
import { Refused } from '../errors.ts';
import type { DomainEvent, Metadata, Recorded } from '../event.ts';
import type { Json } from '../json.ts';
import { isAtLeast } from '../member/events.ts';
import type { Inverse, InversesOf, Moment, NoInverse, Part, Reach, Undoer } from './inverse.ts';
import { selected, type FieldsAsked } from './selected.ts';

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

/** Indexes in the history; `end` is exclusive. */
type Span = { readonly first: number; readonly end: number };

const sameAppend = (one: Metadata, other: Metadata): boolean =>
  one.correlationId === other.correlationId && one.causationId === other.causationId && one.at === other.at;

/** For each event of the history, the end of its run of events of the same cause. */
const endsOfRuns = (history: readonly Recorded<DomainEvent>[]): readonly number[] => {
  const causes = history.map(({ metadata }) => metadata.correlationId);
  const ends = new Array<number>(causes.length);
  for (let index = causes.length - 1; index >= 0; index -= 1)
    ends[index] = causes[index + 1] === causes[index] ? (ends[index + 1] ?? index + 1) : index + 1;
  return ends;
};

const spansOf = (
  history: readonly Recorded<DomainEvent>[],
  indexes: readonly number[],
  reachOf: (index: number) => Reach,
): ReadonlyMap<number, Span> => {
  const ends = endsOfRuns(history);
  const spanOf = (index: number): Span => {
    const { makes, previous, next } = reachOf(index);
    const end = index + 1;
    if (makes !== undefined) return { first: index, end: ends[index] ?? end };
    const isPart = (other: number, type: string | undefined): boolean => {
      const [event, own] = [history[other], history[index]];
      return (
        event !== undefined && own !== undefined && event.type === type && sameAppend(event.metadata, own.metadata)
      );
    };
    return { first: isPart(index - 1, previous) ? index - 1 : index, end: isPart(end, next) ? end + 1 : end };
  };
  return new Map(indexes.map((index) => [index, spanOf(index)]));
};

/** The states before and after the events of each span, and the current one; others are not kept. */
const statesAround = <State, E extends DomainEvent>(
  decider: Pick<Decider<State, never, E>, 'initial' | 'evolve'>,
  history: readonly Recorded<E>[],
  spans: readonly Span[],
): { readonly at: ReadonlyMap<number, State>; readonly now: State } => {
  const needed = new Set(spans.flatMap(({ first, end }) => [first, end]));
  const at = new Map<number, State>();
  let state = decider.initial;
  history.forEach((event, index) => {
    if (needed.has(index)) at.set(index, state);
    state = decider.evolve(state, event);
  });
  at.set(history.length, state);
  return { at, now: state };
};

/** For each event, the event of the same run that created the record: it is undone, or kept, with that one. */
const makersOf = (
  chosen: readonly number[],
  spans: ReadonlyMap<number, Span>,
  reach: (index: number) => Reach,
): ReadonlyMap<number, number> => {
  const makers = new Map<number, number>();
  let maker: number | null = null;
  for (const index of chosen)
    if (reach(index).makes !== undefined) maker = index;
    else if (maker !== null && index < (spans.get(maker)?.end ?? 0)) makers.set(index, maker);
  return makers;
};

/**
 * `history`: all events of the aggregate, oldest first. `isChosen`: those to be undone. Commands are `cleaned` like those of any
 * other caller. If the event that created the record is among them, the record is removed as a whole or kept as it is.
 */
export const planUndo = <State, Command extends { readonly type: string }, E extends DomainEvent>(
  undoable: Undoable<State, Command, E>,
  cleaned: (command: Command) => Command,
  history: readonly Recorded<E>[],
  isChosen: (event: Recorded<E>) => boolean,
  asked: UndoRequest,
): Plan<E> => {
  const { decider, inverses, empties } = undoable;
  const chosen = history.flatMap((event, index) => (isChosen(event) ? [index] : []));
  const declared = (index: number): Inverse<State, Command, E> | NoInverse =>
    inverses[(history[index] as Recorded<E>).type as E['type']];
  const reach = (index: number): Reach => reachOf(declared(index));
  const spans = spansOf(history, chosen, reach);
  const { at, now } = statesAround<State, E>(decider, history, [...spans.values()]);
  const makers = makersOf(chosen, spans, reach);
  /** Only events after the last of them can be undone; others are refused. */
  const resets = history.flatMap(({ type }, index) => (type === empties ? [index] : []));

  const decided: E[] = [];
  const undone = new Map<number, Undone<E>>();
  const replaced: Replaced = new Map();
  let present = now;
  const undo = (index: number): Undone<E> => {
    const event = history[index] as Recorded<E>;
    const own = declared(index);
    const inverse = isNone(own) ? own : (own.unless?.(event) ?? (asked.isOfCause === true ? own.alone : null) ?? own);
    if (isNone(inverse)) return refused(event, new Refused('conflict', 'no_inverse', inverse.none));
    if (inverse.outlivesReset !== true && (resets.at(-1) ?? -1) > index)
      return refused(event, new Refused('conflict', 'reset_since', 'the data has been reset; undo that first'));
    const { first, end } = spans.get(index) ?? { first: index, end: index + 1 };
    const moment = { event, before: at.get(first) as State, after: at.get(end) as State, now: present };
    const step = undoOne(undoable, cleaned, inverse, moment, asked, replaced);
    if (step.undone.changes.length > 0 && resets.at(-1) === index) resets.pop();
    decided.push(...step.decided);
    present = step.now;
    return step.undone;
  };

  const newestFirst = chosen.toReversed();
  for (const index of newestFirst) if (!makers.has(index)) undone.set(index, undo(index));
  for (const [index, maker] of makers) {
    const made = undone.get(maker) as Undone<E>;
    const event = history[index] as Recorded<E>;
    undone.set(index, { ...made, event, changes: [], conflicts: [], parts: [], with: made.event.id });
  }
  return { undone: newestFirst.map((index) => undone.get(index) as Undone<E>), decided };
};
