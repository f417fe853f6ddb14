/**
 * Each listing of the public listener over 200,000 publications: with key check, rate limit and logging, beside the same
 * route without them and a Koa that sends the same bytes.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Router from '@koa/router';
import autocannon from 'autocannon';
import Koa from 'koa';
import { pino } from 'pino';
import { createApp } from '../../api/http/app.ts';
import { listen } from '../../api/http/server.ts';
import { publicListenerDoor, publicListenerRoutes, type PublicListenerDeps } from '../../api/public-listener.ts';
import { openEmbeddedEventStore } from '../../infra/eventstore/embedded/index.ts';
import { randomIds } from '../../infra/system.ts';
import { allProjections } from '../../projections/all.ts';
import { publications } from '../../projections/catalogue/publications.ts';
import { waitForPosition } from '../../projections/queries/position.ts';
import { writeHistory } from '../support/history.ts';
import { openInstallation, silent, type Installation } from '../support/installation.ts';
import { plugIn } from '../support/plug-ins.ts';
import { filesIn } from '../support/stores.ts';
import type { Bench, Measurement } from './report.ts';

/** Some four events a publication. */
const EVENTS = process.argv.includes('--full') ? 800_000 : 200_000;
const SECONDS = 4;
const CONNECTIONS = 16;
const UNLIMITED = 1_000_000_000;

const PATHS = [
  '/v1/publications',
  '/v1/researchers',
  '/v1/projects',
  '/v1/people',
  '/integrations/v1/publications',
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
    get url() {
      return url;
    },
  };
  const { guard, crossOrigin } = publicListenerDoor(deps);
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
  return { method: 'GET', headers, correlationId: 'bench', path: '/', address: '127.0.0.1' };
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

const compare = async (
  report: (measurement: Measurement) => void,
  address: string,
  guarded: Listening,
  open: Listening,
): Promise<void> => {
  const answer = await fetch(`${open.url}${address}`);
  const plain = await bare(Buffer.from(await answer.text()), address);
  const without = await load(`${open.url}${address}`, {});
  const keyed = await load(`${guarded.url}${address}`, headers);
  const what = (part: string): string => `GET ${address}, ${part}`;
  const unit = 'requests/s';
  const baseline = { what: 'the same without', value: without.perSecond };
  report({ bench: 'surfaces', what: what('guarded'), value: keyed.perSecond, unit, baseline });
  report({ bench: 'surfaces', what: what('guarded'), value: keyed.perSecond, unit, baseline: { what: 'bare Koa', value: plain.perSecond } }); // prettier-ignore
  report({ bench: 'surfaces', what: what('guarded, p99'), value: keyed.p99, unit: 'ms', note: `${CONNECTIONS} connections` }); // prettier-ignore
};

export const surfaces: Bench = async (report) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'colophon-bench-'));
  // Written before anybody projects it, so that rows are filled in bulk.
  const log = await openEmbeddedEventStore({ file: path.join(folder, 'events.db') });
  await writeHistory(log, { events: EVENTS });
  await log.close();
  const installation = await openInstallation({ place: filesIn(folder), matching: false });
  try {
    const head = await installation.events.head();
    while (!(await waitForPosition(installation.readModels, allProjections, head, { timeoutMs: 60_000 })))
      await pause(100);
    const rows = await installation.readModels.count(publications, { all: [] });
    report({ bench: 'surfaces', what: `publications among ${EVENTS} events`, value: rows, unit: 'rows' });
    const [guarded, open] = [await serve(installation, true, folder), await serve(installation, false, folder)];
    for (const address of PATHS) await compare(report, address, guarded, open);
    await guarded.close();
    await open.close();
  } finally {
    await installation.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
