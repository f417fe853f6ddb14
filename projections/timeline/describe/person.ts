/** What happened to people, in words: without their names, which are in the changes alone. */
import type { ErasureEvent } from '../../../domain/erasure/events.ts';
import type { PersonEvent } from '../../../domain/person/events.ts';
import { about, difference, type Descriptions } from './description.ts';

const person = about('person');

export const personEvents: Descriptions<PersonEvent['type'] | ErasureEvent['type']> = {
  PersonRegistered: (event) =>
    person(event, `Registered ${event.data.orcid}`, { changes: [difference('orcid', null, event.data.orcid)] }),
  PersonNamed: (event) =>
    person(event, event.data.saidBy === 'staff' ? 'Changed the name' : 'Took the name from the ORCID record', {
      changes: [difference('name', event.data.before, event.data.name)],
    }),
  PersonDescribed: (event) =>
    person(
      event,
      event.data.saidBy === 'staff' ? 'Changed the biography' : 'Took the biography from the ORCID record',
      {
        changes: [difference('biography', event.data.before, event.data.biography)],
      },
    ),
  PersonPhotographed: (event) =>
    person(event, event.data.photoUrl === null ? 'Removed the photo' : 'Changed the photo', {
      changes: [difference('photo_url', event.data.before, event.data.photoUrl)],
    }),
  PersonClassified: (event) =>
    person(event, 'Changed type or categories', {
      changes: [
        difference('people_type', event.data.before?.peopleType, event.data.peopleType),
        difference('category_ids', event.data.before?.categoryIds, event.data.categoryIds),
      ],
    }),
  AffiliationEnded: (event) =>
    person(
      event,
      `${event.data.corrected === true ? 'Corrected' : 'Ended'} the affiliation to ${event.data.entityId}`,
      {
        changes: [difference('affiliation', event.data, null)],
      },
    ),
  AffiliationStarted: (event) =>
    person(event, `Began an affiliation to ${event.data.entityId} (${event.data.status})`, {
      changes: [difference('affiliation', null, event.data)],
    }),
  PersonArchived: (event) =>
    person(event, 'Archived the person', { severity: 'warning', changes: [difference('archived', false, true)] }),
  PersonErased: (event) =>
    person(event, `Erased ${event.data.orcid}`, {
      severity: 'warning',
      changes: [difference('events', event.data.past.length, null)],
    }),
  PersonUnarchived: (event) =>
    person(event, 'Brought the person back', { changes: [difference('archived', true, false)] }),
};
