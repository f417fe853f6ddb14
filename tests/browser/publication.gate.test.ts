/** A publication: read with its sources, corrected, reverted, hidden and deleted, by mouse and by keyboard. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { accessible } from './support/accessible.ts';
import { settled } from './support/browser.ts';
import { keyboard } from './support/hands.ts';
import { browserSuite, type Scene } from './support/in-browser.ts';
import { picture } from './support/pictures.ts';
import { drift, GLAZE, HOSTILE, KILN, POTS, SHARDS } from './support/publications.ts';

const at = (doi: string): string => `/w/org/publications/${doi}`;
const toast = (page: Page, text: string) => page.locator('.toast').getByText(text);
const focused = (page: Page, button: string) =>
  page.getByRole('button', { name: button }).and(page.locator(':focus')).waitFor();
const row = (page: Page, field: string) => page.locator(`[data-field="${field}"]`);
/** Suggested as an author. */
const GLEB = '0000-0000-0000-6067';
const merged = async ({ admin }: Scene, doi: string): Promise<Readonly<Record<string, unknown>>> => {
  const reply = await admin.get(`/api/publications/${encodeURIComponent(doi)}`);
  return (reply.body as { readonly merged: Readonly<Record<string, unknown>> }).merged;
};

const publication = browserSuite('a publication', {
  prepare: async (staff) => {
    await drift(staff);
    const patch = [{ op: 'replace', path: '/title', value: HOSTILE }];
    assert.equal((await staff.admin.patch(`/api/publications/${encodeURIComponent(KILN)}`, patch)).status, 200);
    assert.equal((await staff.admin.post('/api/people', { orcid: GLEB, name: 'Gleb Guest' })).status, 201);
    await staff.installation.settled();
  },
});

publication('is found in the list, and its wrong title is corrected', async (scene) => {
  const { page } = await scene.open();
  await page.goto('/w/org/publications');
  await page.getByRole('link', { name: 'On the resonance of cracked pots' }).click();
  await page.getByRole('heading', { name: 'On the resonance of cracked pots' }).waitFor();
  await row(page, 'title').getByText('Crossref').waitFor();
  await page.getByRole('button', { name: 'Edit Title' }).click();
  await page.getByLabel('Title', { exact: true }).fill('On the resonance of whole pots');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'On the resonance of whole pots' }).waitFor();
  await row(page, 'title')
    .getByText(/Edited by/u)
    .waitFor();
  await picture(page, 'correct-title');
  await row(page, 'title').getByRole('link').click();
  await page.locator('.change:target').waitFor();
  await picture(page, 'history');
  assert.equal((await merged(scene, POTS))['title'], 'On the resonance of whole pots');
  await page.getByRole('button', { name: 'Use the provider’s value: Title' }).click();
  await page.getByRole('heading', { name: 'On the resonance of cracked pots' }).waitFor();
  assert.equal((await merged(scene, POTS))['title'], 'On the resonance of cracked pots');
});

publication('has an edit reverted by keyboard, and restored by the toast', async (scene) => {
  const { page } = await scene.open();
  const path = `/api/publications/${encodeURIComponent(POTS)}`;
  assert.equal((await scene.jo.patch(path, [{ op: 'add', path: '/publisher', value: 'Our Press' }])).status, 200);
  await page.goto(at(POTS));
  await page.getByRole('button', { name: 'Use the provider’s value: Publisher' }).focus();
  await page.keyboard.press('Enter');
  await focused(page, 'Edit Publisher');
  await toast(page, 'The provider’s value is used again').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await row(page, 'publisher').getByText('Our Press').waitFor();
  assert.equal((await merged(scene, POTS))['publisher'], 'Our Press');
});

publication('is corrected by keyboard alone: a part of its date, its type and its language', async (scene) => {
  const { page } = await scene.open();
  await page.goto(at(POTS));
  await settled(page);
  await page.getByRole('button', { name: 'Edit Published' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-field="issued"] input:focus').waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('2018');
  await page.keyboard.press('Tab');
  await page.keyboard.type('May');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Enter');
  await row(page, 'issued').getByText('May 2018').waitFor();
  await page.getByRole('button', { name: 'Edit Published' }).and(page.locator(':focus')).waitFor();
  assert.deepEqual((await merged(scene, POTS))['issued'], { 'date-parts': [[2018, 5]] });
});

publication('reports an invalid value before it is sent', async ({ open }) => {
  const { page } = await open();
  await page.goto(at(POTS));
  await page.getByRole('button', { name: 'Edit Published' }).click();
  await row(page, 'issued').getByLabel('Day').fill('31');
  await row(page, 'issued').getByRole('combobox').selectOption('February');
  await row(page, 'issued').getByText('This is not a date').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled());
  await accessible(page);
});

publication('keeps what was typed through a reload, until it is discarded', async ({ open }) => {
  const { page } = await open();
  await page.goto(at(SHARDS));
  await page.getByRole('button', { name: 'Edit Publisher', exact: true }).click();
  await page.getByLabel('Publisher', { exact: true }).fill('Half a word');
  await page.reload();
  await settled(page);
  assert.equal(await page.getByLabel('Publisher', { exact: true }).inputValue(), 'Half a word');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.reload();
  await settled(page);
  await page.getByRole('button', { name: 'Edit Publisher', exact: true }).waitFor();
});

