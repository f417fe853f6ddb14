/** Routine system events, of no interest to a person looking for what changed. */
import type { EventType } from '../define.ts';
import { DESCRIPTIONS } from './describe/index.ts';

const HOUSEKEEPING: ReadonlySet<EventType> = new Set<EventType>([
  'IdentifierAssigned',
  'WorkIdentified',
  'WorkKeptApart',
  'IngestionQueued',
  'IngestionStarted',
  'IngestionTakenOver',
  'IngestionProgressed',
  'IngestionRetried',
  'IngestionSucceeded',
  'CitationCountChanged',
  'PublicationEnriched',
  'AuthorsMatched',
  'OriginCheckRequested',
]);

export const NOTABLE_EVENT_TYPES: readonly EventType[] = (Object.keys(DESCRIPTIONS) as readonly EventType[]).filter(
  (type) => !HOUSEKEEPING.has(type),
);
