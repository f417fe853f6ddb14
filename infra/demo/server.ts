/** A provider of everything, on loopback: answers as ORCID, Crossref, DataCite and OpenAlex do, for the sample alone. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  crossrefWork,
  dataciteRecord,
  openalexWork,
  openalexWorks,
  orcidPerson,
  orcidWorks,
  type Edition,
} from './answers.ts';

export type SampleProviders = {
  readonly urls: {
    readonly orcid: string;
    readonly crossref: string;
    readonly datacite: string;
    readonly openalex: string;
  };
  /** From now on the registries answer as corrected. */
  correct(): void;
  close(): Promise<void>;
};

const tail = (pathname: string, prefix: string): string =>
  decodeURIComponent(pathname.slice(prefix.length)).replace(/^(doi:|https?:\/\/doi\.org\/)/i, '');

const answer = ({ pathname, searchParams }: URL, edition: Edition): unknown => {
  const [, orcid = '', section] = /^\/orcid\/([\dX-]+)\/(person|works)$/.exec(pathname) ?? [];
  if (section === 'person') return orcidPerson(orcid);
  if (section === 'works') return orcidWorks(orcid, edition);
  if (pathname.startsWith('/crossref/works/')) return crossrefWork(tail(pathname, '/crossref/works/'), edition);
  if (pathname.startsWith('/datacite/dois/')) return dataciteRecord(tail(pathname, '/datacite/dois/'), edition);
  if (pathname === '/openalex/works') return openalexWorks(searchParams.get('filter') ?? '', edition);
  if (pathname.startsWith('/openalex/works/')) return openalexWork(tail(pathname, '/openalex/works/'), edition);
  return null;
};

export const serveSample = async (): Promise<SampleProviders> => {
  let edition: Edition = 'first';
  const server = createServer((request, response) => {
    const body = answer(new URL(request.url ?? '/', 'http://sample'), edition);
    response.writeHead(body === null ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { error: 'not found' }));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    urls: {
      orcid: `${base}/orcid`,
      crossref: `${base}/crossref`,
      datacite: `${base}/datacite`,
      openalex: `${base}/openalex`,
    },
    correct: () => {
      edition = 'corrected';
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
