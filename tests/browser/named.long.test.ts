/** Entities and categories: created, renamed in each language, archived, and the people in them. */
import assert from 'node:assert/strict';
import { bodyOf } from '../support/dashboard.ts';
import { HANDS } from './support/hands.ts';
import { browserSuite, ORCIDS } from './support/in-browser.ts';
import { seedNamed } from './support/records.ts';

const [CARBERRY = ''] = ORCIDS;

const named = browserSuite('entities and categories', {
  isFilled: false,
  prepare: async (staff) => {
    await staff.admin.post('/api/people', { orcid: CARBERRY, name: 'Josiah S. Carberry' });
    await seedNamed(staff);
  },
});

named('show the number of their people, with a link to them', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org');
  await page.getByRole('link', { name: 'Entities', exact: true }).click();
  await page
    .getByRole('row', { name: /Kiln Group/u })
    .getByRole('link', { name: '1' })
    .click();
  await page.getByText('1 person', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Josiah S. Carberry' }).waitFor();
});

named('are created, with errors shown beside their fields', async ({ open }) => {
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

for (const hand of HANDS)
  named(`are renamed in one language, archived and restored, by ${hand.name}`, async ({ open, admin }) => {
    const { page } = await open();
    await page.goto('/w/org/entities/kiln');
    await hand.press(page.getByRole('button', { name: 'Edit Name' }));
    await hand.type(page.getByRole('textbox', { name: 'Name (English)' }), 'Kiln Laboratory');
    await hand.press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByRole('heading', { name: 'Kiln Laboratory' }).waitFor();
    const { name } = bodyOf<{ readonly name: unknown }>(await admin.get('/api/entities/kiln'));
    assert.deepEqual(name, { en: 'Kiln Laboratory', de: 'Ofengruppe' });
    await hand.press(page.getByRole('button', { name: 'Undo', exact: true }));
    await page.getByRole('heading', { name: 'Kiln Group' }).waitFor();
    await hand.press(page.getByRole('button', { name: 'Archive', exact: true }));
    await page.getByText('This record is archived').waitFor();
    await hand.press(page.getByRole('button', { name: 'Restore', exact: true }));
    await page.getByRole('button', { name: 'Edit Name' }).waitFor();
    await hand.press(page.getByRole('button', { name: 'Archive', exact: true }));
    const archived = page.locator('.toast').filter({ has: page.getByText('Archived', { exact: true }) });
    await hand.press(archived.last().getByRole('button', { name: 'Undo' }));
    await page.getByRole('button', { name: 'Edit Name' }).waitFor();
  });

named('explain why the entity of the workspace cannot be archived', async ({ open }) => {
  const tab = await open();
  tab.expectComplaints(/409/u);
  await tab.page.goto('/w/org/entities/org');
  await tab.page.getByRole('button', { name: 'Archive', exact: true }).click();
  await tab.page.getByText('Every workspace needs this entity').waitFor();
});

named('are read-only for members where administrators maintain them', async ({ open, jo }) => {
  const { page } = await open({ token: jo.token });
  await page.goto('/w/org/entities');
  await page.getByRole('link', { name: 'Kiln Group', exact: true }).click();
  await page.getByRole('link', { name: 'Josiah S. Carberry' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /Edit Name|Archive/u }).count(), 0);
});
