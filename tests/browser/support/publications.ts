/** Publications of the sample with something to show: a drift, and a title of hostile markup. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { CslItem } from '../../../domain/csl.ts';
import type { Staff } from '../../support/staffed.ts';
import { addPaper } from '../../support/papers.ts';

export const POTS = '10.5555/cpot.2019.001';
export const SHARDS = '10.5555/book.shards';
export const GLAZE = '10.5555/cpot.2021.007';
export const KILN = '10.5555/conf.kiln.77';

export const HOSTILE =
  '<script>document.title = "owned"</script><img src=x onerror="document.title = \'owned\'"> & <i>E. coli</i>';

/** The title and the publisher are edited, and the provider has other values since. */
export const drift = async ({ installation, admin }: Pick<Staff, 'installation' | 'admin'>): Promise<void> => {
  const path = `/api/publications/${encodeURIComponent(SHARDS)}`;
  const patched = await admin.patch(path, [
    { op: 'add', path: '/title', value: 'Shards: ours' },
    { op: 'add', path: '/publisher', value: 'Our Press' },
  ]);
  assert.equal(patched.status, 200, patched.text);
  const { original } = (await admin.get(path)).body as { readonly original: CslItem };
  const theirs = { ...original, title: 'Shards: theirs', publisher: 'Their Press' };
  await addPaper(installation, SHARDS, { original: theirs, fetchedAt: Date.now() + 1_000 });
  await installation.settled();
};

/** The dialog in which one is added by hand, opened on the list. */
export const openByHand = async (page: Page): Promise<Locator> => {
  // An empty list has a second button.
  await page.getByRole('button', { name: 'Add', exact: true }).first().click();
  await page.getByRole('button', { name: 'By hand' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a publication by hand' });
  await dialog.waitFor();
  return dialog;
};
