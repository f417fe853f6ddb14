/** The inbox of suggestions: decided one by one with single keys, many at once, and undone. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { bodyOf } from '../support/dashboard.ts';
import { browserSuite, type Scene } from './support/in-browser.ts';
import { picture } from './support/pictures.ts';
import { tabTo } from './support/keyboard.ts';
import { suggestAuthors, SUGGESTIONS } from './support/suggesting.ts';

const inbox = browserSuite('suggestions', { isFilled: false, prepare: suggestAuthors });

type Found = { readonly publications: readonly { readonly suggestions: readonly unknown[] }[] };

const openOnes = async ({ admin }: Pick<Scene, 'admin'>): Promise<number> => {
  const { publications } = bodyOf<Found>(await admin.get('/api/suggestions?per_page=100'));
  return publications.reduce((sum, { suggestions }) => sum + suggestions.length, 0);
};

/** Waits until the page shows that this many are left to be decided one by one. */
const left = (page: Page, count: number, skipped = 0): Promise<void> =>
  page.getByText(`${count} to decide, ${skipped} skipped`).waitFor();

for (const language of ['en', 'de'] as const)
  inbox(`have their buttons on one line of a narrow window (${language})`, async ({ open }) => {
    const { page } = await open({ width: 390, language });
    await page.goto('/w/org/suggestions');
    const buttons = page.locator('article footer').getByRole('button');
    await buttons.first().waitFor();
    const places = await Promise.all((await buttons.all()).map((button) => button.boundingBox()));
    assert.equal(places.length, 3);
    assert.equal(new Set(places.map((place) => place?.y)).size, 1);
  });

inbox('are decided one by one with single keys, and undone', async ({ open, admin }) => {
  const { page } = await open();
  await page.goto('/w/org');
  await page.getByRole('link', { name: 'Suggestions', exact: true }).click();
  await left(page, SUGGESTIONS);
  await page.keyboard.press('s');
  await left(page, SUGGESTIONS - 1, 1);
  await page.keyboard.press('a');
  await page.getByText(/^\S+ \S+ accepted$/u).waitFor();
  await left(page, SUGGESTIONS - 2, 1);
  await page.keyboard.press('r');
  await page.getByText(/^\S+ \S+ rejected$/u).waitFor();
  await left(page, SUGGESTIONS - 3, 1);
  assert.equal(await openOnes({ admin }), SUGGESTIONS - 2);
  for (const message of [/ accepted/u, / rejected/u])
    await page.getByRole('status').filter({ hasText: message }).getByRole('button', { name: 'Undo' }).click();
  await left(page, SUGGESTIONS - 1, 1);
  assert.equal(await openOnes({ admin }), SUGGESTIONS);
});

inbox('are decided one per double click, and announced with the next person', async ({ open, admin }) => {
  const { page } = await open();
  await page.goto('/w/org/suggestions');
  await left(page, SUGGESTIONS);
  const items = page.getByRole('article');
  const first = await items.getByRole('link').first().textContent();
  const name = await items.locator('.side-name').last().textContent();
  await page.getByRole('button', { name: 'Accept', exact: true }).dblclick();
  const done = page.getByRole('status').filter({ hasText: `${name} accepted` });
  await done.waitFor();
  await left(page, SUGGESTIONS - 1);
  assert.equal(await openOnes({ admin }), SUGGESTIONS - 1);
  const next = {
    title: await items.getByRole('link').first().textContent(),
    label: await items.getAttribute('aria-label'),
  };
  assert.notEqual(next.title, first);
  const status = page.getByRole('status').filter({ hasText: 'to decide' });
  assert.ok((await status.textContent())?.startsWith(`${next.label} ${next.title}`));
  await done.getByRole('button', { name: 'Undo' }).click();
  await left(page, SUGGESTIONS);
});

inbox('ignore keys that are switched off, or typed elsewhere', async ({ open, admin }) => {
  const { page } = await open();
  await page.goto('/w/org/suggestions');
  await left(page, SUGGESTIONS);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByText('Accept').waitFor();
  await sheet.getByRole('checkbox', { name: 'Use single-key shortcuts' }).uncheck();
  await page.keyboard.press('a');
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
  await page.reload();
  await left(page, SUGGESTIONS);
  await page.keyboard.press('r');
  await left(page, SUGGESTIONS);
  assert.equal(await openOnes({ admin }), SUGGESTIONS);
});

inbox('are accepted ten at once by mouse, and restored by one undo', async ({ open, admin }) => {
  const { page } = await open();
  await page.goto('/w/org/suggestions');
  await page.getByRole('link', { name: 'List' }).click();
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/u });
  await boxes.nth(0).check();
  await boxes.nth(9).click({ modifiers: ['Shift'] });
  await page.getByText('10 selected').waitFor();
  await picture(page, 'suggestions');
  await page.getByRole('button', { name: 'Accept selected' }).click();
  const toast = page.getByRole('status').filter({ hasText: '10 suggestions accepted' });
  await toast.waitFor({ timeout: 60_000 });
  assert.equal(await openOnes({ admin }), SUGGESTIONS - 10);
  assert.equal(await boxes.count(), SUGGESTIONS - 10);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('10 changes undone').waitFor({ timeout: 60_000 });
  await boxes.nth(SUGGESTIONS - 1).waitFor({ timeout: 60_000 });
  assert.equal(await openOnes({ admin }), SUGGESTIONS);
});

inbox('are narrowed to a person who is found by name', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org/suggestions');
  await left(page, SUGGESTIONS);
  const name = (await page.getByRole('article').locator('.side-name').last().textContent()) ?? '';
  await page.getByRole('searchbox', { name: 'Only one person' }).fill(name);
  await page.getByRole('button', { name: `Choose ${name}` }).click();
  await page.getByRole('link', { name: `Only ${name}` }).click();
  await page.getByRole('searchbox', { name: 'Only one person' }).waitFor();
});

inbox('are rejected at once by keyboard alone', async ({ open, admin }) => {
  const { page } = await open();
  await page.goto('/w/org/suggestions?view=list');
  await page.getByRole('checkbox').first().waitFor();
  await tabTo(page, 'Select all rows of this page');
  await page.keyboard.press('Space');
  await page.getByText(`${SUGGESTIONS} selected`).waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByText(`${SUGGESTIONS} suggestions rejected`).waitFor({ timeout: 60_000 });
  await page.getByText('No open suggestions').waitFor();
  assert.equal(await openOnes({ admin }), 0);
});
