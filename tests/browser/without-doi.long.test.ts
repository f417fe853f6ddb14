/** Publications without a DOI: added by hand, edited, undone, deleted, restored, hidden in a batch, joined, and given a DOI. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { publicationAggregate } from '../../commands/publication.ts';
import { bodyOf } from '../support/dashboard.ts';
import { dispatch } from '../support/dispatch.ts';
import { accessible } from './support/accessible.ts';
import { settled } from './support/browser.ts';
import { keyboard } from './support/hands.ts';
import { browserSuite, ORCIDS } from './support/in-browser.ts';
import { openByHand, POTS } from './support/publications.ts';
import { PAMPHLET, REPORT, seedWorks } from './support/records.ts';

const works = browserSuite('publications without a DOI', { prepare: seedWorks });

const at = (id: string): string => `/w/org/publications/${encodeURIComponent(id)}`;
const idIn = (page: Page): string => decodeURIComponent(new URL(page.url()).pathname.split('/').pop() ?? '');

works('are added by keyboard alone; what was typed survives a reload', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org/publications');
  await settled(page);
  await keyboard.press(page.getByRole('button', { name: 'Add', exact: true }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add a publication by hand' });
  await dialog.getByLabel('Title').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('A pamphlet');
  await page.reload();
  await openByHand(page);
  assert.equal(await dialog.getByLabel('Title').inputValue(), 'A pamphlet');
  await keyboard.choose(dialog.getByRole('combobox', { name: 'Type' }), 'Pamphlet');
  await accessible(page);
  await keyboard.press(dialog.getByRole('button', { name: 'Create' }));
  await page.getByRole('heading', { name: 'A pamphlet' }).waitFor();
  await page.getByText('No DOI', { exact: true }).waitFor();
});

works('such as a chapter have authors of the catalogue, editors and an ISBN that is checked', async (scene) => {
  const { page } = await scene.open({ complains: /400/u });
  await page.goto('/w/org/publications');
  const dialog = await openByHand(page);
  await dialog.getByLabel('Title').fill('What a crack remembers, in print');
  await dialog.getByRole('combobox', { name: 'Type' }).selectOption('Book chapter');
  await dialog.getByRole('searchbox', { name: 'Author from the catalogue' }).fill('carb');
  await dialog.getByRole('button', { name: 'Add Josiah S. Carberry' }).click();
  await dialog.getByText('Carberry, Josiah S.').waitFor();
  await dialog.getByRole('textbox', { name: 'Year' }).fill('1998');
  await dialog.getByRole('combobox', { name: 'Identifier' }).selectOption('ISBN');
  await dialog.getByLabel('Value').fill('978-3-16-148410-1');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('The check digit does not match', { exact: false }).waitFor();
  await dialog.getByLabel('Value').fill('978-3-16-148410-0');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'What a crack remembers, in print' }).waitFor();
  assert.equal(idIn(page), 'isbn.9783161484100');
  await page.getByText('ISBN 9783161484100').waitFor();
  await page.getByRole('region', { name: 'People' }).getByText('Josiah S. Carberry').waitFor();

  const field = (name: string) =>
    page.getByRole('group', { name: 'Add a field' }).getByRole('button', { name, exact: true });
  await field('Editors').click();
  await page.getByRole('group', { name: 'Editors' }).getByRole('button', { name: 'Add a person' }).click();
  await page.getByLabel('Given name').fill('Ilse');
  await page.getByLabel('Family name').fill('Brünnhöfer');
  await field('Appeared in').click();
  await page.getByRole('textbox', { name: 'Appeared in' }).fill('Handbook of Psychoceramics');
  await field('ISBN').click();
  await page.getByRole('textbox', { name: 'ISBN' }).fill('978-3-16-148410-1');
  await page.getByText('The check digit does not match', { exact: false }).waitFor();
  await page.getByRole('textbox', { name: 'ISBN' }).fill('978-3-16-148410-0');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('[data-field="editor"]').getByText('Brünnhöfer').first().waitFor();
  await accessible(page);
  // Staff describe it: no provider is named, nor when one was asked.
  assert.equal(await page.getByText('Last checked').count(), 0);

  await page.goto(`/w/org/people/${ORCIDS[0] ?? ''}`);
  await page.getByRole('region', { name: 'Publications' }).getByText('What a crack remembers, in print').waitFor();
});

works('such as a thesis are edited, undone, deleted and restored, and hidden with others', async (scene) => {
  const { open, admin } = scene;
  const record = { type: 'thesis', title: 'Pots: a thezis', author: [{ family: 'Okonjo', given: 'Amara' }] };
  const { id } = bodyOf<{ id: string }>(await admin.post('/api/publications', { record }), 201);
  const { page } = await open();
  await page.goto(at(id));
  await page.getByRole('button', { name: 'Edit Title' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Pots: a thesis');
  await page.getByRole('group', { name: 'Add a field' }).getByRole('button', { name: 'Kind' }).click();
  await page.getByRole('textbox', { name: 'Kind' }).fill('PhD thesis');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'Pots: a thesis' }).waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('heading', { name: 'Pots: a thezis' }).waitFor();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('This publication is deleted').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Edit Title' }).count(), 0);
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByRole('button', { name: 'Edit Title' }).waitFor();

  await page.goto('/w/org/publications?q=thezis');
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hide 1 publication' }).click();
  await page.getByText('1 publication hidden').waitFor();
  assert.equal(bodyOf<{ visible: boolean }>(await admin.get(`/api/publications/${id}`)).visible, false);
});

works('stand in the list with the others, or apart from them, and so do saved views', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org/publications?q=pot');
  const row = page.getByRole('row').filter({ hasText: 'Notes on the singing pot' });
  await row.getByText('No DOI', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('combobox', { name: 'DOI' }).selectOption('With a DOI');
  await row.waitFor({ state: 'detached' });
  await page.waitForURL(/has_doi=yes/u);
  await page.getByRole('combobox', { name: 'DOI' }).selectOption('Without a DOI');
  await row.waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Grey');
  await page.keyboard.press('Enter');
  await page.goto('/w/org/publications');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('link', { name: 'Grey' }).click();
  await page.waitForURL(/has_doi=no/u);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'DOI' }).check();
  await row.getByText('ISBN 9780306406157').waitFor();
});

works('are found by the palette, and under their earlier addresses', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org');
  await settled(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('singing');
  await page.getByRole('option', { name: 'Notes on the singing pot' }).click();
  await page.waitForURL((url) => url.pathname === at(PAMPHLET));
  await page.goto(`/w/org/works/${PAMPHLET}`);
  await page.waitForURL((url) => url.pathname === at(PAMPHLET));
  await page.getByRole('heading', { name: 'Notes on the singing pot' }).waitFor();
  await page.goto('/w/org/works?status=archived&work_type=dataset');
  await page.waitForURL((url) => url.pathname === '/w/org/publications' && url.search.includes('has_doi=no'));
  await page.getByRole('link', { name: 'List of kilns' }).waitFor();
});

works('ask whether they are what a list takes them for, and undo the answer', async ({ open, installation, admin }) => {
  const record = { type: 'speech', title: 'Perhaps the report' };
  const { id } = bodyOf<{ id: string }>(await admin.post('/api/publications', { record }), 201);
  await dispatch(installation, publicationAggregate, id, { type: 'SuggestJoin', by: REPORT });
  await installation.settled();
  const { page } = await open({ complains: /404/u });
  await page.goto(at(id));
  const asked = page.getByRole('region', { name: 'May be the same as' });
  await asked.getByRole('link', { name: /Annual Report/u }).waitFor();
  await accessible(page);
  await asked.getByRole('button', { name: 'Keep apart' }).click();
  await page.getByText('The two are kept apart').waitFor();
  await asked.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await asked.getByRole('button', { name: 'Join' }).click();
  await page.waitForURL((url) => url.pathname === at(REPORT));
  await page.getByText('The two are one publication now').waitFor();
  // Its own address leads there too.
  await page.goto(at(id));
  await page.waitForURL((url) => url.pathname === at(REPORT));
});

works('get a DOI, keep what staff did, and are separated by undo', async ({ open, admin }) => {
  const record = { type: 'article-journal', title: 'Resonance, on paper', note: 'From the estate' };
  const { id } = bodyOf<{ id: string }>(await admin.post('/api/publications', { record }), 201);
  bodyOf(await admin.patch(`/api/publications/${id}`, [{ op: 'replace', path: '/note', value: 'Seen on paper' }]));
  const { page } = await open({ complains: /404/u });
  await page.goto(at(id));
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Set the DOI' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set the DOI' });
  await dialog.getByLabel('DOI', { exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('10.5555/nobody.knows');
  await page.keyboard.press('Enter');
  await dialog.getByText('No provider knows this DOI.').waitFor();
  await dialog.getByLabel('DOI', { exact: true }).fill(`https://doi.org/${POTS}`);
  await page.keyboard.press('Enter');
  await dialog.getByText('On the resonance of cracked pots').waitFor();
  await accessible(page);
  await dialog.getByRole('button', { name: 'Set the DOI' }).click();
  await page.waitForURL((url) => decodeURIComponent(url.pathname).endsWith(POTS));
  await page.locator('[data-field="note"]').getByText('Seen on paper').waitFor();
  await page.getByText('The publication has its DOI').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.locator('[data-field="note"]').waitFor({ state: 'detached' });
  await page.goto(at(id));
  await page.getByRole('heading', { name: 'Resonance, on paper' }).waitFor();
});