publication('has its authors reordered by buttons, and one added with an iD', async (scene) => {
  const { page } = await scene.open();
  await page.goto(at(POTS));
  await page.getByRole('button', { name: 'Edit Authors', exact: true }).click();
  const up = page.getByRole('button', { name: 'Move Brünnhöfer, Ilse up' });
  await up.focus();
  await page.keyboard.press('Enter');
  await page.getByText('Brünnhöfer, Ilse is now number 1 of 2').waitFor();
  assert.match(String(await page.evaluate('document.activeElement.getAttribute("aria-label")')), /Brünnhöfer/u);
  await page.getByRole('button', { name: 'Add a person' }).click();
  await page.keyboard.type('Þóra');
  await page.getByLabel('Family name').fill('Ægisdóttir');
  await page.getByLabel('ORCID iD', { exact: true }).fill('0000-0000-0000-2024');
  await page.getByText('The check digit does not match').waitFor();
  await page.getByLabel('ORCID iD', { exact: true }).fill('https://orcid.org/0000-0000-0000-2023');
  await accessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await row(page, 'author')
    .getByText(/Edited by/u)
    .waitFor();
  const { author } = await merged(scene, POTS);
  assert.deepEqual(
    (author as readonly { readonly family: string }[]).map(({ family }) => family),
    ['Brünnhöfer', 'Carberry', 'Ægisdóttir'],
  );
  const [, , third] = author as readonly { readonly ORCID?: string }[];
  assert.equal(third?.ORCID, 'https://orcid.org/0000-0000-0000-2023');
  await page.getByRole('button', { name: 'Use the provider’s value: Authors' }).click();
  await page.getByText('The provider’s value is used again').waitFor();
  await page.getByRole('button', { name: 'Use the provider’s value: Authors' }).waitFor({ state: 'detached' });
});

publication("shows both values where a provider differs; the provider's is accepted", async ({ open }) => {
  const { page } = await open();
  await page.goto(at(SHARDS));
  const group = page.getByRole('group', { name: 'Two versions of Publisher' });
  await group.getByRole('button', { name: 'Use the provider’s value' }).click();
  await group.waitFor({ state: 'detached' });
  await row(page, 'publisher').getByText('Their Press').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await row(page, 'publisher').getByText('Our Press').waitFor();
});

publication('is deleted and restored, by keyboard', async ({ open }) => {
  const { page } = await open();
  await page.goto(at(POTS));
  await keyboard.press(page.getByRole('button', { name: 'More' }));
  await keyboard.press(page.getByRole('button', { name: 'Delete' }));
  await page.getByText('This publication is deleted').waitFor();
  await toast(page, 'Publication deleted').waitFor();
  await focused(page, 'Restore');
  await picture(page, 'restore');
  await accessible(page);
  await keyboard.press(page.getByRole('button', { name: 'Restore', exact: true }));
  await toast(page, 'Publication restored').waitFor();
  await focused(page, 'Hide');
  await page.getByRole('button', { name: 'Hide' }).waitFor();
});

publication('shows a conflict with both changes, and saves the chosen one', async (scene) => {
  const { page } = await scene.open({ complains: /412/u });
  await page.goto(at(SHARDS));
  await page.getByRole('button', { name: 'Edit Publisher', exact: true }).click();
  await page.getByLabel('Publisher', { exact: true }).fill('My Press');
  const others = [
    { op: 'add', path: '/publisher', value: 'Her Press' },
    { op: 'add', path: '/edition', value: '3' },
  ];
  assert.equal((await scene.jo.patch(`/api/publications/${encodeURIComponent(SHARDS)}`, others)).status, 200);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else saved first' });
  await dialog.getByText('Her Press').waitFor();
  await dialog.getByText('My Press').waitFor();
  await accessible(page);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await row(page, 'publisher').getByText('My Press').waitFor();
  const now = await merged(scene, SHARDS);
  assert.deepEqual([now['publisher'], now['edition']], ['My Press', '3']);
});

publication('has a history, in which a change is undone by keyboard and marked', async (scene) => {
  const path = `/api/publications/${encodeURIComponent(GLAZE)}`;
  for (const value of ['A first title', 'A second title'])
    assert.equal((await scene.jo.patch(path, [{ op: 'replace', path: '/title', value }])).status, 200);
  const { page } = await scene.open();
  await page.goto(at(GLAZE));
  const changes = page.getByRole('region', { name: 'History' }).locator('.change');
  await changes.first().locator('del', { hasText: 'first' }).waitFor();
  await changes.first().locator('ins', { hasText: 'second' }).waitFor();
  await accessible(page);
  await keyboard.press(changes.first().getByRole('button', { name: /^Undo: Publication edited/u }));
  const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
  await dialog.getByText('This will change').waitFor();
  await keyboard.press(dialog.getByRole('button', { name: 'Undo', exact: true }));
  await page.getByRole('heading', { name: 'A first title' }).waitFor();
  assert.equal((await merged(scene, GLAZE))['title'], 'A first title');
  await changes.nth(1).getByText('Undone by you').waitFor();
  await changes.nth(1).getByText('Undone', { exact: true }).waitFor();
  assert.equal(await changes.nth(1).getByRole('button', { name: /^Undo/u }).count(), 0);
  await accessible(page);
});
