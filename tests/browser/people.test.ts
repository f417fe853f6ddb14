/** People: found, registered, corrected, archived and brought back. */
import assert from 'node:assert/strict';
import { bodyOf } from '../support/dashboard.ts';
import { accessible, fits } from './support/accessible.ts';
import { settled, VIEWS } from './support/browser.ts';
import { browserSuite, ORCIDS } from './support/in-browser.ts';
import { tabTo } from './support/keyboard.ts';

const [CARBERRY = '', ILSE = ''] = ORCIDS;
const NEWCOMER = '0000-0001-5109-3700';

const people = browserSuite('people', {
  prepare: async ({ admin }) => {
    await admin.post('/api/categories', { id: 'professors', name: 'Professors' });
    await admin.post('/api/entities', { id: 'kiln', name: 'Kiln Group' });
    // The first listing loads the citation styles.
    await admin.get('/api/publications');
  },
});

for (const view of VIEWS)
  people(`are accessible as a list and each (${view.width} px, ${view.theme})`, async ({ open }) => {
    const { page } = await open(view);
    for (const path of ['/w/org/people', `/w/org/people/${CARBERRY}`]) {
      await page.goto(path);
      await page.getByText('Josiah S. Carberry').first().waitFor();
      await settled(page);
      await accessible(page);
      await fits(page);
    }
  });

people('are searched and sorted, with all of it in the address', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org');
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await page.getByText('6 people').waitFor();
  await page.getByRole('searchbox').fill('brunn');
  await page.getByText('1 person', { exact: true }).waitFor();
  await page.getByRole('link', { name: /Brünnhöfer/u }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('q'), 'brunn');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: 'Publications' }).click();
  await page.locator('tbody tr').first().getByText('Josiah S. Carberry').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('sort'), 'publication_count');
});

people('are corrected, and the correction is undone', async ({ open, admin }) => {
  const { page } = await open();
  await page.goto(`/w/org/people/${ILSE}`);
  await page.getByLabel('Name').fill('Ilse B.');
  await page.getByLabel('Professors').check();
  await page.getByRole('region', { name: 'Profile' }).getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Ilse B.' }).waitFor();
  const read = async () => bodyOf<{ category_ids: readonly string[] }>(await admin.get(`/api/people/${ILSE}`));
  assert.equal((await read()).category_ids.length, 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: /Brünnhöfer/u }).waitFor();
  assert.deepEqual((await read()).category_ids, []);
});

people('get an affiliation', async ({ open }) => {
  const { page } = await open();
  await page.goto(`/w/org/people/${CARBERRY}`);
  await page.getByLabel('Entity').selectOption('Kiln Group');
  await page.getByRole('region', { name: 'Affiliation' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'People' }).first().click();
  await page.getByRole('cell', { name: 'Kiln Group' }).waitFor();
});

people('are registered by keyboard alone, archived and brought back', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org/people');
  await page.getByText('6 people').waitFor();
  await tabTo(page, 'Register a person');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Register a person' });
  await dialog.waitFor();
  await accessible(page);
  await dialog.getByLabel('ORCID iD').focus();
  await page.keyboard.type('0000-0001-5109-3701');
  await page.keyboard.press('Enter');
  await page.getByText('This is not a valid ORCID iD').first().waitFor();
  await dialog.getByLabel('ORCID iD').fill(NEWCOMER);
  await dialog.getByLabel('Name').fill('Nova Newcomer');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Nova Newcomer' }).waitFor();
  await page.getByText('Waiting', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByText('This person is archived', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByText('Nova Newcomer was restored').waitFor();
  await page.getByRole('button', { name: 'Archive' }).waitFor();
});
