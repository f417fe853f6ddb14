/** Undoes one event: as a whole or not at all, unless parts of it are named. */
import { Refused } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import { isKnownType } from '../../domain/event-types.ts';
import { INVERSES } from '../../domain/undoables.ts';
import type { Undoer } from '../../domain/undo/inverse.ts';
import type { Undone } from '../../domain/undo/plan.ts';
import { mustNameParts, type FieldsAsked } from '../../domain/undo/selected.ts';
import type { Caller } from '../caller.ts';
import { outcomesOf, type EventToUndo, type Outcome } from './outcome.ts';
import { undoableOf, type UndoDeps, undoInStream } from './undo-stream.ts';

export type EventUndone = Outcome & {
  /** Of the record's last event; null if there is none. */
  readonly position: Position | null;
};

export const erased = (): Refused =>
  new Refused('conflict', 'event_erased', 'the event was erased with the personal data that it held');

/** Why an event of this type is never undone. */
export const noInverse = (type: string): Refused => {
  const declared = isKnownType(type) ? INVERSES[type] : null;
  const reason =
    declared !== null && 'none' in declared ? declared.none : 'It was recorded by another release of Colophon.';
  return new Refused('conflict', 'no_inverse', reason);
};

/**
 * Throws `Refused('conflict')` for what has been changed since (`details.conflicts`), has no inverse or was erased,
 * `Refused('forbidden')` for too low a role, `Refused('invalid')` for a field that the event has not changed. A dry run
 * returns all but the last instead.
 */
export const undoEvent = async (
  deps: UndoDeps,
  event: EventToUndo,
  asked: { readonly by: Undoer; readonly fields?: FieldsAsked | undefined; readonly dryRun: boolean },
  caller: Caller,
): Promise<EventUndone> => {
  const { by, fields, dryRun } = asked;
  const found = undoableOf(event.stream, caller.workspace);
  if (found === null) throw noInverse(event.type);
  const command = { type: 'Undo', what: { event: event.id }, by, fields } as const;
  const check = ([undone]: readonly Undone[]): void => {
    if (undone === undefined) throw erased();
    if (undone.refusal === null || undone.conflicts.length > 0) mustNameParts(undone.parts, fields);
    if (undone.refusal !== null && !dryRun) throw undone.refusal;
  };
  const { undone, isRepeated, position } = await undoInStream(deps, found, command, caller, { dryRun, check });
  const [only] = outcomesOf(undone, isRepeated);
  if (only === undefined) throw erased();
  return { ...only, position };
};
