/** Events that a fold could not take: skipped for their rows when live, and kept here for somebody to look at. */
import type { RecordedEvent } from '../../domain/events.ts';
import { projectionKey, type Projection } from '../../projections/define.ts';
import type { Collection, Row } from '../../projections/ports.ts';

export const poisonEvents: Collection = { name: 'poison_events_v1', indexes: [{ equal: ['projection'], sort: 'at' }] };

/** A fold threw. While a projection is being filled this stops it; nothing half-built is ever served. */
export class PoisonEvent extends Error {
  override readonly name = 'PoisonEvent';
  readonly event: RecordedEvent;
  readonly row: string;

  constructor(projection: Projection, event: RecordedEvent, row: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(
      `${projection.name}: ${event.type} ${event.id} at position ${event.position} cannot be applied to ${row}: ${why}`,
      { cause },
    );
    this.event = event;
    this.row = row;
  }
}

/** What is kept of it: where to find the event, never its data. */
export const poisonRow = (projection: Projection, { event, row, message }: PoisonEvent): Row => ({
  id: `${projectionKey(projection)}~${event.id}~${row}`,
  position: event.position,
  projection: projectionKey(projection),
  eventId: event.id,
  eventType: event.type,
  stream: event.stream,
  row,
  message,
  at: event.metadata.at,
});
