/** Translates the positions inside event data, since each store numbers its log differently. */
import type { EventStore } from '../../commands/ports.ts';
import type { Position, Recorded } from '../../domain/event.ts';
import type { RecordedEvent } from '../../domain/events.ts';
import type { Offsets } from './comparing.ts';

type Translate = (position: Position) => Promise<Position>;

export const speaksOfPositions = ({ type }: Recorded): boolean => type === 'PersonErased' || type === 'TimelineCleaned';

export const withPositions = async (recorded: Recorded, translate: Translate): Promise<unknown> => {
  const event = recorded as RecordedEvent;
  switch (event.type) {
    case 'TimelineCleaned': {
      const { upTo, ...rest } = event.data;
      return upTo === undefined ? rest : { ...rest, upTo: await translate(upTo) };
    }
    case 'PersonErased': {
      const past: unknown[] = [];
      for (const each of event.data.past) past.push({ ...each, position: await translate(each.position) });
      return { ...event.data, past };
    }
    default:
      return event.data;
  }
};

/** The event's data with its positions zeroed, for comparing stores. */
export const withoutPositions = (event: Recorded): Promise<unknown> => withPositions(event, () => Promise.resolve(0));

/**
 * Translates a position to the same distance after the same event in the other log. Deleted events had positions between the
 * remaining ones; the server's positions count bytes, so they leave room for them.
 */
export const translator =
  (from: EventStore, to: EventStore, offsets: Offsets): Translate =>
  async (position) => {
    for await (const known of from.readAll({ direction: 'backwards', from: position + 1, limit: 1 }))
      for await (const moved of to.readStream(known.stream, {
        from: known.revision + (offsets.get(known.stream) ?? 0),
      }))
        if (moved.id === known.id) return moved.position + (position - known.position);
    return position;
  };
