/** Nothing moves while a page loads: space is reserved for its content. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { settled, EXTREMES } from './support/browser.ts';
import { browserSuite } from './support/in-browser.ts';

const still = browserSuite('pages that load');

const WATCH = `
globalThis.moved = [];
new PerformanceObserver((list) => {
  for (const { sources } of list.getEntries())
    for (const { node, previousRect: { x, y }, currentRect } of sources)
      globalThis.moved.push(x + ',' + y + ' → ' + currentRect.x + ',' + currentRect.y + ' ' + (node?.outerHTML ?? node?.textContent ?? '').slice(0, 120));
}).observe({ type: 'layout-shift', buffered: true });
`;

const moved = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (globalThis as unknown as { readonly moved: readonly string[] }).moved);

const addresses = async (page: Page): Promise<readonly string[]> => {
  const links = await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link').all();
  const hrefs = await Promise.all(links.map((link) => link.getAttribute('href')));
  return hrefs.filter((href) => href !== null);
};

for (const view of EXTREMES)
  still(`keep their layout (${view.width} px)`, async ({ open, root }) => {
    const first = await open({ token: root.token });
    await first.page.goto('/w/org');
    await settled(first.page);
    const { page } = await open({ ...view, token: root.token });
    await page.addInitScript(WATCH);
    // Responses arrive one after the other, each once the page has shown that it waits.
    let release: () => void = () => undefined;
    let isShown = Promise.resolve();
    await page.route(/\/api\//u, async (route) => {
      await isShown;
      await route.continue();
    });
    for (const address of await addresses(first.page)) {
      isShown = new Promise((resolve) => (release = resolve));
      await page.goto(address);
      await page.locator('h1').first().waitFor();
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
      release();
      await settled(page);
      assert.deepEqual([address, ...(await moved(page))], [address]);
    }
  });
