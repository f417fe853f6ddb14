/** Requests a second of the publication listing: cached and rendered for each request, beside servers that only send the same bytes. */
import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import autocannon from 'autocannon';
import Koa from 'koa';
import { listen } from '../../api/http/server.ts';
import { ORCIDS } from '../../infra/demo/sample.ts';
import { ingestAll } from '../support/ingesting.ts';
import { openInstallation } from '../support/installation.ts';
import { servePublic } from '../support/serving.ts';
import { loadPeer, NOT_INSTALLED } from './peers/load.ts';
import type { Bench } from './report.ts';

const SECONDS = 5;
const WARM_UP_SECONDS = 1;
const CONNECTIONS = 32;
const PATH = '/v1/publications';

const rate = async (url: string): Promise<number> => {
  const load = { url, connections: CONNECTIONS, headers: { 'accept-encoding': 'identity' } };
  await autocannon({ ...load, duration: WARM_UP_SECONDS });
  const { requests, non2xx } = await autocannon({ ...load, duration: SECONDS });
  if (non2xx > 0) throw new Error(`${non2xx} answers were not 200`);
  return requests.average;
};

const bareKoa = async (bytes: Buffer): Promise<number> => {
  const router = new Router();
  router.get(PATH, (ctx) => {
    ctx.type = 'json';
    ctx.body = bytes;
  });
  const koa = new Koa();
  koa.use(router.routes());
  const listener = await listen(koa, { host: '127.0.0.1', port: 0 });
  const measured = await rate(`http://127.0.0.1:${listener.port}${PATH}`);
  await listener.close(100);
  return measured;
};

type Fastify = () => {
  readonly server: { address(): AddressInfo | string | null };
  get(
    path: string,
    handle: (request: unknown, reply: { type(type: string): { send(body: Buffer): unknown } }) => unknown,
  ): unknown;
  listen(at: { readonly host: string; readonly port: number }): Promise<string>;
  close(): Promise<void>;
};

/** Null if it is not installed. */
const bareFastify = async (bytes: Buffer): Promise<number | null> => {
  const fastify = loadPeer<Fastify>('fastify')?.();
  if (fastify === undefined) return null;
  fastify.get(PATH, (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes));
  const measured = await rate(`${await fastify.listen({ host: '127.0.0.1', port: 0 })}${PATH}`);
  await fastify.close();
  return measured;
};

export const http: Bench = {
  about: `Requests a second of \`GET ${PATH}\` over the sample, from ${CONNECTIONS} connections without pauses, ${SECONDS} seconds each: with
the cache, and with each response rendered again. Beside it, servers that only send the same bytes: Koa with its router, and
Fastify. Server and client share a process, so the client's time is included on both sides.`,
  measure: async (report) => {
    await using installation = await openInstallation();
    const iDs = ORCIDS;
    await ingestAll(installation, iDs);
    const cached = await servePublic(installation);
    const uncached = await servePublic(installation, { cacheBytes: 0 });
    const bytes = Buffer.from((await cached.get(PATH)).text);
    const [koa, fastify] = [await bareKoa(bytes), await bareFastify(bytes)];
    const [kept, rendered] = [await rate(`${cached.url}${PATH}`), await rate(`${uncached.url}${PATH}`)];
    const unit = 'requests/s';
    const beside = { what: 'bare Koa with router', value: koa };
    report({ what: 'cached answers', value: kept, unit, baseline: beside });
    report({ what: 'answers rendered for each request', value: rendered, unit, baseline: beside });
    if (fastify === null) report({ what: 'cached answers, beside Fastify', skipped: NOT_INSTALLED });
    else
      report({
        what: 'cached answers, beside Fastify',
        value: kept,
        unit,
        baseline: { what: 'bare Fastify', value: fastify },
      });
    await cached.close();
    await uncached.close();
  },
};
