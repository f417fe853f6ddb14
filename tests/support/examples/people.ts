import type { ErasureEvent } from '../../../domain/erasure/events.ts';
import type { PersonEvent } from '../../../domain/person/events.ts';
import { AT, ORCID, type Examples } from './example.ts';

const affiliation = { entityId: 'org', status: 'org', startsAt: AT } as const;

export const personExamples: Examples<PersonEvent['type'] | ErasureEvent['type']> = {
  PersonRegistered: { orcid: ORCID },
  PersonNamed: { name: 'Josiah Carberry', slug: 'josiah-carberry', saidBy: 'staff', before: 'J. Carberry' },
  PersonDescribed: { biography: { en: 'Of psychoceramics' }, saidBy: 'provider' },
  PersonPhotographed: { photoUrl: 'https://example.org/photo.jpg' },
  PersonClassified: { peopleType: 'researcher', categoryIds: ['glass'] },
  AffiliationEnded: { ...affiliation, endsAt: AT + 1 },
  PastAffiliationCorrected: { before: { ...affiliation, endsAt: AT + 1 }, after: null },
  AffiliationStarted: affiliation,
  PersonArchived: {},
  PersonUnarchived: {},
  PersonMerged: { into: ORCID },
  PersonSeparated: { from: ORCID },
  PersonAbsorbed: {
    from: 'p-00000000000000000000000001',
    names: ['J. Carberry'],
    past: [{ ...affiliation, endsAt: AT + 1 }],
  },
  PersonReleased: { from: 'p-00000000000000000000000001' },
  PersonErased: {
    orcid: ORCID,
    past: [
      {
        id: '00000000-0000-4000-9000-000000000000',
        type: 'PersonRegistered',
        position: 0,
        revision: 0,
        at: AT,
        actor: { type: 'user', id: 'u1' },
        correlationId: 'c',
        causationId: null,
      },
    ],
  },
};
