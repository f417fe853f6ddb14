/** Projects: created, described in all their fields, published and archived. */
import assert from 'node:assert/strict';
import { bodyOf } from '../support/dashboard.ts';
import { browserSuite } from './support/in-browser.ts';
import { KILNS, seedProjects } from './support/records.ts';

const projects = browserSuite('projects', { isFilled: false, prepare: seedProjects });

const LISTENING = '/w/org/projects/listening';
projects('have people, funding and images, and keep hidden values', async ({ open, admin }) => {
  const { page } = await open();
  const read = async (id: string) => bodyOf<Readonly<Record<string, unknown>>>(await admin.get(`/api/projects/${id}`));
  const orcid = '0000-0002-1825-0097';
  assert.equal((await admin.post('/api/people', { orcid, name: 'Josiah Carberry' })).status, 201);
  await page.goto(LISTENING);
  await page.getByRole('button', { name: 'Edit Coordinators' }).click();
  await page.getByRole('searchbox', { name: 'Add a person' }).fill('Josiah');
  await page.getByRole('button', { name: 'Add Josiah Carberry' }).click();
  await page.getByRole('searchbox', { name: 'Add a person' }).fill('https://orcid.org/0000-0002-1694-233X');
  await page.getByRole('button', { name: 'Add 0000-0002-1694-233X' }).click();
  await page.getByRole('button', { name: 'Edit Total funding' }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('many');
  await page.getByText('Enter an amount').waitFor();
  await page.getByRole('textbox', { name: 'Amount' }).fill('12,500.50');
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('USD');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('US$12,500.50').waitFor();
  const listening = await read('listening');
  assert.deepEqual(listening['coordinator_orcids'], [orcid, '0000-0002-1694-233X']);
  assert.deepEqual(
    [listening['total_funding_amount'], listening['total_funding_currency'], listening['org_funding_amount']],
    [12_500.5, 'USD', null],
  );

  await page.goto(`/w/org/projects/${KILNS}`);
  await page.getByRole('button', { name: 'Edit Funders' }).click();
  await page.getByRole('textbox', { name: 'Name of entry 1' }).fill('Foundation');
  await page.getByRole('button', { name: 'Remove Kiln Fund' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Changes saved').waitFor();
  assert.deepEqual((await read(KILNS))['funding_entities'], [{ name: 'Foundation', share: 0.5 }]);
});
