/** A provider of an unlimited number of invented people, each with their own works, whose records change now and then. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inventedName, inventedOrcid } from '../support/history/papers.ts';
import { randomFrom } from '../support/history/random.ts';

export type Providers = { readonly url: string; readonly close: () => Promise<void> };

/** The number of works of the index-th person. */
export type WorksOf = (person: number) => number;

export const doiOf = (person: number, work: number): string => `10.5555/soak.${person}.${work}`;
export const doisOf = (person: number, worksOf: WorksOf): readonly string[] =>
  Array.from({ length: worksOf(person) }, (_, work) => doiOf(person, work));

/** After this many requests, a record has changed. */
const CHANGES_EVERY = 3;
const PERSON_DIGITS = /^0000-900(\d)-(\d{4})-(\d{3})[\dX]$/;

/** The iD that `inventedOrcid` gives to a person, and back. */
const personOf = (orcid: string): number | null => {
  const match = PERSON_DIGITS.exec(orcid);
  if (match === null) return null;
  const index = Number(match.slice(1).join(''));
  return inventedOrcid(index) === orcid ? index : null;
};

/** For people who share a name or a part of it as rarely as people do. */
const nameOf = (person: number): { readonly given: string; readonly family: string } => {
  const { given = '', family = '' } = inventedName(randomFrom(person + 1));
  return { given, family };
};

const orcidPerson = (person: number): unknown => {
  const { given, family } = nameOf(person);
  return { name: { 'given-names': { value: given }, 'family-name': { value: family } }, biography: null };
};

const orcidWorks = (person: number, worksOf: WorksOf): unknown => ({
  group: doisOf(person, worksOf).map((doi, work) => {
    const ids = {
      'external-id': [{ 'external-id-type': 'doi', 'external-id-value': doi, 'external-id-relationship': 'self' }],
    };
    const summary = {
      'put-code': work,
      title: { title: { value: `Work ${work} of ${person}` } },
      'external-ids': ids,
      type: 'journal-article',
    };
    return { 'external-ids': ids, 'work-summary': [summary] };
  }),
});

const crossrefWork = (doi: string, requests: number): unknown => ({
  status: 'ok',
  message: {
    DOI: doi,
    type: 'journal-article',
    title: [`On ${doi}`],
    publisher: `Press of edition ${Math.floor(requests / CHANGES_EVERY)}`,
    issued: { 'date-parts': [[2000 + (doi.length % 20), 1, 1]] },
    author: [
      { ...nameOf(Number(doi.split('.').at(-2))), sequence: 'first', affiliation: [] },
      { ...nameOf(doi.length + requests), sequence: 'additional', affiliation: [] },
    ],
    'is-referenced-by-count': requests,
  },
});

export const serveProviders = async (worksOf: WorksOf): Promise<Providers> => {
  const requests = new Map<string, number>();
  const answer = ({ pathname }: URL): unknown => {
    const [, orcid = '', section] = /^\/orcid\/([\dX-]+)\/(person|works)$/.exec(pathname) ?? [];
    const person = personOf(orcid);
    if (section !== undefined && person !== null)
      return section === 'person' ? orcidPerson(person) : orcidWorks(person, worksOf);
    const [, encoded] = /^\/crossref\/works\/(.+)$/.exec(pathname) ?? [];
    if (encoded !== undefined) {
      const doi = decodeURIComponent(encoded);
      requests.set(doi, (requests.get(doi) ?? 0) + 1);
      return crossrefWork(doi, requests.get(doi) ?? 1);
    }
    return pathname === '/openalex/works' ? { meta: { count: 0, next_cursor: null }, results: [] } : null;
  };
  const server = createServer((request, response) => {
    const body = answer(new URL(request.url ?? '/', 'http://providers'));
    response.writeHead(body === null ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { error: 'not found' }));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
