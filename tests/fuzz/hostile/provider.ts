/** A server in place of all providers, on loopback, with hostile responses. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Random } from '../../support/history/random.ts';
import { answerOf, kindOf } from './answers.ts';

export type HostileProvider = {
  readonly urls: Readonly<Record<'ORCID' | 'CROSSREF' | 'DATACITE' | 'OPENALEX', string>>;
  readonly answered: () => number;
  close(): Promise<void>;
};

const doiIn = (pathname: string): string | null => /10\.5555(?:\/|%2[Ff])[\w.]+/u.exec(pathname)?.[0] ?? null;

export const serveHostility = async (random: Random): Promise<HostileProvider> => {
  let answered = 0;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://provider');
    const kind = kindOf(url);
    // Half of the works are DataCite's.
    const isElsewhere = kind === null || (kind === 'crossref' && random.chance(0.4));
    answered += 1;
    const doi = doiIn(url.pathname) ?? doiIn(url.search);
    const { status, headers, body } = isElsewhere
      ? { status: 404, headers: {}, body: Buffer.from('{}') }
      : answerOf(random, kind, doi === null ? null : decodeURIComponent(doi));
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    urls: {
      ORCID: `${base}/orcid`,
      CROSSREF: `${base}/crossref`,
      DATACITE: `${base}/datacite`,
      OPENALEX: `${base}/openalex`,
    },
    answered: () => answered,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
