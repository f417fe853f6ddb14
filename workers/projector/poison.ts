/** Poison events: those that a fold cannot take. They are skipped and recorded while live, and stop a filling. */
import { isKnownType } from '../../domain/event-types.ts';
import type { Recorded } from '../../domain/event.ts';
import type { Collection, Row } from '../../projections/ports.ts';

/** Where the runner records what it had to skip; it belongs to the runner, so no rebuild of a projection drops it. */
export const poisonEvents: Collection = {
  name: 'poison_events',
  indexes: [{ equal: ['projection'], sort: 'position' }],
};

/** What an event was skipped for: a row, or (null) all rows of a projection. */
export type Poison = {
  readonly projection: string;
  readonly collection: string | null;
  readonly rowId: string | null;
  readonly event: Recorded;
  readonly error: unknown;
};

/** An event of a type that a later release has brought: rows of this one need not know of it, but it is told that they do not. */
export const isPassedOver = ({ event }: Poison): boolean => !isKnownType(event.type);

/** A fold threw while a projection was being filled: its rows would be wrong from the start. */
export class PoisonEvent extends Error {
  override readonly name = 'PoisonEvent';
  /** Name, version and generation, as the checkpoint is kept. */
  readonly projection: string;
  /** Null if it is known only from a row that many events may have made so. */
  readonly event: Recorded | null;

  constructor(projection: string, what: string, cause: unknown, event: Recorded | null = null) {
    super(`${projection} cannot be filled: ${what}`, { cause });
    this.projection = projection;
    this.event = event;
  }

  static of({ projection, collection, event, error }: Poison): PoisonEvent {
    const { id, type, stream, position } = event;
    const what = `event ${id} (${type}, position ${position} of ${stream}) breaks ${collection ?? 'it'}`;
    return new PoisonEvent(projection, what, error, event);
  }
}

/** How a filling takes what a fold cannot. */
export type Care = {
  /** Ids of events that somebody has allowed to be skipped. */
  readonly skips: ReadonlySet<string>;
  /** Rows are finished after each event: slow, but then the event is known that leaves one which cannot be. */
  readonly finishesEach: boolean;
};

export const NO_CARE: Care = { skips: new Set(), finishesEach: false };

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
const MOST_MESSAGE = 500;
const messageOf = (error: unknown): string => (error instanceof Error ? error.message.slice(0, MOST_MESSAGE) : '');

/** What is recorded; of the event only where to find it, since its data may be personal. */
export const poisonRow = (poison: Poison, at: number): Row => {
  const { projection, collection, rowId, event, error } = poison;
  return {
    // Of a type that is passed over there may be millions: the last one stands for them.
    id: (isPassedOver(poison)
      ? [projection, event.type]
      : [projection, event.position, collection ?? '', rowId ?? '']
    ).join('~'),
    position: event.position,
    projection,
    collection,
    rowId,
    eventId: event.id,
    eventType: event.type,
    stream: event.stream,
    error: nameOf(error),
    message: messageOf(error),
    at,
  };
};
