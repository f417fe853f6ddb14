/** What happened to works without a DOI, in words. */
import { fieldsTouched } from '../../../domain/changes/change.ts';
import type { IdentifierEvent, Item } from '../../../domain/identifier/events.ts';
import { idOf, nameOf } from '../../../domain/identifier/identifier.ts';
import type { NamedBy, WorkEvent } from '../../../domain/work/events.ts';
import {
  about,
  described,
  difference,
  plural,
  type Description,
  type Descriptions,
  type FieldDifference,
} from './description.ts';
import { linkChanges, recordDifferences, whoIsLinked } from './record.ts';

const work = about('work');
const namedBy = (by: NamedBy): string => ('work' in by ? `Work ${by.work}, which it supersedes,` : 'A list');
const moved = (before: string | null, after: string) => ({ changes: [difference('status', before, after)] });

export const workEvents: Descriptions<WorkEvent['type']> = {
  WorkAdded: (event) =>
    work(event, `Added a work without a DOI: ${event.data.key}`, {
      changes: Object.entries(event.data.original).map(([field, after]) => difference(field, null, after)),
    }),
  WorkCreated: (event) =>
    work(event, `Made work ${event.data.key}`, {
      changes: Object.entries(event.data.original).map(([field, after]) => difference(field, null, after)),
    }),
  WorkEdited: (event) =>
    work(
      event,
      `Edited ${plural(fieldsTouched(event.data.changes).length + (event.data.href === undefined ? 0 : 1), 'field')} of a work`,
      {
        changes: [
          ...recordDifferences(event.data.changes),
          ...(event.data.href === undefined ? [] : [difference('href', event.data.hrefBefore, event.data.href)]),
        ],
      },
    ),
  WorkRefreshed: (event) =>
    work(event, `Refreshed ${plural(fieldsTouched(event.data.changes).length, 'field')} of a work`, {
      changes: recordDifferences(event.data.changes),
    }),
  WorkAuthorLinked: (event) =>
    work(event, `Linked ${whoIsLinked(event.data.links)} to a work`, linkChanges(event.data.links, 'linked')),
  WorkIdentified: (event) =>
    work(event, `${namedBy(event.data)} names the work by ${event.data.identifiers.join(', ')}`, {
      changes: event.data.identifiers.map((identifier) => difference('identifiers', null, identifier)),
      mentions: [...event.data.identifiers, ...('work' in event.data ? [event.data.work] : [])],
    }),
  WorkSuperseded: (event) =>
    work(event, `The work is ${nameOf(event.data.by)}, which is shown in its place`, {
      changes: [difference('superseded_by', null, idOf(event.data.by))],
      mentions: [idOf(event.data.by)],
    }),
  WorkSeparated: (event) =>
    work(event, `The work is not ${nameOf(event.data.from)}, and is itself again`, {
      changes: [difference('superseded_by', idOf(event.data.from), null)],
      mentions: [idOf(event.data.from)],
    }),
  WorkKeptApart: (event) =>
    work(event, `The work is not ${nameOf(event.data.from)}, from which an identifier of it was taken back`, {
      changes: [difference('apart_from', null, idOf(event.data.from))],
      mentions: [idOf(event.data.from)],
    }),
  WorkAuthorUnlinked: (event) =>
    work(
      event,
      `Unlinked ${whoIsLinked(event.data.links)} from a work that the list has no longer`,
      linkChanges(event.data.links, 'unlinked'),
    ),
  WorkPublished: (event) => work(event, 'Published the work', moved(null, 'published')),
  WorkUnpublished: (event) => work(event, 'Unpublished the work', moved('published', 'unpublished')),
  WorkArchived: (event) => work(event, 'Archived the work', moved(null, 'archived')),
  WorkUnarchived: (event) => work(event, 'Brought back the work', moved('archived', 'unpublished')),
  WorkReset: (event) => work(event, 'Reset the work', { severity: 'warning', ...moved('present', 'absent') }),
};

const naming = (item: Item, identifier: string, said: string, change: FieldDifference): Description => {
  const subject = { type: 'doi' in item ? 'publication' : 'work', id: idOf(item) } as const;
  const summary = `Identifier ${identifier} ${said} ${nameOf(item)}`;
  return described(subject, summary, { changes: [change], mentions: [identifier] });
};

export const identifierEvents: Descriptions<IdentifierEvent['type']> = {
  IdentifierAssigned: ({ data: { identifier, to } }) =>
    naming(to, identifier, 'names', difference('identifiers', null, identifier)),
  IdentifierWithdrawn: ({ data: { identifier, from } }) =>
    naming(from, identifier, 'does not name', difference('identifiers', identifier, null)),
};
