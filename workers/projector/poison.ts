/** Poison: an event that a fold cannot take, or a row that cannot be written. The row is withheld, and everything goes on. */
import type { Position } from '../../domain/event.ts';
import { isKnownType } from '../../domain/undo/index.ts';
import type { Collection, ReadModels } from '../../projections/ports.ts';
import { iterateRows } from '../../projections/queries/iterate.ts';
import type { EventPlace } from './held-rows.ts';

/** Where the runner records what it could not fold or write; it belongs to the runner, so no rebuild of a projection drops it. */
export const poisonEvents: Collection<PoisonRow> = {
  name: 'poison_events',
  indexes: [{ equal: ['projection'], sort: 'position' }],
  unasked: [{ equal: ['projection'], sort: 'position', dir: 'asc' }],
};

/** What broke what: a row, or (null) all rows of a projection. */
export type Poison = {
  readonly projection: string;
  readonly collection: string | null;
  readonly rowId: string | null;
  /** For a row that cannot be written: the last event that it shows. */
  readonly event: EventPlace;
  readonly error: unknown;
  /** That a row says at least that there is an event of a later release. */
  readonly isTold?: true;
};

/** A type that a later release has brought: rows of this release can do without its events. */
const isOfNoConcern = (type: string, isTold: true | undefined): boolean => isTold === true || !isKnownType(type);

/** Recorded, so that a release that knows the event folds it, but no row is withheld for it. */
export const isPassedOver = ({ event, isTold }: Pick<Poison, 'event' | 'isTold'>): boolean =>
  isOfNoConcern(event.type, isTold);

/** Ids of events that may cost rows in a catch-up that is switched to. */
export type Allowed = ReadonlySet<string> | 'all';

/** A projection has caught up but for rows that it has to withhold: somebody must allow that before it is switched to. */
export class PoisonEvent extends Error {
  override readonly name = 'PoisonEvent';
  /** Name, version and generation, as the checkpoint is kept. */
  readonly projection: string;
  /** The first of them. */
  readonly event: EventPlace;

  constructor(projection: string, [first, ...others]: readonly [PoisonRow, ...PoisonRow[]]) {
    const { eventId, eventType, position, stream, collection, error, message } = first;
    const more = others.length === 0 ? '' : `, and ${others.length} more of the kind`;
    super(
      `${projection} cannot be switched to: event ${eventId} (${eventType}, position ${position} of ${stream}) breaks ` +
        `${collection ?? 'it'}: ${error}${message === '' ? '' : `: ${message}`}${more}`,
    );
    this.projection = projection;
    this.event = { id: eventId, type: eventType, stream, position, revision: first.revision ?? -1 };
  }
}

/** Why a store does not take a row; the error that it throws names rows, which may be people. */
export class RowNotWritten extends Error {
  override readonly name = 'RowNotWritten';
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
const MOST_MESSAGE = 500;
const messageOf = (error: unknown): string => (error instanceof Error ? error.message.slice(0, MOST_MESSAGE) : '');

export type PoisonRow = {
  readonly id: string;
  readonly position: Position;
  readonly projection: string;
  readonly collection: string | null;
  readonly rowId: string | null;
  readonly eventId: string;
  readonly eventType: string;
  readonly stream: string;
  /** Absent from what earlier releases recorded, which withheld no rows. */
  readonly revision?: number;
  readonly error: string;
  readonly message: string;
  readonly at: number;
  /** That rows are withheld for nothing: they say that there is an event of a later release. */
  readonly isTold?: true;
  /** The release that could not take it, so that another tries again. Absent from what earlier releases recorded. */
  readonly release?: string;
};

/** What is recorded; of the event only where to find it, since its data may be personal. */
export const poisonRow = (poison: Poison, at: number, release?: string): PoisonRow => {
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
    revision: event.revision,
    error: nameOf(error),
    message: messageOf(error),
    at,
    ...(release === undefined ? {} : { release }),
    ...(poison.isTold === true ? { isTold: true as const } : {}),
  };
};

/** All that is on record of a projection as it is kept under `key`. */
export const poisonRowsOf = (readModels: ReadModels, key: string): AsyncIterable<PoisonRow> =>
  iterateRows(readModels, poisonEvents, [{ field: 'projection', eq: key }]);

export const isRowPassedOver = ({ eventType, isTold }: PoisonRow): boolean => isOfNoConcern(eventType, isTold);

/** The same without what is passed over, the earliest first. */
export const poisonOf = async (readModels: ReadModels, key: string): Promise<readonly PoisonRow[]> => {
  const rows: PoisonRow[] = [];
  for await (const row of poisonRowsOf(readModels, key)) if (!isRowPassedOver(row)) rows.push(row);
  return rows.sort((a, b) => a.position - b.position);
};

/** Throws `PoisonEvent` if rows are withheld for events that nobody has allowed. */
export const refuseNewPoison = async (readModels: ReadModels, key: string, allowed: Allowed): Promise<void> => {
  if (allowed === 'all') return;
  const [first, ...others] = (await poisonOf(readModels, key)).filter(({ eventId }) => !allowed.has(eventId));
  if (first !== undefined) throw new PoisonEvent(key, [first, ...others]);
};
