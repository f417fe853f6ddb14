import type { IdentifierEvent } from '../../../domain/identifier/events.ts';
import type { PublicationEvent } from '../../../domain/publication/events.ts';
import { AT, ORCID, SOURCE, type Examples } from './example.ts';

const DOI = '10.5555/a';
const original = { type: 'article', title: 'On glass', DOI } as const;
const changes = [{ path: '/title', before: 'On glass', after: 'Of glass' }] as const;

export const publicationExamples: Examples<PublicationEvent['type']> = {
  PublicationAdded: {
    doi: DOI,
    original,
    source: SOURCE,
    fetchedAt: AT,
    enrichment: null,
    citedByCount: 1,
    notices: [],
  },
  PublicationCreated: { doi: 'local.1', original: { type: 'book', title: 'On clay' } },
  PublicationRefreshed: { changes, source: SOURCE, fetchedAt: AT },
  PublicationConfirmed: { fetchedAt: AT },
  PublicationEnriched: { before: null, after: { openalex_id: 'W1', open_access_status: 'gold' }, fetchedAt: AT },
  CitationCountChanged: { before: 1, after: 2, fetchedAt: AT },
  RetractionNoticed: { doi: DOI, notice: { by: '10.5555/notice', kind: 'retraction', provider: 'crossref' } },
  RetractionDismissed: { doi: DOI, notice: { by: '10.5555/notice', kind: 'retraction', provider: 'crossref' } },
  AuthorLinked: { links: [{ basis: 'metadata', orcids: [ORCID] }] },
  AuthorUnlinked: { links: [{ basis: 'staff', orcids: [ORCID] }] },
  AuthorListed: { orcids: [ORCID] },
  AuthorsMatched: { suggested: [{ orcid: ORCID, author: 0 }], strays: [] },
  AttentionSettled: { doubts: [{ orcid: ORCID, reason: 'other_name', names: ['Brown, Bob'] }] },
  AttentionReopened: { doubts: [{ orcid: ORCID, reason: 'not_named' }] },
  RetractionKept: { notices: [{ by: '10.5555/notice', kind: 'retraction', provider: 'crossref' }] },
  RetractionReopened: { notices: [{ by: '10.5555/notice', kind: 'retraction', provider: 'crossref' }] },
  PublicationEdited: {
    changes: [...changes, { path: '/q', before: null, after: 1 }],
    reverted: [],
  },
  PublicationHidden: {},
  PublicationShown: {},
  PublicationDeleted: {},
  PublicationRestored: {},
  PublicationIdentified: { identifiers: ['pmid.1'], list: SOURCE.url, at: AT },
  PublicationSuperseded: { by: '10.5555/primary' },
  PublicationJoinSuggested: { by: '10.5555/primary' },
  PublicationJoinDeclined: { from: '10.5555/primary' },
  PublicationSeparated: { from: '10.5555/primary' },
  PublicationKeptApart: { from: '10.5555/primary' },
  PublicationReset: {},
};

export const identifierExamples: Examples<IdentifierEvent['type']> = {
  IdentifierAssigned: { identifier: 'pmid.1', to: { doi: DOI }, list: SOURCE.url, at: AT },
  IdentifierWithdrawn: { identifier: 'pmid.1', from: { doi: DOI } },
};
