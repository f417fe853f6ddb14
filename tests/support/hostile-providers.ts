/** Providers with scripted responses; by default they list no works and have no facts. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export type HostileProviders = {
  readonly urls: Readonly<Record<'orcid' | 'crossref' | 'datacite' | 'openalex', string>>;
  /** The requested paths, decoded, with their queries. */
  readonly requested: string[];
  /** For URLs that contain the text; the last match applies. */
  answer(containing: string, how: Answer): void;
  forget(): void;
  close(): Promise<void>;
};

export const respondWith =
  (body: unknown): Answer =>
  (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));

const QUIET: readonly (readonly [string, unknown])[] = [
  ['/orcid/', { name: { 'credit-name': { value: 'J. Carberry' } }, biography: null, group: [] }],
  ['/openalex/works?', { meta: { count: 0, next_cursor: null }, results: [] }],
];

export const hostileProviders = async (): Promise<HostileProviders> => {
  const requested: string[] = [];
  let answers: (readonly [string, Answer])[] = [];
  const server = createServer((request, response) => {
    const url = decodeURIComponent(request.url ?? '/');
    requested.push(url);
    const how = answers.findLast(([text]) => url.includes(text))?.[1];
    const quiet = QUIET.find(([text]) => url.startsWith(text))?.[1];
    if (how !== undefined) how(response, request);
    else if (quiet !== undefined) respondWith(quiet)(response, request);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const urls = {
    orcid: `${base}/orcid`,
    crossref: `${base}/crossref`,
    datacite: `${base}/datacite`,
    openalex: `${base}/openalex`,
  };
  return {
    urls,
    requested,
    answer: (containing, how) => void answers.push([containing, how]),
    forget: () => {
      answers = [];
      requested.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
