/** Which events make it worth matching authors again; a match itself does, unless whoever asks has made it. */
import { fieldsTouched } from '../../domain/changes/change.ts';
import type { Recorded } from '../../domain/event.ts';
import type { RecordedEvent } from '../../domain/events.ts';
import { isOfLaterRelease, upcast } from '../../domain/upcast.ts';
import { subjectOf } from '../../projections/ids.ts';
import type { Subject } from './backlog.ts';

/** What a list of authors is made of. */
const AUTHORS: ReadonlySet<string> = new Set(['author', 'custom']);

const touchedByPart = (event: RecordedEvent): Subject | null => {
  switch (event.type) {
    case 'PublicationAdded':
    case 'AuthorLinked':
    case 'AuthorUnlinked':
    case 'AuthorsMatched':
      return { kind: 'publication', id: subjectOf(event) };
    case 'PublicationRefreshed':
    case 'PublicationEdited':
      return fieldsTouched(event.data.changes).some((field) => AUTHORS.has(field))
        ? { kind: 'publication', id: subjectOf(event) }
        : null;
    case 'PersonRegistered':
    case 'PersonNamed':
    case 'PersonArchived':
    case 'PersonUnarchived':
    case 'PersonErased':
      return { kind: 'person', id: subjectOf(event) };
    default:
      return null;
  }
};

/** Of the event's workspace; empty for an event after which the match is as it was. */
export const touchedBy = (event: Recorded): readonly Subject[] =>
  isOfLaterRelease(event) ? [] : upcast(event).flatMap((part) => touchedByPart(part) ?? []);
