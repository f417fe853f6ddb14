/** A listing whose total is not exact has the time of the count, and is cached no longer than the total is valid. */
import assert from 'node:assert/strict';
import { TOTAL } from '../../domain/limits.ts';
import type { Total } from '../../projections/ports.ts';
import { serveDashboard } from '../support/dashboard.ts';
import { openInstallation } from '../support/installation.ts';
import { plugIn } from '../support/plug-ins.ts';
import { servePublic } from '../support/serving.ts';
import { suite } from '../support/suite.ts';

const totals = suite('the total of a listing');
const MANY = 5 * TOTAL.exact;
const HEADER = 'x-colophon-total-as-of';

let counted: Total;
let counts = 0;

const opened = await openInstallation({ matching: false });
const total = (): Promise<Total> => {
  counts += 1;
  return Promise.resolve(counted);
};
const installation = await totals.holds({ ...opened, readModels: { ...opened.readModels, total } });
totals.before.each(() => {
  counted = { total: MANY, totalAsOf: Date.now() };
});

const timeOf = ({ totalAsOf }: Total): string | null => (totalAsOf === null ? null : new Date(totalAsOf).toISOString());

totals('comes with the time of the count on every API, for pages and cursors', async () => {
  await using served = await servePublic(installation, { cacheBytes: 0 });
  const site = await plugIn(installation);
  await using dashboard = await serveDashboard(installation, { readModels: installation.readModels });
  const staff = await dashboard.signIn('superadmin');
  const paths = [
    ...['publications', 'researchers', 'projects', 'people'].map((name) => `/v1/${name}`),
    ...['publications', 'works', 'projects', 'people'].map((name) => `/integrations/v1/${name}`),
    ...['publications', 'people', 'projects', 'works', 'activity', 'members'].map((name) => `/api/${name}`),
  ];
  for (const path of paths)
    for (const ask of path.startsWith('/api/') ? [''] : ['', '?cursor=*']) {
      const isKeyed = /^\/(?:integrations|v1\/people)/u.test(path);
      const { status, body, headers } = path.startsWith('/api/')
        ? await staff.get(path)
        : await served.get(`${path}${ask}`, isKeyed ? { headers: site.headers } : {});
      assert.equal(status, 200, path);
      const { total, pages } = body as { total: number; pages: number };
      assert.deepEqual([total, pages, headers.get(HEADER)], [MANY, MANY / 20, timeOf(counted)], `${path}${ask}`);
    }
});

totals('comes with the time of the oldest count beside other totals', async () => {
  await using dashboard = await serveDashboard(installation, { readModels: installation.readModels });
  const staff = await dashboard.signIn('superadmin');
  const { body, headers } = await staff.get('/api/publications/stats');
  assert.deepEqual(
    [(body as { total_publications: number }).total_publications, headers.get(HEADER)],
    [MANY, timeOf(counted)],
  );
  counted = { total: 0, totalAsOf: null };
  assert.equal((await staff.get('/api/publications/stats')).headers.get(HEADER), null);
});

totals('comes without a time if it is exact', async () => {
  counted = { total: 0, totalAsOf: null };
  await using served = await servePublic(installation);
  assert.equal((await served.get('/v1/publications')).headers.get(HEADER), null);
});

totals('is no older in a cached response than permitted', async () => {
  await using served = await servePublic(installation);
  const path = '/v1/publications';
  const first = await served.get(path);
  const before = counts;
  const headers = { 'If-None-Match': first.headers.get('etag') ?? '' };
  assert.equal((await served.get(path, { headers })).status, 304);
  assert.equal(counts, before, 'the response is cached');

  const old = `${path}?page=2`;
  counted = { total: MANY, totalAsOf: Date.now() - TOTAL.ageMs };
  await served.get(old);
  counted = { total: MANY + 1, totalAsOf: Date.now() };
  assert.equal(((await served.get(old)).body as { total: number }).total, MANY + 1);
});
