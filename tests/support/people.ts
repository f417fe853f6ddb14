/** A person with a history in a workspace: registered, renamed, with a biography and a photo, and the author of one publication. */
import { randomUUID } from 'node:crypto';
import type { EventStore, NewEvent } from '../../commands/ports.ts';
import type { ColophonEvent } from '../../domain/events.ts';
import { personIdFrom } from '../../domain/person/id.ts';
import { schemaVersionOf } from '../../domain/upcast.ts';

export const QUIXOTE = {
  orcid: '0000-0002-1694-233X',
  words: ['zebulon', 'quixotewright', 'windmills'],
} as const;

const AT = Date.UTC(2024, 0, 1);

const recorded = (workspace: string, events: readonly ColophonEvent[]): readonly NewEvent[] =>
  events.map((event) => ({
    ...event,
    id: randomUUID(),
    schemaVersion: schemaVersionOf(event.type),
    metadata: {
      workspace,
      actor: { type: 'user', id: 'u-librarian' },
      correlationId: randomUUID(),
      causationId: null,
      at: AT,
    },
  }));

export const append = (
  { events }: { readonly events: EventStore },
  stream: string,
  workspace: string,
  happened: readonly ColophonEvent[],
) => events.append(stream, recorded(workspace, happened), 'any');

/** Someone without an ORCID iD, whom staff have linked to a publication. */
export const linkEmerita = async (deps: { readonly events: EventStore }, doi: string): Promise<string> => {
  const orcid = personIdFrom('00000000-0000-4000-8000-000000000009');
  await append(deps, `person-org~${orcid}`, 'org', [
    { type: 'PersonRegistered', data: { orcid } },
    { type: 'PersonNamed', data: { name: 'Mechthild Zaun', slug: 'mechthild-zaun', saidBy: 'staff' } },
  ]);
  await append(deps, `publication-org~${doi}`, 'org', [
    { type: 'AuthorLinked', data: { links: [{ basis: 'staff', orcids: [orcid] }] } },
  ]);
  return orcid;
};

export const recordQuixote = async (deps: { readonly events: EventStore }, workspace: string): Promise<void> => {
  const { orcid } = QUIXOTE;
  await append(deps, `person-${workspace}~${orcid}`, workspace, [
    { type: 'PersonRegistered', data: { orcid } },
    { type: 'PersonNamed', data: { name: 'Z. Quixotewright', slug: 'z-quixotewright-233x', saidBy: 'provider' } },
    {
      type: 'PersonNamed',
      data: {
        name: { en: 'Zebulon Quixotewright' },
        slug: 'zebulon-quixotewright-233x',
        saidBy: 'staff',
        before: 'Z. Quixotewright',
      },
    },
    { type: 'PersonDescribed', data: { biography: 'Of windmills', saidBy: 'staff' } },
    { type: 'PersonPhotographed', data: { photoUrl: 'https://example.org/quixotewright.jpg' } },
    { type: 'AffiliationStarted', data: { entityId: 'org', status: 'org', startsAt: AT } },
  ]);
  const doi = '10.5555/mills.1';
  const source = { provider: 'crossref', url: `https://api.crossref.org/works/${doi}` } as const;
  await append(deps, `publication-${workspace}~${doi}`, workspace, [
    {
      type: 'PublicationAdded',
      data: {
        doi,
        original: { type: 'article-journal', title: 'On giants', DOI: doi },
        source,
        fetchedAt: AT,
        enrichment: null,
        citedByCount: null,
        notices: [],
      },
    },
    { type: 'AuthorLinked', data: { links: [{ basis: 'staff', orcids: [orcid] }] } },
  ]);
};
