/** The public listener over a real socket, and a client that parses responses. */
import { createApp } from '../../api/http/app.ts';
import type { Route } from '../../api/http/route.ts';
import { listen } from '../../api/http/server.ts';
import type { Log } from '../../commands/ports.ts';
import { Unavailable } from '../../domain/errors.ts';
import type { CatalogueFiles } from '../../api/public/ports.ts';
import type { KeyDeps } from '../../api/keys/deps.ts';
import { publicListenerAccess, publicListenerRoutes, type PublicListenerDeps } from '../../api/public-listener.ts';
import { publicPages } from '../../api/public-pages.ts';
import { closing } from './closing.ts';
import type { Citations } from '../../api/http/ports.ts';
import { contractOf, watchedFetch } from './contract.ts';
import { randomIds } from '../../infra/system.ts';
import { plainCitations } from './plain-citations.ts';
import { silent, type Installation } from './installation.ts';

export type Reply = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  readonly text: string;
};

export const replyOf = async (response: Response): Promise<Reply> => {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== '' ? (JSON.parse(text) as unknown) : null,
  };
};

export type Served = {
  readonly url: string;
  readonly routes: readonly Route[];
  get(path: string, init?: RequestInit): Promise<Reply>;
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  close(): Promise<void>;
};

export type ServingOptions = {
  readonly requestTimeoutMs?: number;
  /** How long a write waits for its rows; default: as long as a busy host may need. */
  readonly visibleWithinMs?: number;
  readonly cacheBytes?: number;
  /** Default: none. */
  readonly rates?: KeyDeps['rates'];
  readonly trustsProxy?: (address: string) => boolean;
  readonly log?: Log;
  /** Default: there is no file. */
  readonly catalogueFiles?: CatalogueFiles;
  readonly citations?: Citations;
};

export const servePublic = async (
  { events, readModels, state, clock, ids }: Pick<Installation, 'events' | 'readModels' | 'state' | 'clock' | 'ids'>,
  options: ServingOptions = {},
): Promise<Served & AsyncDisposable> => {
  const { requestTimeoutMs = 90_000, visibleWithinMs = 60_000, cacheBytes = 1_000_000, log = silent } = options;
  const { rates = { address: 0, installation: 0 } } = options;
  let url = '';
  const deps: PublicListenerDeps = {
    ...{ events, readModels, state, clock, ids, rates, log, visibleWithinMs, shards: 4 },
    catalogueFiles: options.catalogueFiles ?? { latest: () => Promise.reject(new Unavailable('catalogue', 'none')) },
    citations: options.citations ?? plainCitations,
    get url() {
      return url;
    },
  };
  const routes = publicListenerRoutes(deps);
  const { trustsProxy } = options;
  const pages = publicPages();
  const app = createApp([...routes, ...pages.routes], {
    ...publicListenerAccess(deps),
    errorPage: pages.errorPage,
    ...{ log, ids: randomIds, requestTimeoutMs, cacheBytes },
    ...(trustsProxy === undefined ? {} : { trustsProxy }),
  });
  const listener = await listen(app, { host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${listener.port}`;

  const ask = watchedFetch(contractOf(routes), () => url);
  const get = async (path: string, init: RequestInit = {}): Promise<Reply> => replyOf(await ask(path, init));
  return closing<Served>({
    url,
    routes,
    get,
    post: (path, body, headers = {}) =>
      get(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    close: () => listener.close(100),
  });
};
