/** Loads the whole history of a record, from which an undo is decided. */
import { Refused } from '../../domain/errors.ts';
import type { DomainEvent, Position, Recorded } from '../../domain/event.ts';
import type { Undoer } from '../../domain/undo/inverse.ts';
import { planUndo, type Plan, type Undoable } from '../../domain/undo/plan.ts';
import type { FieldsAsked } from '../../domain/undo/selected.ts';
import type { Aggregate, Foldable } from '../aggregate.ts';

/** Newest first, so that adding an event costs the same however long the history is. */
export type History = { readonly event: Recorded; readonly earlier: History } | null;

type What = { readonly event: string } | { readonly cause: string; readonly upTo: Position };

export type UndoCommand = {
  readonly type: 'Undo';
  readonly what: What;
  readonly by: Undoer;
  readonly fields?: FieldsAsked | undefined;
};

export type UndoAggregate = Foldable<History, DomainEvent> & {
  readonly plan: (command: UndoCommand, history: History) => Plan;
};

export const oldestFirst = (history: History): readonly Recorded[] => {
  const events: Recorded[] = [];
  for (let each = history; each !== null; each = each.earlier) events.push(each.event);
  return events.reverse();
};

const isChosenBy =
  (what: What) =>
  ({ id, metadata, position }: Recorded): boolean =>
    'event' in what ? id === what.event : metadata.correlationId === what.cause && position <= what.upTo;

export const undoAggregate = <State, Command extends { readonly type: string }, E extends DomainEvent>(
  { stream, cleaned }: Aggregate<State, Command, E>,
  undoable: Undoable<State, Command, E>,
): UndoAggregate => ({
  stream,
  decider: {
    initial: null,
    evolve: (history, event) => ({ event: event as Recorded, earlier: history }),
  },
  plan: ({ what, by, fields }, history) => {
    const events = oldestFirst(history) as readonly Recorded<E>[];
    return planUndo(undoable, cleaned, events, isChosenBy(what), { by, fields, isOfCause: 'cause' in what });
  },
});

export const erased = (): Refused =>
  new Refused('conflict', 'event_erased', 'the event was erased with the personal data that it held');
