/** Which events require matching again; this includes matches, of which the caller skips its own. */
import { fieldsTouched } from '../../domain/changes/change.ts';
import { NAME_FIELDS } from '../../domain/csl-schema.ts';
import type { Recorded } from '../../domain/event.ts';
import { upcast } from '../../domain/upcast.ts';
import { subjectOf } from '../../projections/ids.ts';
import type { Subject } from './backlog.ts';

/** The fields that hold names. */
const NAMES: ReadonlySet<string> = new Set([...NAME_FIELDS, 'custom']);

/** The subject in the event's workspace; null if the event does not affect matching. */
export const touchedBy = (recorded: Recorded): Subject | null => {
  const event = upcast(recorded);
  switch (event.type) {
    case 'PublicationAdded':
    case 'AuthorLinked':
    case 'AuthorUnlinked':
    case 'AuthorListed':
    case 'AuthorsMatched':
      return { kind: 'publication', id: subjectOf(event) };
    case 'PublicationRefreshed':
    case 'PublicationEdited':
      return fieldsTouched(event.data.changes).some((field) => NAMES.has(field))
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
