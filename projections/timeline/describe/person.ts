/** Describes events of people without their names, which appear only in the changes. */
import { equal } from '../../../domain/equal.ts';
import type { ErasureEvent } from '../../../domain/erasure/events.ts';
import type { PersonEvent } from '../../../domain/person/events.ts';
import { difference, differing, said, warned, type Descriptions } from './description.ts';

export const personEvents: Descriptions<PersonEvent['type'] | ErasureEvent['type']> = {
  PersonRegistered: ({ data: { orcid } }) => said(`Registered ${orcid}`, difference('orcid', null, orcid)),
  PersonNamed: ({ data: { saidBy, before, name, otherNames = null } }) => {
    const changes = differing(difference('name', before, name), difference('other_names', null, otherNames));
    if (equal(before, name)) return said('Updated the names', changes);
    return said(saidBy === 'staff' ? 'Changed the name' : 'Took the name from the ORCID record', changes);
  },
  PersonDescribed: ({ data: { saidBy, before, biography } }) =>
    said(
      saidBy === 'staff' ? 'Changed the biography' : 'Took the biography from the ORCID record',
      difference('biography', before, biography),
    ),
  PersonPhotographed: ({ data: { before, photoUrl } }) =>
    said(photoUrl === null ? 'Removed the photo' : 'Changed the photo', difference('photo_url', before, photoUrl)),
  PersonClassified: ({ data: { before, peopleType, categoryIds } }) =>
    said(
      'Changed type or categories',
      differing(
        difference('people_type', before?.peopleType, peopleType),
        difference('category_ids', before?.categoryIds, categoryIds),
      ),
    ),
  AffiliationEnded: ({ data }) =>
    said(
      `${data.corrected === true ? 'Corrected' : 'Ended'} the affiliation with ${data.entityId}`,
      difference('affiliation', data, null),
    ),
  AffiliationStarted: ({ data }) =>
    said(`Started an affiliation with ${data.entityId} (${data.status})`, difference('affiliation', null, data)),
  PastAffiliationCorrected: ({ data: { before, after } }) =>
    said(
      `Corrected an earlier affiliation with ${(after ?? before)?.entityId ?? ''}`,
      difference('past_affiliations', before, after),
    ),
  PersonArchived: () => warned('Archived the person', difference('archived', false, true)),
  PersonErased: ({ data }) => warned(`Erased ${data.orcid}`, difference('events', data.past.length, null)),
  PersonUnarchived: () => said('Restored the person', difference('archived', true, false)),
  PersonMerged: ({ data: { into } }) => ({
    ...warned(`Merged the person into ${into}`, difference('merged_into', null, into)),
    mentions: [into],
  }),
  PersonSeparated: ({ data: { from } }) => ({
    ...said(`Separated the person from ${from}`, difference('merged_into', from, null)),
    mentions: [from],
  }),
  PersonAbsorbed: ({ data: { from, names, past } }) => ({
    ...said(
      `Took over ${from}`,
      differing(
        difference('absorbed', null, from),
        difference('other_names', [], names),
        difference('past_affiliations', [], past),
      ),
    ),
    mentions: [from],
  }),
  PersonReleased: ({ data: { from } }) => ({
    ...said(`Gave back ${from}`, difference('absorbed', from, null)),
    mentions: [from],
  }),
};
