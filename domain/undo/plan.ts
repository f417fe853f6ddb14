/** Plans the undo of some events of one aggregate: newest first, each as a whole or not at all. */
import { fold } from '../decider.ts';
import { equal } from '../equal.ts';
import { Refused } from '../errors.ts';
import type { DomainEvent, Recorded } from '../event.ts';
import type { Json } from '../json.ts';
import { isAtLeast } from '../member/events.ts';
import { valuesOf, type Inverse, type NoInverse, type Part, type Undoable, type Undoer } from './inverse.ts';
import { pastOf, type Chosen, type Held } from './past.ts';
import { selected, type FieldsAsked } from './selected.ts';

export type UndoRequest<E extends DomainEvent> = {
  /** The events to be undone. */
  readonly isChosen: (event: Recorded<E>) => boolean;
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
  /** By the index of the first event decided for it: the id of an event of which nothing is left, and of those undone with it. */
  readonly undoes: ReadonlyMap<number, readonly string[]>;
};

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

/** For each event, the event of the same run that created the record: it is undone, or kept, with that one. */
const makersOf = <State, E extends DomainEvent>(
  chosen: readonly Chosen<State, E>[],
  makes: (event: Recorded<E>) => boolean,
): ReadonlyMap<Chosen<State, E>, Chosen<State, E>> => {
  const makers = new Map<Chosen<State, E>, Chosen<State, E>>();
  let maker: Chosen<State, E> | null = null;
  for (const each of chosen)
    if (makes(each.event)) maker = each;
    else if (each.run === maker?.run) makers.set(each, maker);
  return makers;
};

const planUndo = <State, Command extends { readonly type: string }, E extends DomainEvent>(
  { decider, inverses, together }: Undoable<State, Command, E>,
  cleaned: (command: Command) => Command,
  { chosen, now, resets: earlier }: Held<State, E>,
  { by, fields, isOfCause = false }: UndoRequest<E>,
): Plan<E> => {
  /** Only events after the last of them can be undone; others are refused. */
  const resets = [...earlier];
  const decided: E[] = [];
  const undoes = new Map<number, readonly string[]>();
  const undoneWith = new Map<Chosen<State, E>, string[]>();
  const replaced: Replaced = new Map();
  let present = now;

  const inverseOf = (event: Recorded<E>): Inverse<State, Command, E> | NoInverse => {
    const declared = inverses[event.type as E['type']];
    if ('none' in declared) return declared;
    return declared.unless?.(event) ?? (isOfCause ? declared.alone : declared.withCause) ?? declared;
  };

  const undo = (one: Chosen<State, E>): Undone<E> => {
    const { event, index, change, run } = one;
    const inverse = inverseOf(event);
    let parts: readonly Part[] = [];
    const done = (outcome: Partial<Undone<E>> = {}): Undone<E> => ({
      ...{ event, changes: [], conflicts: [], parts, refusal: null },
      ...outcome,
    });
    const refused = (code: string, message: string): Undone<E> =>
      done({ refusal: new Refused('conflict', code, message) });
    if ('none' in inverse) return refused('no_inverse', inverse.none);
    if (inverse.outlivesReset !== true && (resets.at(-1) ?? -1) > index)
      return refused('reset_since', 'the data has been reset; undo that first');
    const { role, roleOf = () => role, makes } = inverse;
    const moment = { event, before: change.before, after: (makes === undefined ? change : run).after, now: present };
    parts = inverse
      .parts(moment)
      .map((part) => (makes === undefined || part.path === makes ? part : { ...part, isGuard: true }));
    const needed = roleOf(event);
    if (!isAtLeast(by.role, needed))
      return done({ refusal: new Refused('forbidden', 'role_too_low', `only a ${needed} may undo it`, { needed }) });
    const asked = selected(parts, fields, together);
    const changes = asked.filter((part) => part.isGuard !== true && !equal(part.now, part.before));
    if (changes.length === 0) return done();
    const conflicts = asked.filter((part) => standsOtherwise(part, replaced));
    if (conflicts.length > 0) return done({ conflicts, refusal: conflicting(conflicts) });
    try {
      let state = present;
      const events = inverse.put(valuesOf(changes), moment, by).flatMap((command) => {
        const next = command === false ? [] : decider.decide(cleaned(command), state);
        state = fold<State, E>(decider, next, state);
        return next;
      });
      const isWhole = parts.every(
        (part) => part.isGuard === true || changes.includes(part) || equal(part.now, part.before),
      );
      if (isWhole && events.length > 0) {
        const ids = [event.id];
        undoes.set(decided.length, ids);
        undoneWith.set(one, ids);
      }
      decided.push(...events);
      present = state;
    } catch (error) {
      if (error instanceof Refused) return done({ refusal: error });
      throw error;
    }
    for (const { path, before, stood } of changes)
      if (stood === undefined) replaced.delete(path);
      else replaced.set(path, { put: before, stood: stood.value });
    if (resets.at(-1) === index) resets.pop();
    return done({ changes });
  };

  const makers = makersOf(chosen, ({ type }) => 'makes' in inverses[type as E['type']]);
  const undone = new Map<Chosen<State, E>, Undone<E>>();
  const newestFirst = chosen.toReversed();
  for (const each of newestFirst) if (!makers.has(each)) undone.set(each, undo(each));
  for (const [each, maker] of makers) {
    const made = undone.get(maker) as Undone<E>;
    undone.set(each, { ...made, event: each.event, changes: [], conflicts: [], parts: [], with: made.event.id });
    undoneWith.get(maker)?.push(each.event.id);
  }
  return { undone: newestFirst.map((each) => undone.get(each) as Undone<E>), decided, undoes };
};

/** An undo that is planned once it has been given all events of the aggregate, oldest first. */
export type OpenUndo<E extends DomainEvent = DomainEvent> = {
  add(event: Recorded<E>): void;
  /** Throws `Refused('conflict')` if the events to be undone are too large to be held. */
  readonly plan: () => Plan<E>;
};

/**
 * Commands are `cleaned` like those of any other caller. If the event that created the record is among those to be undone, the
 * record is removed as a whole or kept as it is.
 */
export const openUndo = <State, Command extends { readonly type: string }, E extends DomainEvent>(
  undoable: Undoable<State, Command, E>,
  cleaned: (command: Command) => Command,
  request: UndoRequest<E>,
): OpenUndo<E> => {
  const past = pastOf(undoable, request.isChosen);
  return { add: past.add, plan: () => planUndo(undoable, cleaned, past.held(), request) };
};
