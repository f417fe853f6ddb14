/** Violations that axe finds on a page in its current state. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { AxeResults } from 'axe-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Every rule is run; passes are neither described nor sent here, which would take three times as long. */
const FIND = `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)`;

/** Throws with each violation and where it is. Evaluated from outside, so that the page's policy does not see it. */
export const accessible = async (page: Page): Promise<void> => {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(SOURCE);
  const violations = await page.evaluate<AxeResults['violations']>(FIND);
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary ?? ''}`),
  }));
  assert.deepEqual(found, [], `axe complains at ${page.url()}`);
};

/** Throws if the page is wider than its window, or a table than its frame, and so scrolls sideways. */
export const fits = async (page: Page): Promise<void> => {
  const wide = await page.evaluate<readonly string[]>(`[...document.querySelectorAll('html, .table-frame')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ className, scrollWidth, clientWidth }) => className + ' ' + scrollWidth + ' px in ' + clientWidth)`);
  assert.deepEqual(wide, [], `${page.url()} is too wide`);
};
