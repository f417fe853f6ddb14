/** The sample's providers, which hold requests for a work until they are released. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { replaying } from '../../infra/demo/replaying.ts';
import { SAMPLE } from '../../infra/demo/sample.ts';

export type HeldProviders = {
  /** For a program that queries them, without rate limits. */
  readonly env: Readonly<Record<string, string>>;
  /** Resolves when a request is held. */
  readonly reached: () => Promise<void>;
  /** From now on all get a response. */
  readonly letGo: () => void;
  readonly close: () => Promise<void>;
};

export const heldProviders = async (): Promise<HeldProviders> => {
  const sample = await replaying(SAMPLE);
  const { origin } = new URL(sample.urls.orcid);
  const waiting = new Map<ServerResponse, () => void>();
  let isHolding = true;
  let heard: () => void = () => undefined;
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    const answer = async (): Promise<void> => {
      const { status, headers, body } = await fetch(origin + url);
      response.writeHead(status, { 'content-type': headers.get('content-type') ?? '' });
      for await (const chunk of body ?? []) response.write(chunk);
      response.end();
    };
    if (!isHolding || !url.startsWith('/crossref/')) return void answer();
    waiting.set(response, () => void answer());
    response.once('close', () => waiting.delete(response));
    heard();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const at = (name: string): string => `${base}/${name}`;
  return {
    env: {
      ORCID_API_URL: at('orcid'),
      CROSSREF_API_URL: at('crossref'),
      DATACITE_API_URL: at('datacite'),
      OPENALEX_API_URL: at('openalex'),
      ...{ PROVIDER_RATE: '0', PROVIDER_CONCURRENCY: '0' },
    },
    reached: async () => {
      while (waiting.size === 0) await new Promise<void>((resolve) => (heard = resolve));
    },
    letGo: () => {
      isHolding = false;
      for (const answer of waiting.values()) answer();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await sample.close();
    },
  };
};
