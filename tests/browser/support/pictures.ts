/** The pictures of the guide: `PICTURES=docs/images npm test -- tests/browser` takes them again. */
import path from 'node:path';
import type { Page } from 'playwright-core';

const folder = process.env['PICTURES'];

/** Of the window at this step of a task; the guide names it. */
export const picture = async (page: Page, name: string): Promise<void> => {
  if (folder !== undefined) await page.screenshot({ path: path.join(folder, `${name}.png`) });
};
