/** Runs in the page before its own scripts, and keeps the times of what its reader sees. Milliseconds since the navigation began. */
import type { Page } from 'playwright-core';

const SCRIPT = `
const probe = { shown: null, changed: [], shifts: 0, presses: [] };
globalThis.probe = probe;
/** Once what has been changed is on the screen. */
const painted = (tell) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => tell(performance.now());
  port2.postMessage(null);
});
new MutationObserver((changes) => {
  if (probe.shown === null && document.querySelector('main tbody tr td')) painted((at) => { probe.shown ??= at; });
  if (changes.some(({ target }) => target instanceof Element && target.closest('main')))
    painted((at) => probe.changed.push(at));
}).observe(document, { subtree: true, childList: true, characterData: true });
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) probe.shifts += value;
}).observe({ type: 'layout-shift', buffered: true });
addEventListener('click', ({ timeStamp }) => painted((at) => probe.presses.push(at - timeStamp)), { capture: true });
`;

type Answer = { readonly name: string; readonly responseEnd: number };
type Probed = {
  readonly probe: {
    readonly shown: number | null;
    readonly changed: readonly number[];
    readonly shifts: number;
    readonly presses: readonly number[];
  };
};

const probed = (): Probed['probe'] => (globalThis as unknown as Probed).probe;

export const probe = (page: Page): Promise<unknown> => page.addInitScript(SCRIPT);

const LONGEST_MS = 30_000;

/** What the probe has once it has it, asked frame by frame: the page's policy lets no text be evaluated in it. */
const awaited = async <T>(page: Page, found: (now: Probed['probe']) => T | null | Promise<T | null>): Promise<T> => {
  const began = performance.now();
  for (;;) {
    const value = await found(await page.evaluate(probed));
    if (value !== null) return value;
    if (performance.now() - began > LONGEST_MS) throw new Error('the page never showed what was waited for');
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
  }
};

/** When the first rows of a table were on the screen. */
export const shownAt = (page: Page): Promise<number> => awaited(page, ({ shown }) => shown);

/** The sum of all layout shifts that no input caused; a page that stays still has 0. */
export const shiftsIn = async (page: Page): Promise<number> => (await page.evaluate(probed)).shifts;

const answeredAt = (page: Page, q: string): Promise<number | undefined> =>
  page.evaluate(
    (sought) =>
      (performance.getEntriesByType('resource') as unknown as readonly Answer[])
        .filter(({ name, responseEnd }) => responseEnd > 0 && new URL(name).searchParams.get('q') === sought)
        .map(({ responseEnd }) => responseEnd)
        .at(-1),
    q,
  );

/** From the end of the answer to this search to the rows' being on the screen. */
export const shownAfter = (page: Page, q: string): Promise<number> =>
  awaited(page, async ({ changed }) => {
    const end = await answeredAt(page, q);
    const shown = end === undefined ? undefined : changed.find((at) => at > end);
    return end === undefined || shown === undefined ? null : shown - end;
  });

/** From each press of a mouse button so far to what it changed being on the screen. */
export const pressesIn = (page: Page, count: number): Promise<readonly number[]> =>
  awaited(page, ({ presses }) => (presses.length < count ? null : presses));
