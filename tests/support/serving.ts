/** The public surface over a real socket, and a client that reads what comes back. */
import { createApp } from '../../api/http/app.ts';
import type { Route } from '../../api/http/route.ts';
import { listen } from '../../api/http/server.ts';
import { openToEverybody } from '../../api/public/guard.ts';
import { publicRoutes } from '../../api/public/index.ts';
import { contractOf, watchedFetch } from './contract.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { randomIds } from '../../infra/system.ts';
import { silent } from './installation.ts';

export type Reply = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  readonly text: string;
};

export type Served = {
  readonly url: string;
  readonly routes: readonly Route[];
  get(path: string, init?: RequestInit): Promise<Reply>;
  close(): Promise<void>;
};

export const servePublic = async (
  readModels: ReadModels,
  { requestTimeoutMs = 10_000, cacheBytes = 1_000_000 } = {},
): Promise<Served> => {
  const routes = publicRoutes(readModels);
  const app = createApp(routes, {
    log: silent,
    ids: randomIds,
    requestTimeoutMs,
    cacheBytes,
    guard: openToEverybody,
    openToAll: true,
  });
  const listener = await listen(app, { host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${listener.port}`;
  const ask = watchedFetch(contractOf(routes), () => url);
  return {
    url,
    routes,
    get: async (path, init) => {
      const response = await ask(path, init);
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: text === '' ? null : (JSON.parse(text) as unknown),
      };
    },
    close: () => listener.close(100),
  };
};
