/** The dashboard in a browser that is slowed down four times: how long its reader waits for visible results. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { noBrowser, openBrowser, openTab, settled } from '../browser/support/browser.ts';
import { serveDashboard, type Person } from '../support/dashboard.ts';
import { openInstallation } from '../support/installation.ts';
import { filesIn } from '../support/stores.ts';
import { atMost, type Aim, type Bench, type Report } from './report.ts';
import { installationOf } from './support/installations.ts';
import { pressesIn, probe, shiftsIn, shownAfter, shownAt } from './support/page-probe.ts';
import { percentile } from './support/timing.ts';
import { closing } from '../support/closing.ts';

const SLOWDOWN = 4;
const REPEATS = 10;
/** Rows per page: the default, and the maximum. */
const PAGES = [50, 100] as const;

/** Half of the visits take no longer than the first figure, all but the slowest tenth none than the second. */
const add = (report: Report, what: string, times: readonly number[], aim: Aim, bare?: readonly number[]): void => {
  for (const [name, part] of [
    ['p50', 0.5],
    ['p90', 0.9],
  ] as const)
    report({
      what: `${what}, ${name}`,
      value: percentile(times, part),
      unit: 'ms',
      aim,
      ...(bare && { baseline: { what: 'a bare page of the same rows', value: percentile(bare, part) } }),
    });
};

type Visit = { readonly url: string; readonly token?: string | null; readonly path: string };

/** Visits in windows of their own, without a shared cache. */
const visited = async <T>(
  browser: Browser,
  { url, token, path }: Visit,
  look: (page: Page) => Promise<T>,
): Promise<T> => {
  await using tab = closing(
    await openTab(browser, { url, width: 1280, theme: 'light', ...(token === undefined ? {} : { token }) }),
  );
  const devTools = await tab.context.newCDPSession(tab.page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await probe(tab.page);
  await tab.page.goto(path, { waitUntil: 'commit' });
  return await look(tab.page);
};

const repeatedly = async <T>(visit: () => Promise<T>): Promise<readonly T[]> => {
  const all: T[] = [];
  for (let n = 0; n < REPEATS; n += 1) all.push(await visit());
  return all;
};

const escaped = (text: string): string => text.replace(/[&<]/gu, (mark) => (mark === '&' ? '&amp;' : '&lt;'));

type Bare = {
  readonly url: string;
  /** Of the titles in the rows. */
  readonly words: readonly string[];
  readonly close: () => Promise<void>;
};

/** The same rows as a page of plain HTML, with a checkbox before each. */
const serveBare = async (jo: Person, of: number): Promise<Bare> => {
  const { body } = await jo.get(`/api/publications?per_page=${of}`);
  const { publications } = body as {
    readonly publications: readonly { readonly id: string; readonly title: string | null }[];
  };
  const rows = publications.map(
    ({ id, title }) => `<tr><td><input type="checkbox"><td>${escaped(title ?? id)}<td>${escaped(id)}</tr>`,
  );
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><title>Publications</title><main><h1>Publications</h1><table><tbody>${rows.join('')}</table></main>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const words = new Set(publications.flatMap(({ title }) => /\p{L}{4,}/u.exec(title ?? '')?.[0] ?? []));
  return {
    words: [...words].slice(0, REPEATS),
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** As many as are in the window, above the bar that appears with the first. */
const PRESSED = 5;

/** By the mouse itself: a test's checks before it clicks would be measured with it. */
const pressBoxes = async (page: Page): Promise<readonly number[]> => {
  const boxes = (await page.locator('tbody').getByRole('checkbox').all()).slice(0, PRESSED);
  const places = await Promise.all(boxes.map((box) => box.boundingBox()));
  for (let n = 0; n < REPEATS; n += 1) {
    const { x, y, width, height } = places[n % PRESSED] ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.click(x + width / 2, y + height / 2);
    await pressesIn(page, n + 1);
  }
  return pressesIn(page, REPEATS);
};

/** Each finds others than the one before, so that the rows change. */
const typeAndWait = async (page: Page, sought: readonly string[]): Promise<readonly number[]> => {
  await settled(page);
  const times: number[] = [];
  for (const q of sought) {
    await page.getByRole('searchbox').fill(q);
    times.push(await shownAfter(page, q));
  }
  return times;
};

type Scene = { readonly browser: Browser; readonly url: string; readonly jo: Person };

const measure = async (report: Report, { browser, url, jo }: Scene, of: number): Promise<void> => {
  await using bare = closing(await serveBare(jo, of));
  const list = { url, token: jo.token, path: `/w/org/publications?per_page=${of}` };
  const plain = { url: bare.url, path: '/' };
  const opened = await repeatedly(() =>
    visited(browser, list, async (page) => ({ at: await shownAt(page), shifts: await shiftsIn(page) })),
  );
  const bareOpened = await repeatedly(() => visited(browser, plain, shownAt));
  add(
    report,
    `first ${of} rows visible after navigation`,
    opened.map(({ at }) => at),
    atMost(1_000),
    bareOpened,
  );
  report({
    what: `layout shift while ${of} rows open, at most`,
    value: Math.max(...opened.map(({ shifts }) => shifts)),
    unit: 'score',
    aim: atMost(0),
  });
  add(
    report,
    `up to ${of} results visible after the answer to a keystroke`,
    await visited(browser, list, (page) => typeAndWait(page, bare.words)),
    atMost(150),
  );
  const chosen = await visited(browser, list, async (page) => {
    await settled(page);
    return pressBoxes(page);
  });
  add(report, `one of ${of} rows chosen`, chosen, atMost(50), await visited(browser, plain, pressBoxes));
};

export const pages: Bench = {
  about: `The list of publications of the dashboard in Chromium, with a CPU slowdown of ${SLOWDOWN}, over an embedded installation with this
many events, with ${PAGES.join(' and ')} rows on a page: ${REPEATS} visits, each in a new window without a cache; ${REPEATS} searches as they are typed, for
words in the titles; ${REPEATS} mouse presses on the checkboxes of rows. Beside it, the same rows as a page of plain HTML without
a script. Server and browser share the machine: other load on it shows in p90 first.`,
  sizes: { of: 'events', each: [10_000, 100_000] },
  measure: async (report, size) => {
    if (noBrowser !== null) {
      report({ what: 'the list of publications', skipped: noBrowser });
      return;
    }
    await using installation = await openInstallation({ place: filesIn(await installationOf(size)), matching: false });
    await installation.settled();
    await using served = await serveDashboard(installation);
    await using browser = closing(await openBrowser());
    const jo = await served.signIn('workspace_admin');
    for (const of of PAGES) await measure(report, { browser, url: served.url, jo }, of);
  },
};
