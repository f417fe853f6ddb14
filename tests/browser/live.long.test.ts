/** Changes by others appear without reload: by a stream, after a restart of the server, and by polling without a stream. */
import assert from 'node:assert/strict';
import type { Page, Request } from 'playwright-core';
import { bodyOf } from '../support/dashboard.ts';
import { cuttable } from '../support/cuttable.ts';
import { openTab, settled } from './support/browser.ts';
import { browserSuite, type Scene } from './support/in-browser.ts';
import { closing } from '../support/closing.ts';

const GLAZE = '10.5555/cpot.2021.007';

const live = browserSuite('changes by others');

const retitle = async ({ admin }: Pick<Scene, 'admin'>, title: string): Promise<void> => {
  const patch = [{ op: 'add', path: '/title', value: title }];
  bodyOf(await admin.patch(`/api/publications/${encodeURIComponent(GLAZE)}`, patch));
};

const isStream = (request: Request): boolean => request.headers()['accept']?.includes('event-stream') === true;
const isAboutChanges = ({ pathname }: URL): boolean => pathname === '/api/changes';

/** Resolves when the page has opened a stream. */
const streaming = (page: Page): Promise<unknown> =>
  page.waitForResponse((response) => isStream(response.request()) && response.status() === 200);

live('appear in every window at once, each following one stream across all of its pages', async ({ open, admin }) => {
  const [one, other] = [await open(), await open({ width: 390 })];
  const streams = { one: 0, other: 0 };
  one.page.on('request', (request) => (streams.one += Number(isStream(request))));
  other.page.on('request', (request) => (streams.other += Number(isStream(request))));
  // The first response gives the position of the page; everything else comes by the stream.
  for (const { page } of [one, other]) {
    let requests = 0;
    await page.route(isAboutChanges, (route) => {
      if (isStream(route.request())) return route.continue();
      requests += 1;
      return requests === 1 ? route.continue() : new Promise(() => undefined);
    });
  }
  await Promise.all([streaming(one.page), one.page.goto('/w/org/people')]);
  await Promise.all([streaming(other.page), other.page.goto(`/w/org/publications/${GLAZE}`)]);
  await one.page.getByRole('link', { name: 'Publications', exact: true }).click();
  for (const { page } of [one, other]) await settled(page);
  await retitle({ admin }, 'Glaze, as it is printed');
  await one.page.getByRole('link', { name: 'Glaze, as it is printed' }).waitFor();
  await other.page.getByRole('heading', { name: 'Glaze, as it is printed' }).waitFor();
  assert.deepEqual(streams, { one: 1, other: 1 });
});

live('appear when a server that was down is back, from where the window stopped', async (scene) => {
  const { browser, dashboard, admin } = scene;
  await using wire = closing(await cuttable({ host: '127.0.0.1', port: Number(new URL(dashboard.url).port) }));
  const url = `http://127.0.0.1:${wire.port}`;
  await using tab = closing(await openTab(browser, { url, token: admin.token, width: 1280, theme: 'light' }));
  tab.expectComplaints(/ERR_/u);
  await Promise.all([streaming(tab.page), tab.page.goto('/w/org/publications')]);
  await settled(tab.page);
  const again = tab.page.waitForRequest((request) => isStream(request));
  wire.cut();
  await retitle(scene, 'Glaze, while it was away');
  await again;
  wire.mend();
  await tab.page.getByRole('link', { name: 'Glaze, while it was away' }).waitFor();
  tab.quiet();
});

live('appear by polling where streams are blocked', async (scene) => {
  const tab = await scene.open();
  tab.expectComplaints(/ERR_FAILED/u);
  await tab.page.route(isAboutChanges, (route) => (isStream(route.request()) ? route.abort() : route.continue()));
  await tab.page.goto('/w/org/publications');
  await settled(tab.page);
  await retitle(scene, 'Glaze, without a stream');
  await tab.page.getByRole('link', { name: 'Glaze, without a stream' }).waitFor();
});
