/** Confirmations: events outside a publication's stream that say that a provider found it as it was. */
import type { RecordedEvent } from '../../domain/events.ts';
import type { Confirmed } from '../../domain/ingestion/events.ts';
import type { EventOf } from '../define.ts';

/** The DOIs that an event confirms, and when. */
export const confirmedBy = (event: RecordedEvent): readonly Confirmed[] => {
  switch (event.type) {
    case 'IngestionProgressed':
    case 'IngestionRetried':
    case 'IngestionSucceeded':
    case 'IngestionFailed':
      return event.data.confirmed;
    case 'DoiImported':
      return event.data.outcome === 'unchanged' ? [event.data] : [];
    default:
      return [];
  }
};

export const CONFIRMING = [
  'IngestionProgressed',
  'IngestionRetried',
  'IngestionSucceeded',
  'IngestionFailed',
  'DoiImported',
] as const;

export type ConfirmingEvent = EventOf<(typeof CONFIRMING)[number]>;
