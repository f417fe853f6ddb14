/** Records that staff maintain, by keyboard alone: one is created, another corrected, unpublished and archived. */
import assert from 'node:assert/strict';
import { bodyOf } from '../support/dashboard.ts';
import { keyboard } from './support/hands.ts';
import { browserSuite } from './support/in-browser.ts';
import { KILNS, seedNamed, seedProjects } from './support/records.ts';

const records = browserSuite('records', {
  prepare: async (staff) => {
    await seedNamed(staff);
    await seedProjects(staff);
  },
});

records('are created, with errors shown beside their fields', async ({ open }) => {
  const { page } = await open({ complains: /409/u });
  await page.goto('/w/org/categories');
  await page.getByRole('button', { name: 'Create a category' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a category' });
  await page.keyboard.type('Guests');
  await dialog.getByRole('textbox', { name: 'Id' }).fill('Guests!');
  await page.keyboard.press('Enter');
  await dialog.getByText('Use lower-case letters').waitFor();
  await dialog.getByRole('textbox', { name: 'Id' }).fill('professors');
  await page.keyboard.press('Enter');
  await dialog.getByText('There is another category with this id.').waitFor();
  await dialog.getByRole('textbox', { name: 'Id' }).fill('guests');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Guests' }).waitFor();
});

records('are corrected, unpublished and archived, each with its undo, by keyboard', async ({ open, admin }) => {
  const { page } = await open();
  const read = async () => bodyOf<Readonly<Record<string, unknown>>>(await admin.get(`/api/projects/${KILNS}`));
  await page.goto(`/w/org/projects/${KILNS}`);
  await keyboard.press(page.getByRole('button', { name: 'Edit Title' }));
  await keyboard.type(page.getByRole('textbox', { name: 'Title' }), 'Seven Kilns');
  await keyboard.press(page.getByRole('button', { name: 'Edit Start' }));
  await keyboard.choose(page.getByRole('combobox', { name: 'Month' }), 'November');
  await keyboard.press(page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByRole('heading', { name: 'Seven Kilns' }).waitFor();
  assert.equal((await read())['start_date'], '2023-11');
  await keyboard.press(page.getByRole('button', { name: 'Undo', exact: true }));
  await page.getByRole('heading', { name: 'Six Kilns' }).waitFor();
  await keyboard.press(page.getByRole('button', { name: 'Unpublish', exact: true }));
  await keyboard.press(page.getByRole('button', { name: 'Publish', exact: true }));
  await keyboard.press(page.getByRole('button', { name: 'Archive', exact: true }));
  await page.getByText('This record is archived').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Edit Title' }).count(), 0);
  await keyboard.press(page.locator('.toast').filter({ hasText: 'Archived' }).getByRole('button', { name: 'Undo' }));
  await page.getByRole('button', { name: 'Edit Title' }).waitFor();
});
