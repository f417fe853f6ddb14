/** A real browser for tests: Debian's Chromium, or the one in `CHROMIUM`. Without one the tests are skipped. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

/** The headless build first: it takes about half the processor time. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

export const executable = [process.env['CHROMIUM'] ?? '', ...PLACES].find((place) => place !== '' && existsSync(place));

/** Why tests in a browser cannot run; null if they can. */
export const noBrowser =
  executable === undefined ? 'there is no Chromium: apt-get install chromium-headless-shell' : null;

export type View = {
  readonly width: 360 | 390 | 1280 | 3840;
  readonly theme: 'light' | 'dark';
  readonly language?: 'en' | 'de';
};

/** Each theme once, wide and narrow. */
export const EXTREMES: readonly View[] = [
  { width: 1280, theme: 'light' },
  { width: 390, theme: 'dark' },
];

const HEIGHT = { 360: 780, 390: 844, 1280: 800, 3840: 2160 } as const;

export const sizeOf = (width: View['width']) => ({ width, height: HEIGHT[width] });

export const openBrowser = (): Promise<Browser> => {
  if (executable === undefined) throw new Error(noBrowser ?? '');
  // Tests run as root in containers, where the sandbox cannot, and without a graphics card, which would be emulated.
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];
  return chromium.launch({ executablePath: executable, args });
};

let shared: Promise<Browser> | null = null;

/** One for all files that this process runs; opened again if it has crashed, and closed when the parent process disconnects. */
export const sharedBrowser = async (): Promise<Browser> => {
  if (shared !== null && (await shared).isConnected()) return shared;
  if (shared === null) process.once('disconnect', () => void shared?.then((browser) => browser.close()));
  shared = openBrowser();
  return shared;
};

/** Resolves when nothing shown is waiting for a response. */
export const settled = async (page: Page): Promise<void> => {
  await page.locator('h1').first().waitFor();
  await page.locator('.skeleton, [aria-busy]').first().waitFor({ state: 'detached' });
};

/** Resolves when the expression is true in the page, whose policy forbids `waitForFunction` to evaluate it twice. */
export const isTrueIn = (page: Page, expression: string): Promise<void> =>
  page.evaluate(`new Promise((resolve) => {
    const check = () => (${expression} ? resolve() : requestAnimationFrame(check));
    check();
  })`);

export type Tab = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Throws if the page has reported errors since the last call: in its console, of its policy, or of a script. */
  readonly quiet: () => void;
  /** Errors that the test causes, such as for a response 500. */
  readonly expectComplaints: (pattern: RegExp) => void;
  /** Its address, its complaints, and its text. */
  readonly shown: () => Promise<string>;
  readonly close: () => Promise<void>;
};

type Options = View & {
  readonly url: string;
  /** Of a session. Default: signed out. */
  readonly token?: string | null;
};

/** A tab in a context of its own: it shares cookies, storage and cache with no other. */
export const openTab = async (
  browser: Browser,
  { url, token, width, theme, language = 'en' }: Options,
): Promise<Tab> => {
  const context = await browser.newContext({
    viewport: sizeOf(width),
    colorScheme: theme,
    locale: language === 'en' ? 'en-GB' : 'de-DE',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    baseURL: url,
  });
  if (token !== undefined && token !== null)
    await context.addCookies([{ name: 'colophon_session', value: token, url, httpOnly: true, sameSite: 'Lax' }]);
  const page = await context.newPage();
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  page.setDefaultTimeout(40_000);
  page.on('pageerror', (error) => complaints.push(`script: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  return {
    page,
    context,
    quiet: () => {
      const left = complaints.splice(0).filter((complaint) => !expected.some((pattern) => pattern.test(complaint)));
      assert.deepEqual(left, [], 'the page complains');
    },
    expectComplaints: (pattern) => expected.push(pattern),
    shown: async () => {
      const text = await page.evaluate('document.body.innerText').catch(String);
      return [page.url(), ...complaints, text].join('\n');
    },
    close: () => context.close(),
  };
};
