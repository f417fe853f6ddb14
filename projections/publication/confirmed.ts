/** Confirmations: events outside a publication's stream that say a provider found it unchanged. */
import type { RecordedEvent } from '../../domain/events.ts';
import { picked } from '../../domain/own.ts';
import type { Confirmed } from '../../domain/ingestion/events.ts';
import type { EventOf } from '../define.ts';

export const confirmedBy = (event: RecordedEvent): readonly Confirmed[] => {
  switch (event.type) {
    case 'IngestionProgressed':
    case 'IngestionRetried':
    case 'IngestionSucceeded':
    case 'IngestionFailed':
      return event.data.confirmed;
    case 'DoiImported':
      return [event.data];
    case 'FoundUnchanged':
      return Object.entries(event.data.publications).map(([doi, after]) => ({ doi, at: event.data.from + after }));
    default:
      return [];
  }
};

/** When an event confirms the DOI; undefined if it does not. */
export const confirmedAt = (event: RecordedEvent, doi: string): number | undefined => {
  if (event.type !== 'FoundUnchanged') return confirmedBy(event).find((each) => each.doi === doi)?.at;
  // The event may name thousands of DOIs and each of their rows asks, so the DOI is looked up by key.
  const { from, publications } = event.data;
  return Object.hasOwn(publications, doi) ? from + (publications[doi] ?? 0) : undefined;
};

export const CONFIRMING = [
  'IngestionProgressed',
  'IngestionRetried',
  'IngestionSucceeded',
  'IngestionFailed',
  'DoiImported',
  'FoundUnchanged',
] as const;

/** The event without its confirmations of other DOIs. */
export const confirmingOnly = (event: RecordedEvent, dois: readonly string[]): RecordedEvent => {
  if (event.type === 'FoundUnchanged')
    return { ...event, data: { ...event.data, publications: picked(event.data.publications, dois) } };
  if (!('confirmed' in event.data)) return event;
  const only = new Set(dois);
  const confirmed = event.data.confirmed.filter(({ doi }) => only.has(doi));
  return { ...event, data: { ...event.data, confirmed } } as RecordedEvent;
};

export type ConfirmingEvent = EventOf<(typeof CONFIRMING)[number]>;
