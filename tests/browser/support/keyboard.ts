/** Navigating without a mouse. */
import type { Page } from 'playwright-core';

const FOCUSED = `(() => {
  const at = document.activeElement;
  const said = at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent ?? '';
  return said.trim();
})()`;

const MOST = 200;

/** Presses the tab key until the control of this name has the focus. */
export const tabTo = async (page: Page, name: string): Promise<void> => {
  for (let presses = 0; presses < MOST; presses += 1) {
    await page.keyboard.press('Tab');
    if (String(await page.evaluate(FOCUSED)) === name) return;
  }
  throw new Error(`the keyboard does not reach “${name}”`);
};

/** The same, and presses it. */
export const pressAt = async (page: Page, name: string): Promise<void> => {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
};
