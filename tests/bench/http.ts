/** Requests a second of the publication listing: kept and made anew, beside a Koa that sends the same bytes. */
import Router from '@koa/router';
import autocannon from 'autocannon';
import Koa from 'koa';
import { listen } from '../../api/http/server.ts';
import { COLLEAGUES } from '../../infra/demo/catalogue.ts';
import { ingestAll } from '../support/ingesting.ts';
import { openInstallation } from '../support/installation.ts';
import { servePublic } from '../support/serving.ts';
import type { Bench } from './report.ts';

const SECONDS = 5;
const CONNECTIONS = 32;
const PATH = '/v1/publications';

const rate = async (url: string): Promise<number> => {
  const { requests, non2xx } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { 'accept-encoding': 'identity' },
  });
  if (non2xx > 0) throw new Error(`${non2xx} answers were not 200`);
  return requests.average;
};

export const http: Bench = async (report) => {
  const installation = await openInstallation();
  try {
    await ingestAll(
      installation,
      Object.values(COLLEAGUES).map(({ orcid }) => orcid),
    );
    const cached = await servePublic(installation);
    const uncached = await servePublic(installation, { cacheBytes: 0 });
    const { text } = await cached.get(PATH);
    const bytes = Buffer.from(text);
    const router = new Router();
    router.get(PATH, (ctx) => {
      ctx.type = 'json';
      ctx.body = bytes;
    });
    const koa = new Koa();
    koa.use(router.routes());
    const bare = await listen(koa, { host: '127.0.0.1', port: 0 });
    const baseline = { what: 'bare Koa with router', value: await rate(`http://127.0.0.1:${bare.port}${PATH}`) };
    for (const [what, { url }] of [
      ['kept answers', cached],
      ['answers made anew', uncached],
    ] as const)
      report({
        bench: 'http',
        what: `GET ${PATH}, ${what}`,
        value: await rate(`${url}${PATH}`),
        unit: 'requests/s',
        baseline,
      });
    await bare.close(100);
    await cached.close();
    await uncached.close();
  } finally {
    await installation.stop();
  }
};
