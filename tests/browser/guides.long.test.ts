/** The guides as pages: readable, with every picture, also below the path of a proxy. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { createApp } from '../../api/http/app.ts';
import { listen, type Listener } from '../../api/http/server.ts';
import { withDashboardContract } from '../../api/openapi/listeners.ts';
import { assetRoute } from '../../api/pages/asset-route.ts';
import { webAssets } from '../../api/pages/assets.ts';
import { randomIds } from '../../infra/system.ts';
import { silent } from '../support/silent.ts';
import { suite } from '../support/suite.ts';
import { accessible, fits } from './support/accessible.ts';
import { EXTREMES, noBrowser, sharedBrowser, openTab } from './support/browser.ts';

const guides = suite('the guides', { timeoutMs: 120_000 });

const serve = (): Promise<Listener> => {
  const app = createApp(
    [...withDashboardContract([], () => 'https://elsewhere.example'), assetRoute(webAssets().files)],
    {
      ...{ log: silent, ids: randomIds, requestTimeoutMs: 5_000, cacheBytes: 0, crossOrigin: null },
      guard: () => Promise.resolve({}),
    },
  );
  return listen(app, { host: '127.0.0.1', port: 0 });
};

guides('show every existing picture, and no other', async () => {
  const text = await readFile('docs/dashboard.md', 'utf8');
  const named = [...text.matchAll(/\]\(images\/(?<file>[^)]+)\)/gu)].map(({ groups }) => groups?.['file']);
  assert.deepEqual(named.sort(), (await readdir('docs/images')).sort());
});

for (const view of EXTREMES)
  if (noBrowser !== null) guides.skip(`are readable pages (${view.width} px)`, noBrowser);
  else
    guides(`are readable pages (${view.width} px, ${view.theme})`, async () => {
      const listener = await serve();
      const tab = await openTab(await sharedBrowser(), { url: `http://127.0.0.1:${listener.port}`, ...view });
      try {
        const { page } = tab;
        for (const name of ['dashboard', 'dashboard-api']) {
          await page.goto(`/docs/guides/${name}`);
          await page.getByRole('heading', { level: 1 }).waitFor();
          for (const picture of await page.getByRole('img').all())
            assert.ok(
              await picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0),
            );
          await accessible(page);
          await fits(page);
        }
        await page.goto('/docs/guides/dashboard');
        await page.getByRole('link', { name: 'Hide a publication' }).click();
        await page.getByRole('heading', { name: 'Hide a publication' }).waitFor();
        assert.match(page.url(), /#hide-a-publication$/u);
        tab.quiet();
      } finally {
        await tab.close();
        await listener.close(100);
      }
    });
