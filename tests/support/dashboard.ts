/** The dashboard over a real socket, and signed-in users. */
import assert from 'node:assert/strict';
import { createApp } from '../../api/http/app.ts';
import { listen } from '../../api/http/server.ts';
import { dashboardGuard } from '../../api/dashboard/access/guard.ts';
import { openChangeFeed } from '../../api/dashboard/changes/feed.ts';
import { openLongReads } from '../../api/dashboard/long-reads.ts';
import { openStreams } from '../../api/dashboard/changes/streams.ts';
import type { DashboardDeps } from '../../api/dashboard/deps.ts';
import type { Standing } from '../../api/dashboard/ports.ts';
import { dashboardRoutes } from '../../api/dashboard/index.ts';
import { dashboardPages } from '../../api/dashboard/pages/index.ts';
import type { Route } from '../../api/http/route.ts';
import { grantSession } from '../../commands/identity/grant-session.ts';
import type { Role } from '../../domain/member/events.ts';
import { readReferences } from '../../infra/references/read.ts';
import { randomIds } from '../../infra/system.ts';
import { allProjections } from '../../projections/all.ts';
import { importDoi } from '../../workers/ingestion/import-doi.ts';
import { previewImport } from '../../workers/ingestion/preview-import.ts';
import { closing } from './closing.ts';
import { contractOf, watchedFetch } from './contract.ts';
import type { Installation } from './installation.ts';
import { plainCitations } from './plain-citations.ts';
import { replyOf, type Reply } from './serving.ts';

export type Ask = {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A client signed in with a bearer token, or not signed in. */
export type Person = {
  readonly token: string | null;
  readonly userId: string | null;
  readonly email: string | null;
  get(path: string, ask?: Ask): Promise<Reply>;
  post(path: string, body?: unknown, ask?: Ask): Promise<Reply>;
  patch(path: string, body: unknown, ask?: Ask): Promise<Reply>;
  delete(path: string, ask?: Ask): Promise<Reply>;
};

export type Dashboard = {
  readonly url: string;
  /** The URL of its listener, even if its public URL is another: behind a proxy. */
  readonly listening: string;
  readonly routes: readonly Route[];
  readonly deps: DashboardDeps;
  /** The response as it is, after checking it against its route's declaration. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  readonly nobody: Person;
  /** A new user with this role in the workspace, which must exist. */
  signIn(role: Role, options?: { readonly workspace?: string; readonly email?: string }): Promise<Person>;
  close(): Promise<void>;
};

/** Of an installation on files, up to date, that was backed up two hours ago. */
const STANDING: Standing = {
  version: '1.0.0 (0123456)',
  stores: { events: 'embedded', readModels: 'embedded', state: 'embedded' },
  disk: { usedBytes: 40_000_000, freeBytes: 20_000_000_000 },
  projections: allProjections.map(({ name, version }) => ({
    ...({ name, version, phase: 'live' } as const),
    ...{ position: 9, head: 9, lagEvents: 0, lagMs: 0 },
  })),
  lastBackup: { at: Date.now() - 7_200_000, bytes: 12_000_000, events: 10_000 },
};

export const serveDashboard = async (
  installation: Installation,
  overrides: Partial<DashboardDeps> = {},
  /** Default: a free one. */
  port = 0,
): Promise<Dashboard & AsyncDisposable> => {
  const feed = openChangeFeed({ ...installation, projections: allProjections, everyMs: 20 });
  let url = '';
  const deps: DashboardDeps = {
    ...installation,
    get url() {
      return url;
    },
    // A write on a busy host waits until its rows are there.
    visibleWithinMs: 60_000,
    altUrl: null,
    publicUrl: 'https://publications.example.org',
    proxy: null,
    oidc: null,
    changes: feed,
    streams: openStreams(),
    longReads: openLongReads(),
    eventPages: openLongReads(),
    imports: {
      doi: (request, caller, signal) => importDoi(installation, request, caller, signal),
      preview: (request, caller, signal) => previewImport(installation, request, caller, signal),
    },
    // In this thread: tests of the thread are those of its adapter.
    references: { read: (bytes, format) => Promise.resolve().then(() => readReferences(bytes, format)) },
    citations: plainCitations,
    // Tests reach no websites.
    pictures: { find: () => Promise.resolve(null) },
    standing: () => Promise.resolve(STANDING),
    shards: 4,
    resetDataEmails: [],
    ...overrides,
  };
  const routes = dashboardRoutes(deps);
  const pages = dashboardPages(deps);
  const app = createApp([...routes, ...pages.routes], {
    log: deps.log,
    ids: randomIds,
    requestTimeoutMs: 90_000,
    cacheBytes: 0,
    guard: dashboardGuard(deps),
    crossOrigin: null,
    page: pages.page,
    errorPage: pages.errorPage,
  });
  const listener = await listen(app, { host: '127.0.0.1', port });
  const listening = `http://127.0.0.1:${listener.port}`;
  url = listening;

  const watched = watchedFetch(contractOf(routes), () => url);
  const ask = async (
    method: string,
    path: string,
    token: string | null,
    { body, headers = {} }: Ask,
  ): Promise<Reply> => {
    const response = await watched(path, {
      method,
      redirect: 'manual',
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return replyOf(response);
  };

  const person = (token: string | null, userId: string | null, email: string | null): Person => ({
    token,
    userId,
    email,
    get: (path, options = {}) => ask('GET', path, token, options),
    post: (path, body, options = {}) => ask('POST', path, token, { ...options, body }),
    patch: (path, body, options = {}) => ask('PATCH', path, token, { ...options, body }),
    delete: (path, options = {}) => ask('DELETE', path, token, options),
  });

  return closing<Dashboard>({
    url,
    listening,
    routes,
    deps,
    fetch: watched,
    nobody: person(null, null, null),
    signIn: async (role, { workspace = 'org', email = `${randomIds.next()}@example.org` } = {}) => {
      const { token, userId } = await grantSession(deps, { email, role, workspace });
      await installation.settled();
      return person(token, userId, email);
    },
    close: async () => {
      feed.close();
      await listener.close(100);
    },
  });
};

/** The body of a reply with this status; all of it in the error if it has another. */
export const bodyOf = <T>(reply: Reply, status = 200): T => {
  assert.equal(reply.status, status, reply.text);
  return reply.body as T;
};
