/** Undoing all that one cause has done, thing by thing, newest first: what somebody has changed since stays, with the reason. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import PQueue from 'p-queue';
import { Refused } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import type { Part, Undoer } from '../../domain/undo/inverse.ts';
import type { Undone } from '../../domain/undo/plan.ts';
import type { FieldsAsked } from '../../domain/undo/selected.ts';
import type { Caller } from '../caller.ts';
import { erased } from './history.ts';
import { noInverse, type EventToUndo } from './undo-event.ts';
import { undoableOf, undoInStream, type UndoDeps } from './undo-stream.ts';

/** An event of the cause, and where it stands. */
export type EventOfCause = EventToUndo & { readonly place: Position };

export type CauseToUndo = {
  readonly cause: string;
  /** Events behind it are left alone. */
  readonly upTo: Position;
  readonly by: Undoer;
  readonly fields?: FieldsAsked | undefined;
  readonly dryRun: boolean;
};

/** What became of one event of the cause. */
export type Outcome = {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly place: Position;
  /** `unchanged`: it is as it was before already. */
  readonly outcome: 'undone' | 'unchanged' | 'refused';
  readonly changes: readonly Part[];
  readonly conflicts: readonly Part[];
  readonly refusal: Refused | null;
  /** The event that made the record, which goes or stays with it. */
  readonly with?: string;
};

export type Counts = { readonly undone: number; readonly unchanged: number; readonly refused: number };

export const NO_COUNTS: Counts = { undone: 0, unchanged: 0, refused: 0 };

export const counted = (outcomes: readonly Outcome[], known: Counts = NO_COUNTS): Counts => {
  const of = (outcome: Outcome['outcome']): number =>
    known[outcome] + outcomes.filter((each) => each.outcome === outcome).length;
  return { undone: of('undone'), unchanged: of('unchanged'), refused: of('refused') };
};

export type BatchUndone = { readonly outcomes: readonly Outcome[]; readonly position: Position | null };

/** Enough to share the log's group commits. */
const AT_ONCE = 16;

const refusedOf = (event: EventOfCause, refusal: Refused): Outcome => ({
  ...{ id: event.id, type: event.type, stream: event.stream, place: event.place },
  ...{ outcome: 'refused', changes: [], conflicts: [], refusal },
});

const outcomeOf = (all: readonly Undone[], isRepeated: boolean) => {
  const isUndone = ({ changes, parts, refusal }: Undone): boolean =>
    changes.length > 0 || (isRepeated && refusal === null && parts.some(({ isGuard }) => isGuard !== true));
  const makers = new Map(all.map((each) => [each.event.id, each]));
  return (each: Undone): Outcome => {
    const { event, changes, conflicts, refusal } = each;
    const fate = each.with === undefined ? each : (makers.get(each.with) ?? each);
    const done = isUndone(fate) ? 'undone' : 'unchanged';
    return {
      ...{ id: event.id, type: event.type, stream: event.stream, place: event.position },
      ...{ outcome: refusal === null ? done : 'refused', changes, conflicts, refusal },
      ...(each.with === undefined ? {} : { with: each.with }),
    };
  };
};

/** The events of one thing, the newest of them first. Nothing if a newer one, of an earlier batch, has told of them all. */
const undoThing = async (
  deps: UndoDeps,
  events: readonly EventOfCause[],
  { cause, upTo, by, fields, dryRun }: CauseToUndo,
  caller: Caller,
): Promise<BatchUndone> => {
  const [newest] = events;
  const found = newest === undefined ? null : undoableOf(newest.stream, caller.workspace);
  if (newest === undefined || found === null)
    return { outcomes: events.map((event) => refusedOf(event, noInverse(event.type))), position: null };
  const command = { type: 'Undo', what: { cause, upTo }, by, fields } as const;
  try {
    const { undone, isRepeated, position } = await undoInStream(deps, found, command, caller, { dryRun });
    const [latest] = undone;
    if (latest === undefined) return { outcomes: events.map((event) => refusedOf(event, erased())), position: null };
    if (latest.event.position !== newest.place) return { outcomes: [], position: null };
    return { outcomes: undone.map(outcomeOf(undone, isRepeated)), position };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { outcomes: events.map((event) => refusedOf(event, error)), position: null };
  }
};

/**
 * A batch of the cause's events, newest first; the outcomes tell of all events of a thing where its newest is among them. Doing
 * it again with the same `caller.commandId` appends nothing twice. Throws `Unavailable`; what was done before is kept.
 */
export const undoBatch = async (
  deps: UndoDeps,
  batch: readonly EventOfCause[],
  cause: CauseToUndo,
  caller: Caller,
): Promise<BatchUndone> => {
  const things = new Map<string, EventOfCause[]>();
  for (const event of batch) things.set(event.stream, [...(things.get(event.stream) ?? []), event]);
  const queue = new PQueue({ concurrency: AT_ONCE });
  const done = await queue.addAll(
    [...things.values()].map((events) => async () => {
      // The embedded log answers at once: without a turn of the loop, requests would wait until all is done.
      await nextTurn();
      return undoThing(deps, events, cause, caller);
    }),
  );
  const positions = done.flatMap(({ position }) => position ?? []);
  return {
    outcomes: done.flatMap(({ outcomes }) => outcomes),
    position: positions.length === 0 ? null : Math.max(...positions),
  };
};
