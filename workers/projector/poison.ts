/** Poison: an event that a fold cannot take, or a row that cannot be written. The row is withheld, and everything else continues. */
import type { Position } from '../../domain/event.ts';
import { having, type Collection, type ReadModels } from '../../projections/ports.ts';
import { rowPages } from '../../projections/queries/listing.ts';
import type { EventPlace } from './held-rows.ts';

/** Where the projector records what it could not fold or write. It belongs to the projector, so no rebuild of a projection drops it. */
export const poisonEvents: Collection<PoisonRow> = {
  name: 'poison_events',
  indexes: [{ equal: ['projection'], sort: 'position', asked: 'desc' }],
};

/** An event that broke a row or, if null, all rows of a projection. */
export type Poison = {
  readonly projection: string;
  readonly collection: string | null;
  readonly rowId: string | null;
  /** For a row that cannot be written: the last event applied to it. */
  readonly event: EventPlace;
  readonly error: unknown;
};

/** Whether a catch-up may withhold rows for this poison and still go live. */
export type Allowed = (poison: PoisonRow) => boolean;

/** A projection has caught up but must withhold rows: an operator must allow that before readers switch to it. */
export class PoisonEvent extends Error {
  override readonly name = 'PoisonEvent';
  /** Name, version and generation, as in the checkpoint's key. */
  readonly projection: string;
  /** The first event that is not allowed. */
  readonly event: EventPlace;

  constructor(projection: string, [first, ...others]: readonly [PoisonRow, ...PoisonRow[]]) {
    const { eventId, eventType, position, stream, collection, error, message } = first;
    const more = others.length === 0 ? '' : `, and ${others.length} more`;
    super(
      `${projection} cannot be switched to: event ${eventId} (${eventType}, position ${position} of ${stream}) breaks ` +
        `${collection ?? 'it'}: ${error}${message === '' ? '' : `: ${message}`}${more}`,
    );
    this.projection = projection;
    this.event = { id: eventId, type: eventType, stream, position, revision: first.revision };
  }
}

/** Why a store refuses a row, without the store's own error, which names rows and thereby perhaps people. */
export class RowNotWritten extends Error {
  override readonly name = 'RowNotWritten';
}

const MAX_MESSAGE_LENGTH = 500;

export type PoisonRow = Pick<Poison, 'projection' | 'collection' | 'rowId'> & {
  readonly id: string;
  readonly position: Position;
  readonly eventId: string;
  readonly eventType: string;
  readonly stream: string;
  readonly revision: number;
  readonly error: string;
  readonly message: string;
  readonly at: number;
};

/** What is recorded: of the event only where to find it, since its data may be personal. */
export const poisonRow = (poison: Poison, at: number): PoisonRow => {
  const { projection, collection, rowId, event, error } = poison;
  return {
    id: [projection, event.position, collection ?? '', rowId ?? ''].join('~'),
    position: event.position,
    projection,
    collection,
    rowId,
    eventId: event.id,
    eventType: event.type,
    stream: event.stream,
    revision: event.revision,
    error: error instanceof Error ? error.name : typeof error,
    message: error instanceof Error ? error.message.slice(0, MAX_MESSAGE_LENGTH) : '',
    at,
  };
};

/** All poison recorded for a projection under `key`, earliest first. */
export const poisonOf = async (readModels: ReadModels, key: string): Promise<readonly PoisonRow[]> => {
  const rows: PoisonRow[] = [];
  const where = { all: having({ projection: key }) };
  for await (const page of rowPages(readModels, { collection: poisonEvents, where })) rows.push(...page);
  return rows.sort((a, b) => a.position - b.position);
};

/** Throws `PoisonEvent` if rows are withheld for poison that is not allowed. */
export const refuseNewPoison = async (readModels: ReadModels, key: string, allowed: Allowed): Promise<void> => {
  const [first, ...others] = (await poisonOf(readModels, key)).filter((row) => !allowed(row));
  if (first !== undefined) throw new PoisonEvent(key, [first, ...others]);
};
