/** How each event of a publication is undone: by staff, over what the providers say. */
import type { PublicationCommand } from '../../publication/commands.ts';
import type { PublicationEvent } from '../../publication/events.ts';
import { publication } from '../../publication/publication.ts';
import type { Publication } from '../../publication/state.ts';
import { cannot } from '../inverse.ts';
import type { Undoable } from '../plan.ts';
import { edited, refreshed } from './edits.ts';
import { added, deleted, reset, shown } from './existence.ts';
import { linked } from './links.ts';

export const undoablePublication: Undoable<Publication, PublicationCommand, PublicationEvent> = {
  decider: publication,
  empties: 'PublicationReset',
  inverses: {
    PublicationAdded: added,
    PublicationRefreshed: refreshed,
    PublicationEdited: edited,
    PublicationHidden: shown,
    PublicationShown: shown,
    PublicationDeleted: deleted,
    PublicationRestored: deleted,
    PublicationReset: reset,
    AuthorLinked: linked,
    AuthorUnlinked: linked,
    AuthorsMatched: cannot('What the names say follows from the names and the links; undo those.'),
    PublicationEnriched: cannot("These are OpenAlex's facts, which the next refresh brings back."),
    CitationCountChanged: cannot('The number is what a provider has counted.'),
    RetractionNoticed: cannot('The notice was published by others and cannot be withdrawn here.'),
  },
};
