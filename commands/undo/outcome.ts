/** The outcomes of an undo: of each event, and how many of each kind. */
import { Refused } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import { excerptOf, fitting } from '../../domain/excerpt.ts';
import type { Json } from '../../domain/json.ts';
import { defined } from '../../domain/own.ts';
import { isStep } from '../../domain/undoables.ts';
import type { Undone } from '../../domain/undo/plan.ts';

export type EventToUndo = {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly place: Position;
};

/** `before`: what the undo restores. A value that is too large for a list is null, with its size. */
export type ShownPart = {
  readonly path: string;
  readonly before?: Json | null | undefined;
  readonly now?: Json | null | undefined;
  readonly beforeBytes?: number;
  readonly nowBytes?: number;
};

export type Outcome = EventToUndo & {
  /** `unchanged`: it already has its earlier value. */
  readonly outcome: 'undone' | 'unchanged' | 'refused';
  readonly changes: readonly ShownPart[];
  readonly conflicts: readonly ShownPart[];
  /** How many a list leaves out. */
  readonly omitted?: { readonly changes: number; readonly conflicts: number };
  readonly refusal: Refused | null;
  /** The event that created the record: this one is undone, or kept, with it. */
  readonly with?: string;
};

export const refusedOutcome = ({ id, type, stream, place }: EventToUndo, refusal: Refused): Outcome => ({
  ...{ id, type, stream, place },
  ...{ outcome: 'refused', changes: [], conflicts: [], refusal },
});

const shortened = ({ path, before: restores, now: stands }: ShownPart): ShownPart => {
  const [before, now] = [excerptOf(restores), excerptOf(stands)];
  return { path, before: before.value, now: now.value, ...defined({ beforeBytes: before.bytes, nowBytes: now.bytes }) };
};

/** The outcome as a list shows it; its values may otherwise be a megabyte. */
export const outcomeExcerpt = (outcome: Outcome): Outcome => {
  const { refusal } = outcome;
  const changes = fitting(outcome.changes, shortened);
  const conflicts = fitting(outcome.conflicts, shortened, changes.left);
  return {
    ...outcome,
    ...{ changes: changes.shown, conflicts: conflicts.shown },
    omitted: { changes: changes.omitted, conflicts: conflicts.omitted },
    // Its details repeat the conflicts.
    refusal: refusal && new Refused(refusal.kind, refusal.code, refusal.message),
  };
};

/** `isRepeated`: the same undo had already been executed, so that what it could do is done. */
export const outcomesOf = (all: readonly Undone[], isRepeated: boolean): readonly Outcome[] => {
  const byId = new Map(all.map((each) => [each.event.id, each]));
  const isUndone = ({ changes, parts, refusal }: Undone): boolean =>
    changes.length > 0 || (isRepeated && refusal === null && parts.some(({ isGuard }) => isGuard !== true));
  return all.map((each) => {
    const { event, changes, conflicts, refusal, with: maker } = each;
    const { id, type, stream, position: place } = event;
    const done = isUndone((maker === undefined ? null : byId.get(maker)) ?? each) ? 'undone' : 'unchanged';
    return {
      ...{ id, type, stream, place },
      ...{ outcome: refusal === null ? done : 'refused', changes, conflicts, refusal },
      ...(maker === undefined ? {} : { with: maker }),
    };
  });
};

export type Counts = Readonly<Record<Outcome['outcome'], number>> & {
  /** Of those refused: events that only record, sum up or follow from what the cause did. */
  readonly steps: number;
};

export const NO_COUNTS: Counts = { undone: 0, unchanged: 0, refused: 0, steps: 0 };

export const counted = (outcomes: readonly Outcome[], known: Counts = NO_COUNTS): Counts => {
  const counts = { ...known };
  for (const { outcome, type } of outcomes) {
    counts[outcome] += 1;
    if (outcome === 'refused' && isStep(type)) counts.steps += 1;
  }
  return counts;
};
