/** Describes events of works without a DOI, and of identifiers. */
import { fieldsTouched } from '../../../domain/changes/change.ts';
import type { IdentifierEvent, Item } from '../../../domain/identifier/events.ts';
import { idOf, nameOf } from '../../../domain/identifier/identifier.ts';
import type { NamedBy, WorkEvent } from '../../../domain/work/events.ts';
import { difference, plural, said, warned, type Descriptions, type FieldDifference, type Said } from './description.ts';
import { linked, recordDifferences, recordGiven, unlinked, whoIsLinked } from './record.ts';

const namedBy = (by: NamedBy): string => ('work' in by ? `Work ${by.work}, which it supersedes,` : 'A list');
const moved = (before: string | null, after: string) => difference('status', before, after);

const identity = (other: Item, words: string, change: FieldDifference): Said => ({
  ...said(`The work ${words}`, change),
  mentions: [idOf(other)],
});

export const workEvents: Descriptions<WorkEvent['type']> = {
  WorkAdded: ({ data }) => said(`Added a work without a DOI: ${data.key}`, recordGiven(data.original)),
  WorkCreated: ({ data }) => said(`Created work ${data.key}`, recordGiven(data.original)),
  WorkEdited: ({ data: { changes, href, hrefBefore } }) => {
    const moves = href === undefined ? [] : [difference('href', hrefBefore, href)];
    const fields = plural(fieldsTouched(changes).length + moves.length, 'field');
    return said(`Edited ${fields} of a work`, [...recordDifferences(changes), ...moves]);
  },
  WorkRefreshed: ({ data: { changes } }) =>
    said(`Refreshed ${plural(fieldsTouched(changes).length, 'field')} of a work`, recordDifferences(changes)),
  WorkAuthorLinked: ({ data: { links } }) => linked(`Linked ${whoIsLinked(links)} to a work`, links),
  WorkIdentified: ({ data }) => ({
    ...said(
      `${namedBy(data)} names the work by ${data.identifiers.join(', ')}`,
      data.identifiers.map((identifier) => difference('identifiers', null, identifier)),
    ),
    mentions: [...data.identifiers, ...('work' in data ? [data.work] : [])],
  }),
  WorkSuperseded: ({ data: { by } }) =>
    identity(by, `is ${nameOf(by)}, which is shown in its place`, difference('superseded_by', null, idOf(by))),
  WorkJoinSuggested: ({ data: { by } }) =>
    identity(by, `may be ${nameOf(by)}, as a list says`, difference('suggested', null, idOf(by))),
  WorkJoinDeclined: ({ data: { from } }) =>
    identity(from, `is not ${nameOf(from)}`, difference('suggested', idOf(from), null)),
  WorkSeparated: ({ data: { from } }) =>
    identity(from, `is separate from ${nameOf(from)} again`, difference('superseded_by', idOf(from), null)),
  WorkKeptApart: ({ data: { from } }) => {
    const words = `is kept apart from ${nameOf(from)}, which lost one of its identifiers`;
    return identity(from, words, difference('apart_from', null, idOf(from)));
  },
  WorkAuthorUnlinked: ({ data: { links } }) =>
    unlinked(`Unlinked ${whoIsLinked(links)} from a work that is no longer listed`, links),
  WorkPublished: () => said('Published the work', moved(null, 'published')),
  WorkUnpublished: () => said('Unpublished the work', moved('published', 'unpublished')),
  WorkArchived: () => said('Archived the work', moved(null, 'archived')),
  WorkUnarchived: () => said('Restored the work', moved('archived', 'unpublished')),
  WorkReset: () => warned('Reset the work', moved('present', 'absent')),
};

/** The subject is the item that the identifier is about, not the identifier's own stream. */
const naming = (item: Item, identifier: string, words: string, change: FieldDifference): Said => ({
  ...said(`Identifier ${identifier} ${words} ${nameOf(item)}`, change),
  subject: { type: 'doi' in item ? 'publication' : 'work', id: idOf(item) },
  mentions: [identifier],
});

export const identifierEvents: Descriptions<IdentifierEvent['type']> = {
  IdentifierAssigned: ({ data: { identifier, to } }) =>
    naming(to, identifier, 'names', difference('identifiers', null, identifier)),
  IdentifierWithdrawn: ({ data: { identifier, from } }) =>
    naming(from, identifier, 'does not name', difference('identifiers', identifier, null)),
};
