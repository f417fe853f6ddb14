/** Which events make it worth matching authors again; a match itself does, unless whoever asks has made it. */
import { fieldsTouched } from '../../domain/changes/change.ts';
import type { Recorded } from '../../domain/event.ts';
import type { RecordedEvent } from '../../domain/events.ts';
import { isOfLaterRelease, upcast } from '../../domain/upcast.ts';
import { subjectOf } from '../../projections/ids.ts';

export type Touched =
  | { readonly kind: 'publication'; readonly workspace: string; readonly doi: string }
  | { readonly kind: 'person'; readonly workspace: string; readonly orcid: string };

/** What a list of authors is made of. */
const AUTHORS: ReadonlySet<string> = new Set(['author', 'custom']);

const touchedByPart = (event: RecordedEvent): Touched | null => {
  const { workspace } = event.metadata;
  switch (event.type) {
    case 'PublicationAdded':
    case 'AuthorLinked':
    case 'AuthorUnlinked':
    case 'AuthorsMatched':
      return { kind: 'publication', workspace, doi: subjectOf(event) };
    case 'PublicationRefreshed':
    case 'PublicationEdited':
      return fieldsTouched(event.data.changes).some((field) => AUTHORS.has(field))
        ? { kind: 'publication', workspace, doi: subjectOf(event) }
        : null;
    case 'PersonRegistered':
    case 'PersonNamed':
    case 'PersonArchived':
    case 'PersonUnarchived':
    case 'PersonErased':
      return { kind: 'person', workspace, orcid: subjectOf(event) };
    default:
      return null;
  }
};

/** Empty for an event after which the match is as it was. */
export const touchedBy = (event: Recorded): readonly Touched[] =>
  isOfLaterRelease(event) ? [] : upcast(event).flatMap((part) => touchedByPart(part) ?? []);
