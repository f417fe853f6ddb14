/** What happens to people, by example. */
import type { PersonEvent } from '../../../domain/person/events.ts';
import { AT, ORCID, type Examples } from './example.ts';

const affiliation = { entityId: 'org', status: 'org', startsAt: AT } as const;

export const personExamples: Examples<PersonEvent['type']> = {
  PersonRegistered: { orcid: ORCID },
  PersonNamed: { name: 'Josiah Carberry', slug: 'josiah-carberry', saidBy: 'staff', before: 'J. Carberry' },
  PersonDescribed: { biography: { en: 'Of psychoceramics' }, saidBy: 'provider' },
  PersonPhotographed: { photoUrl: 'https://example.org/photo.jpg' },
  PersonClassified: { peopleType: 'researcher', categoryIds: ['glass'] },
  AffiliationEnded: { ...affiliation, endsAt: AT + 1 },
  AffiliationStarted: affiliation,
  PersonArchived: {},
  PersonUnarchived: {},
};
