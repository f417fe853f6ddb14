/** What an event requires to be matched again. Matches do as well: a leader that was suspended may record an outdated one. */
import { fieldsTouched } from '../../domain/changes/change.ts';
import { NAME_FIELDS } from '../../domain/csl-schema.ts';
import type { Position } from '../../domain/event.ts';
import type { RecordedEvent } from '../../domain/events.ts';
import { subjectOf } from '../../projections/ids.ts';

export type Touched = {
  readonly kind: 'person' | 'publication';
  readonly id: string;
  /** The event. */
  readonly position: Position;
  readonly causationId: string;
  readonly correlationId: string;
};

/** The fields that hold names. */
const NAMES: ReadonlySet<string> = new Set([...NAME_FIELDS, 'custom']);

const kindTouched = (event: RecordedEvent): Touched['kind'] | null => {
  switch (event.type) {
    case 'PublicationAdded':
    case 'PublicationCreated':
    case 'AuthorLinked':
    case 'AuthorUnlinked':
    case 'AuthorListed':
    case 'AuthorsMatched':
    case 'PublicationSeparated':
      return 'publication';
    case 'PublicationRefreshed':
    case 'PublicationEdited':
      return fieldsTouched(event.data.changes).some((field) => NAMES.has(field)) ? 'publication' : null;
    case 'PersonRegistered':
    case 'PersonNamed':
    case 'PersonArchived':
    case 'PersonUnarchived':
    case 'PersonMerged':
    case 'PersonSeparated':
    case 'PersonAbsorbed':
    case 'PersonReleased':
    case 'PersonErased':
      return 'person';
    default:
      return null;
  }
};

/** The subject in the event's workspace; null if the event does not affect matching. */
export const touchedBy = (event: RecordedEvent): Touched | null => {
  const kind = kindTouched(event);
  if (kind === null) return null;
  const { id: causationId, position, metadata } = event;
  return { kind, id: subjectOf(event), position, causationId, correlationId: metadata.correlationId };
};
