/** Runs in the page before its own scripts, and records the times of what its reader sees. Milliseconds since the navigation began. */
import type { Page } from 'playwright-core';

const SCRIPT = `
const probe = { shown: null, changed: [], shifts: 0, presses: [] };
const waiting = new Set();
const noted = () => { for (const look of waiting) look(); };
/** Resolves with what is found once there is something. It waits for mutations and does not poll, which would slow the page down. */
probe.once = (find) => new Promise((resolve, reject) => {
  const timer = setTimeout(() => reject(new Error('the page never showed what was waited for')), 30_000);
  const look = () => {
    const found = find(probe);
    if (found === undefined || found === null) return;
    clearTimeout(timer);
    waiting.delete(look);
    resolve(found);
  };
  waiting.add(look);
  look();
});
globalThis.probe = probe;
/** Once what has been changed is on the screen. */
const painted = (note) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { note(performance.now()); noted(); };
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
new PerformanceObserver(noted).observe({ type: 'resource' });
addEventListener('click', ({ timeStamp }) => painted((at) => probe.presses.push(at - timeStamp)), { capture: true });
`;

type Answer = { readonly name: string; readonly responseEnd: number };
type Probe = {
  readonly shown: number | null;
  readonly changed: readonly number[];
  readonly shifts: number;
  readonly presses: readonly number[];
  readonly once: <T>(find: (probe: Probe) => T | null | undefined) => Promise<T>;
};
type Probed = { readonly probe: Probe };

export const probe = (page: Page): Promise<unknown> => page.addInitScript(SCRIPT);

/** When the first rows of a table were on the screen. */
export const shownAt = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as Probed).probe.once(({ shown }) => shown));

/** The sum of all layout shifts that no input caused; a page without movement has 0. */
export const shiftsIn = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as Probed).probe.shifts);

/** From the end of the response to this search to the rows' being on the screen. */
export const shownAfter = (page: Page, q: string): Promise<number> =>
  page.evaluate(
    (sought) =>
      (globalThis as unknown as Probed).probe.once(({ changed }) => {
        const end = (performance.getEntriesByType('resource') as unknown as readonly Answer[])
          .filter(({ name, responseEnd }) => responseEnd > 0 && new URL(name).searchParams.get('q') === sought)
          .at(-1)?.responseEnd;
        const shown = end === undefined ? undefined : changed.find((at) => at > end);
        return end === undefined || shown === undefined ? null : shown - end;
      }),
    q,
  );

/** From each press of a mouse button so far to its effect on the screen. */
export const pressesIn = (page: Page, count: number): Promise<readonly number[]> =>
  page.evaluate(
    (sought) =>
      (globalThis as unknown as Probed).probe.once(({ presses }) => (presses.length < sought ? null : presses)),
    count,
  );
