/** Reads the history of a record, from which an undo is decided. */
import { Refused } from '../../domain/errors.ts';
import type { DomainEvent, Position, Recorded } from '../../domain/event.ts';
import type { Undoable, Undoer } from '../../domain/undo/inverse.ts';
import { pastOf } from '../../domain/undo/past.ts';
import { planUndo, type Plan } from '../../domain/undo/plan.ts';
import type { FieldsAsked } from '../../domain/undo/selected.ts';
import type { Aggregate, Foldable } from '../aggregate.ts';

type What = { readonly event: string } | { readonly cause: string; readonly upTo: Position };

export type UndoCommand = {
  readonly type: 'Undo';
  readonly what: What;
  readonly by: Undoer;
  readonly fields?: FieldsAsked | undefined;
};

/** What has been read so far; null before the first event. Belongs to one reading, which adds to it. */
export type History = { readonly add: (event: Recorded) => void; readonly plan: () => Plan } | null;

/** For one undo: only what it needs of the history is kept. */
export type UndoAggregate = Foldable<History, DomainEvent>;

const isChosenBy =
  (what: What) =>
  ({ id, metadata, position }: Recorded): boolean =>
    'event' in what ? id === what.event : metadata.correlationId === what.cause && position <= what.upTo;

export const planOf = (history: History): Plan => history?.plan() ?? { undone: [], decided: [] };

/** An event that was just decided is not yet recorded. */
const isRecorded = (event: DomainEvent): event is Recorded => 'position' in event;

export const undoAggregate =
  <State, Command extends { readonly type: string }, E extends DomainEvent>(
    { stream, cleaned }: Aggregate<State, Command, E>,
    undoable: Undoable<State, Command, E>,
  ) =>
  ({ what, by, fields }: UndoCommand): UndoAggregate => {
    const begin = (): NonNullable<History> => {
      const past = pastOf(undoable, isChosenBy(what));
      return {
        add: (event) => past.add(event as Recorded<E>),
        plan: () => planUndo(undoable, cleaned, past, { by, fields, isOfCause: 'cause' in what }),
      };
    };
    return {
      stream,
      decider: {
        initial: null,
        evolve: (history, event) => {
          const next = history ?? begin();
          if (isRecorded(event)) next.add(event);
          return next;
        },
      },
    };
  };

export const erased = (): Refused =>
  new Refused('conflict', 'event_erased', 'the event was erased with the personal data that it held');
