/** A suite in a browser over the sample's catalogue; skipped, with the reason, if there is no browser. */
import type { Browser } from 'playwright-core';
import { staffed, type Staff, type StaffedOptions } from '../../support/staffed.ts';
import { suite } from '../../support/suite.ts';
import { noBrowser, openTab, sharedBrowser, type Tab, type View } from './browser.ts';

export { ORCIDS } from '../../../infra/demo/sample.ts';

type Opened = Partial<View> & {
  readonly token?: string | null;
  /** Errors on the page that the test causes. */
  readonly complains?: RegExp;
};

export type Scene = Staff & {
  readonly browser: Browser;
  /** A tab of its own, which is closed after the test. Default: the administrator's, wide and light. */
  readonly open: (options?: Opened) => Promise<Tab>;
};

export type BrowserTest = (scene: Scene) => Promise<void>;
export type BrowserSuite = (title: string, test: BrowserTest) => void;

type Options = Pick<StaffedOptions, 'deps'> & {
  /** Whether the catalogue has the sample's publications; default true. */
  readonly isFilled?: boolean;
  /** After the sample is loaded, before the first test. */
  readonly prepare?: (staff: Staff) => Promise<void>;
};

/** Each test gets tabs of its own; a tab with errors, in its console or of its policy, fails the test. */
export const browserSuite = (name: string, { isFilled = true, prepare, ...options }: Options = {}): BrowserSuite => {
  const tests = suite(name, { timeoutMs: 120_000 });
  if (noBrowser !== null) return (title) => tests.skip(title, noBrowser ?? '');
  let staff: Staff | null = null;
  let browser: Browser | null = null;
  tests.before(async () => {
    staff = await staffed(tests, { ...options, ingested: isFilled });
    await prepare?.(staff);
    browser = await sharedBrowser();
  });

  return (title, test) =>
    tests(title, async () => {
      if (browser === null || staff === null) throw new Error('there is no browser');
      const [opened, { dashboard, admin }] = [browser, staff];
      const tabs: Tab[] = [];
      const open: Scene['open'] = async ({ width = 1280, theme = 'light', language = 'en', token, complains } = {}) => {
        const tab = await openTab(opened, {
          url: dashboard.url,
          token: token === undefined ? admin.token : token,
          width,
          theme,
          language,
        });
        tabs.push(tab);
        if (complains !== undefined) tab.expectComplaints(complains);
        return tab;
      };
      try {
        await test({ ...staff, browser: opened, open });
        for (const tab of tabs) tab.quiet();
      } catch (error) {
        // What the pages showed often says why.
        for (const tab of tabs) console.error(await tab.shown());
        throw error;
      } finally {
        for (const tab of tabs) await tab.close();
      }
    });
};
