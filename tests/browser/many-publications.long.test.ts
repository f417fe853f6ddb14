/** Actions on many publications: selected on a page or all that match, previewed, changed, and undone. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { batches } from '../../commands/publication-batches/batches.ts';
import { undoJobs } from '../../commands/undo/jobs.ts';
import { carryOut } from '../../workers/publication-batches/run.ts';
import { carryOut as carryOutUndo } from '../../workers/undo/run.ts';
import { addPaper } from '../support/papers.ts';
import { settled } from './support/browser.ts';
import { browserSuite } from './support/in-browser.ts';
import { picture } from './support/pictures.ts';

const MANY = 130;

const many = browserSuite('many publications at once', {
  prepare: async ({ installation }) => {
    for (let n = 1; n <= MANY; n += 1)
      await addPaper(installation, `10.5555/many.${n}`, { title: `Sherds of trench ${n}` });
    await installation.settled();
  },
});

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const count = (page: Page, text: string): Promise<void> => page.getByText(text, { exact: true }).first().waitFor();

many('hides some of a page, shows which are already hidden, and undoes it', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org/publications?q=sherds&sort=title&dir=asc');
  await settled(page);
  await page.getByRole('checkbox', { name: 'Select Sherds of trench 1', exact: true }).check();
  await page.getByText('1 publication selected').waitFor();
  await page.getByRole('checkbox', { name: 'Select Sherds of trench 10', exact: true }).check();
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await dialog(page, 'Hide publications').getByText('Sherds of trench 1', { exact: true }).waitFor();
  await dialog(page, 'Hide publications').getByRole('button', { name: 'Hide 2 publications' }).waitFor();
  await picture(page, 'many');
  await dialog(page, 'Hide publications').getByRole('button', { name: 'Hide 2 publications' }).click();
  await page.getByText('2 publications hidden').waitFor();
  await page.goto('/w/org/publications?q=sherds&visibility=hidden');
  await count(page, '2 publications');

  await page.goto('/w/org/publications?q=sherds&sort=title&dir=asc');
  await settled(page);
  for (const n of [1, 100])
    await page.getByRole('checkbox', { name: `Select Sherds of trench ${n}`, exact: true }).check();
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await dialog(page, 'Hide publications').getByText('1 is so already').waitFor();
  await dialog(page, 'Hide publications').getByRole('button', { name: 'Hide 1 publication' }).click();
  await page.getByText('1 publication hidden').waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await page
    .getByText(/^Undone|1 change/u)
    .first()
    .waitFor();
  await page.goto('/w/org/publications?q=sherds&visibility=hidden');
  await count(page, '2 publications');
});

many('offers no confirmation until the preview is known', async ({ open }) => {
  const { page } = await open({ complains: /ERR_FAILED/u });
  await page.goto('/w/org/publications?q=sherds&sort=title&dir=asc');
  await settled(page);
  await page.getByRole('checkbox', { name: 'Select Sherds of trench 2', exact: true }).check();
  await page.route(/\/api\/publications\/batches/u, (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const confirmation = dialog(page, 'Delete publications');
  await confirmation.getByText('The server cannot be reached', { exact: false }).waitFor();
  assert.equal(await confirmation.getByRole('button', { name: /^Delete/u }).count(), 0);
  await confirmation.getByRole('button', { name: 'Try again' }).click();
  await confirmation.getByRole('button', { name: 'Delete 1 publication' }).waitFor();
});

many(
  'deletes everything that matches, page by page as previewed, and undoes all of it, by keyboard',
  async ({ open, installation }) => {
    const { page } = await open();
    await page.goto('/w/org/publications?q=sherds');
    await settled(page);
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: `Select all ${MANY} that match` }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(`${MANY} publications selected`).waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).focus();
    await page.keyboard.press('Enter');
    const confirmation = dialog(page, 'Delete publications');
    await confirmation.getByText(`Delete ${MANY} publications`).first().waitFor();
    await confirmation.getByRole('button', { name: 'Next page' }).focus();
    await page.keyboard.press('Enter');
    await confirmation.getByText(`51–100 of ${MANY}`).waitFor();
    await confirmation.getByRole('button', { name: `Delete ${MANY} publications` }).focus();
    await page.keyboard.press('Enter');
    const underWay = page.getByText(`Deleting ${MANY} publications`);
    await underWay.waitFor();
    await page.reload();
    await underWay.waitFor();
    for await (const batch of batches.waiting(installation.state))
      for await (const { status } of carryOut(installation, batch)) assert.notEqual(status, 'queued');
    await page.getByText(`${MANY} publications deleted`).waitFor();
    await page.getByText('No publication matches').waitFor();

    await page.locator('.toast').getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(`${MANY} changes are being undone`).waitFor();
    for await (const job of undoJobs.waiting(installation.state))
      for await (const { status } of carryOutUndo(installation, job)) assert.notEqual(status, 'queued');
    await page.getByText(`${MANY} changes undone`).waitFor();
    await count(page, `${MANY} publications`);
  },
);

many('keeps the selection from page to page, and clears it when the list is left', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org/publications?q=sherds&per_page=20');
  await settled(page);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByText('20 publications selected').waitFor();
  await page.getByRole('button', { name: 'Next page' }).click();
  await settled(page);
  await page.getByText('20 publications selected').waitFor();
  await page.getByRole('searchbox').fill('sherds trench 7');
  await page.getByText('20 publications selected').waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('checkbox', { name: 'Select all rows of this page' }).isChecked(), false);
});
