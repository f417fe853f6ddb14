/**
 * Each listing of the public listener over a long history: with key check, rate limit and logging, beside the same
 * route without them and a Koa that sends the same bytes.
 */
import { plainCitations } from '../support/plain-citations.ts';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import Router from '@koa/router';
import autocannon from 'autocannon';
import Koa from 'koa';
import { pino } from 'pino';
import { createApp } from '../../api/http/app.ts';
import { listen } from '../../api/http/server.ts';
import { publicListenerAccess, publicListenerRoutes, type PublicListenerDeps } from '../../api/public-listener.ts';
import { randomIds } from '../../infra/system.ts';
import { publications } from '../../projections/catalogue/publications.ts';
import { openInstallation, silent, type Installation } from '../support/installation.ts';
import { plugIn } from '../support/plug-ins.ts';
import { filesIn } from '../support/stores.ts';
import type { Bench, Report } from './report.ts';
import { installationOf } from './support/installations.ts';
import { freshFolder } from './support/run-folder.ts';

const SECONDS = 4;
const CONNECTIONS = 16;
const UNLIMITED = 1_000_000_000;

const PATHS = [
  '/v1/publications',
  '/v1/publications?include=authors,citation',
  '/v1/researchers',
  '/v1/projects',
  '/v1/people',
  '/integrations/v1/publications',
  '/integrations/v1/publications?include=authors,citation',
  '/integrations/v1/publications?q=theory',
  '/integrations/v1/works',
  '/integrations/v1/projects',
  '/integrations/v1/people',
];

type Load = { readonly perSecond: number; readonly p99: number };

const load = async (url: string, headers: Readonly<Record<string, string>>): Promise<Load> => {
  const { requests, latency, non2xx } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { 'accept-encoding': 'identity', ...headers },
  });
  if (non2xx > 0) throw new Error(`${url}: ${non2xx} answers were not 200`);
  return { perSecond: requests.average, p99: latency.p99 };
};

type Listening = { readonly url: string; close(): Promise<void> };

const serve = async (installation: Installation, isGuarded: boolean, folder: string): Promise<Listening> => {
  const lines = createWriteStream(path.join(folder, 'log'));
  let url = '';
  const deps: PublicListenerDeps = {
    ...installation,
    log: isGuarded ? pino({ level: 'info' }, lines) : silent,
    rates: isGuarded ? { address: UNLIMITED, installation: UNLIMITED } : { address: 0, installation: 0 },
    shards: 4,
    citations: plainCitations,
    catalogueFiles: { latest: () => Promise.reject(new Error('no file')) },
    get url() {
      return url;
    },
  };
  const { guard, crossOrigin } = publicListenerAccess(deps);
  const { installation: row } = await guard({ kind: 'installation', scope: null }, await knockOf(installation));
  const app = createApp(publicListenerRoutes(deps), {
    guard: isGuarded ? guard : () => Promise.resolve(row === undefined ? {} : { installation: row }),
    crossOrigin,
    ...{ log: deps.log, ids: randomIds, requestTimeoutMs: 30_000, cacheBytes: 0 },
  });
  const listener = await listen(app, { host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${listener.port}`;
  return {
    url,
    close: async () => {
      await listener.close(100);
      lines.end();
    },
  };
};

let headers: Readonly<Record<string, string>> = {};
const knockOf = async (installation: Installation) => {
  if (headers['x-api-key'] === undefined) headers = (await plugIn(installation)).headers;
  return {
    method: 'GET',
    headers,
    requestId: { id: 'bench', isSent: false },
    path: '/',
    query: '',
    address: '127.0.0.1',
  };
};

const bare = async (bytes: Buffer, address: string): Promise<Load> => {
  const router = new Router();
  router.get(new URL(address, 'http://localhost').pathname, (ctx) => {
    ctx.type = 'json';
    ctx.body = bytes;
  });
  const koa = new Koa();
  koa.use(router.routes());
  const listener = await listen(koa, { host: '127.0.0.1', port: 0 });
  const measured = await load(`http://127.0.0.1:${listener.port}${address}`, {});
  await listener.close(100);
  return measured;
};

const compare = async (report: Report, address: string, guarded: Listening, open: Listening): Promise<void> => {
  const answer = await fetch(`${open.url}${address}`);
  const plain = await bare(Buffer.from(await answer.text()), address);
  const without = await load(`${open.url}${address}`, {});
  const keyed = await load(`${guarded.url}${address}`, headers);
  const what = (part: string): string => `GET ${address}, ${part}`;
  const unit = 'requests/s';
  report({
    what: what('guarded'),
    value: keyed.perSecond,
    unit,
    baseline: { what: 'the same without', value: without.perSecond },
  });
  report({
    what: what('guarded, beside what sends bytes'),
    value: keyed.perSecond,
    unit,
    baseline: { what: 'bare Koa', value: plain.perSecond },
  });
  report({ what: what('guarded, p99'), value: keyed.p99, unit: 'ms' });
};

export const surfaces: Bench = {
  about: `Each listing of the public listener over HTTP, over an embedded installation with this many events: ${CONNECTIONS} connections
without pauses, ${SECONDS} seconds each, without a cache. Guarded is as it is served: key, rate limit, origin check and a log line
for each request. Beside it, the same without these, and a Koa that sends the same bytes. Server and client share a process.`,
  sizes: { of: 'events', each: [100_000, 1_000_000] },
  measure: async (report, size) => {
    // A few events are added, which do not affect the next user of it.
    await using installation = await openInstallation({ place: filesIn(await installationOf(size)), matching: false });
    await installation.settled();
    const rows = await installation.readModels.count(publications, { all: [] });
    report({ what: 'publications', value: rows, unit: 'rows' });
    const folder = await freshFolder('surfaces');
    const [guarded, open] = [await serve(installation, true, folder), await serve(installation, false, folder)];
    for (const address of PATHS) await compare(report, address, guarded, open);
    await guarded.close();
    await open.close();
  },
};
