/** Adding publications by DOI: many in any text, looked up before anything is imported, and undone together. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { bodyOf } from '../support/dashboard.ts';
import { accessible } from './support/accessible.ts';
import { browserSuite } from './support/in-browser.ts';
import { POTS, SHARDS } from './support/publications.ts';

const adding = browserSuite('adding by DOI');

const openDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'Add', exact: true }).first().click();
  await page.getByRole('button', { name: 'By DOI' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add by DOI' });
  await dialog.getByLabel('DOIs').and(page.locator(':focus')).waitFor();
  return dialog;
};

adding('shows what each DOI is before it imports any, and one undo takes all back', async ({ open, stranger }) => {
  const { page } = await open({ token: stranger.token, complains: /404/u });
  await page.goto('/w/other/publications');
  const dialog = await openDialog(page);
  await page.keyboard.insertText(
    `Carberry (2019), https://doi.org/${POTS}; ${SHARDS}, 10.5555/nobody.knows. And again: doi:${POTS.toUpperCase()}, 10.5/x`,
  );
  await dialog.getByText('3 DOIs found').waitFor();
  await dialog.getByText('Not a DOI').waitFor();
  await accessible(page);
  await dialog.getByRole('button', { name: 'Look up' }).click();
  await dialog.getByText('3 DOIs looked up. Nothing has been imported yet.').waitFor();
  await dialog.getByText('No provider knows this DOI.').waitFor();
  const row = dialog.getByRole('listitem').filter({ hasText: 'On the resonance of cracked pots' });
  await row.getByText('New', { exact: true }).waitFor();
  await row.getByText(/^\d+ fields$/u).click();
  await row.locator('dt', { hasText: 'Title' }).first().waitFor();
  await accessible(page);
  assert.equal(bodyOf<{ total: number }>(await stranger.get('/api/publications')).total, 0);
  await dialog.getByRole('button', { name: 'Import 2 publications' }).click();
  await page.getByText('2 publications imported').waitFor();
  await page.getByRole('link', { name: 'On the resonance of cracked pots' }).waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('There are no publications yet').waitFor();
});

adding('says what is in the catalogue already, also if it is deleted', async ({ open, admin }) => {
  const { page } = await open();
  await page.goto('/w/org/publications');
  const dialog = await openDialog(page);
  const look = async (): Promise<void> => {
    await dialog.getByLabel('DOIs').fill(POTS);
    await dialog.getByRole('button', { name: 'Look up' }).click();
    await dialog.getByText('Up to date').waitFor();
    await dialog.getByText('There is nothing to import.').waitFor();
  };
  await look();
  await dialog.getByRole('button', { name: 'Back' }).click();
  bodyOf(await admin.post('/api/publications/bulk', { ids: [POTS], action: 'delete' }));
  await look();
  await dialog.getByText('In the catalogue, but deleted. Importing does not restore it.').waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await dialog.waitFor({ state: 'detached' });
});

adding('refuses what has no DOI, and more than can be looked up at once', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org/publications');
  const dialog = await openDialog(page);
  await dialog.getByLabel('DOIs').fill('no such thing');
  await dialog.getByText('There is no DOI in this text.').waitFor();
  await dialog.getByLabel('DOIs').fill(Array.from({ length: 201 }, (_, n) => `10.5555/${n}`).join('\n'));
  await dialog.getByText('These are 201 DOIs. At most 200 can be looked up at once.').waitFor();
  await accessible(page);
});
