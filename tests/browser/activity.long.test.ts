/** The timeline in a real browser: who changed what, and how to undo it. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { undoJobs } from '../../commands/undo/jobs.ts';
import { randomIds } from '../../infra/system.ts';
import { carryOut } from '../../workers/undo/run.ts';
import { bodyOf } from '../support/dashboard.ts';
import { addPaper } from '../support/papers.ts';
import { accessible } from './support/accessible.ts';
import { settled } from './support/browser.ts';
import { keyboard } from './support/hands.ts';
import { browserSuite, type Scene } from './support/in-browser.ts';
import { picture } from './support/pictures.ts';

const activity = browserSuite('the page of the timeline');

type Item = { readonly id: string; readonly title: string };

/** A publication that no other test uses. */
const publication = async ({ jo }: Scene, index: number): Promise<Item> => {
  const { publications } = bodyOf<{ publications: readonly Item[] }>(
    await jo.get('/api/publications?sort=title&dir=asc&per_page=50&status=all'),
  );
  const found = publications[index];
  assert.ok(found !== undefined);
  return found;
};

const edit = async ({ jo }: Scene, id: string, field: string, value: unknown): Promise<void> => {
  bodyOf(await jo.patch(`/api/publications/${id}`, [{ op: 'add', path: `/${field}`, value }]));
};

const state = async ({ jo }: Scene, id: string): Promise<{ readonly visible: boolean; readonly title: string }> => {
  const { visible, merged } = bodyOf<{ visible: boolean; merged: { title: string } }>(
    await jo.get(`/api/publications/${id}`),
  );
  return { visible, title: merged.title };
};

const entryOf = (page: Page, text: string) => page.locator('.day > ul > li').filter({ hasText: text }).first();

activity('finds who hid what, undoes it, and undoes the undo, by mouse', async (scene) => {
  const { id } = await publication(scene, 0);
  await edit(scene, id, 'visible', false);
  const tab = await scene.open();
  const { page } = tab;
  await page.goto('/w/org');
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Publication hidden');
  await page.waitForURL('**/activity?event_type=PublicationHidden');
  await settled(page);
  await picture(page, 'activity');
  const entry = entryOf(page, 'Publication hidden');
  assert.match(await entry.innerText(), new RegExp(scene.jo.email ?? '', 'u'));
  await entry.getByRole('button', { name: /^Undo/u }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
  await dialog.getByText('This will change').waitFor();
  await dialog.getByText(/^Publication hidden · /u).waitFor();
  await accessible(page);
  tab.expectComplaints(/ERR_FAILED/u);
  await page.route('**/undo', (route) => route.abort(), { times: 1 });
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
  await dialog.getByRole('alert').getByText('The server cannot be reached').waitFor();
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  // It stays while the pointer is on it.
  await page.getByText(/^Undone: Publication hidden – /u).hover();
  assert.equal((await state(scene, id)).visible, true);
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/^The changes are back: Publication hidden – /u).waitFor();
  assert.equal((await state(scene, id)).visible, false);
});

activity('shows who was linked and unlinked, by name', async (scene) => {
  const { page } = await scene.open();
  await page.goto('/w/org/publications/10.5555/cpot.2021.007');
  await page.getByRole('button', { name: 'Unlink Josiah S. Carberry' }).click();
  await page.getByText('Josiah S. Carberry is no longer linked').waitFor();
  const history = page.getByRole('region', { name: 'History' });
  await history.getByText('Person unlinked').first().waitFor();
  await history.getByRole('link', { name: 'Show in Activity' }).click();
  await page.getByRole('button', { name: 'Only 10.5555/cpot.2021.007' }).waitFor();
  const entry = entryOf(page, 'Person unlinked');
  await entry.getByText('· Josiah S. Carberry').waitFor();
  await entry.getByRole('button', { name: /^Undo/u }).click();
  await page.getByRole('dialog').getByText('Linked people, Josiah S. Carberry').waitFor();
});

for (const [language, words] of [
  ['en', { by: 'Made by', period: 'Period', day: 'Today', other: 'Yesterday', any: 'Any time' }],
  ['de', { by: 'Geändert von', period: 'Zeitraum', day: 'Heute', other: 'Gestern', any: 'Jederzeit' }],
] as const)
  activity(`is narrowed to a colleague and to days, by keyboard (${language})`, async (scene) => {
    const { id, title } = await publication(scene, 3);
    await edit(scene, id, 'note', `Seen in ${language}`);
    const { page } = await scene.open({ language });
    await page.goto('/w/org/activity');
    await settled(page);
    const by = page.getByRole('combobox', { name: words.by });
    const name = await by
      .locator('option', { hasText: scene.jo.email ?? '' })
      .first()
      .innerText();
    await keyboard.choose(by, name);
    await page.waitForURL(/actor=/u);
    await entryOf(page, title).waitFor();
    const period = page.getByRole('combobox', { name: words.period });
    await keyboard.choose(period, words.other);
    await page.waitForURL(/from=/u);
    await entryOf(page, title).waitFor({ state: 'detached' });
    await keyboard.choose(period, words.day);
    await entryOf(page, title).waitFor();
    await accessible(page);
    await keyboard.choose(period, words.any);
    await page.waitForURL((url) => !url.search.includes('from='));
  });

activity('hides routine system events by default, and keeps the choice in the URL', async (scene) => {
  const { page } = await scene.open();
  await page.goto('/w/org/activity?per_page=100');
  await settled(page);
  const finished = page.locator('.happenings').getByText('Ingestion finished');
  assert.equal(await finished.count(), 0);
  await page.getByLabel('Routine system events').check();
  await page.waitForURL('**housekeeping=true*');
  await finished.first().waitFor();
  await page.reload();
  await finished.first().waitFor();
});

const deleted = async ({ jo, installation }: Scene): Promise<number> => {
  // On a busy machine a write completes before its listings show it.
  await installation.settled();
  return bodyOf<{ total: number }>(await jo.get('/api/publications?status=deleted')).total;
};

activity('undoes a harvest except for what was changed since, and redoes it', async (scene) => {
  const { id } = await publication(scene, 2);
  const { history } = bodyOf<{ history: readonly { correlation_id: string }[] }>(
    await scene.jo.get(`/api/publications/${id}/history?dir=asc&per_page=1`),
  );
  await edit(scene, id, 'title', 'Ours');
  const { page } = await scene.open();
  await page.goto(`/w/org/activity?correlation_id=${history[0]?.correlation_id ?? ''}`);
  await settled(page);
  await page.getByRole('button', { name: 'Undo all' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByText(/will be undone/u)
    .first()
    .waitFor();
  await dialog.getByText(/^\d+ related events stay in the history$/u).waitFor();
  assert.equal(await dialog.getByText('Ingestion started').count(), 0);
  await dialog
    .getByText(/cannot be undone/u)
    .first()
    .waitFor();
  const conflict = dialog.locator('.both-values').filter({ hasText: 'Ours' }).first();
  if ((await conflict.count()) === 0) await dialog.getByRole('button', { name: 'Next page' }).click();
  await conflict.waitFor();
  // Events that depend on their record's event have its reason, in the words of the page.
  assert.equal(await dialog.getByText('it has been changed since', { exact: true }).count(), 0);
  await accessible(page);
  await dialog.getByRole('button', { name: /^Undo \d+ changes/u }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText(/\d+ changes undone/u).hover();
  assert.ok((await deleted(scene)) > 0);
  assert.equal((await state(scene, id)).title, 'Ours');
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The changes are back').waitFor();
  assert.equal(await deleted(scene), 0);
});

activity('undoes many changes by a job, which it follows through a reload to its outcome', async (scene) => {
  const { installation } = scene;
  const correlationId = randomIds.next();
  for (let index = 0; index < 120; index += 1) await addPaper(installation, `10.5555/much.${index}`, { correlationId });
  await installation.settled();
  const { page } = await scene.open();
  await page.goto(`/w/org/activity?correlation_id=${correlationId}`);
  await settled(page);
  await page.getByRole('button', { name: 'Undo all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo 120 changes' }).click();
  const underWay = page.getByText('120 changes are being undone');
  await underWay.waitFor();
  await accessible(page);
  await page.goto('/w/org/people');
  await page.reload();
  await underWay.waitFor();
  for await (const job of undoJobs.waiting(installation.state))
    for await (const { status } of carryOut(installation, job)) assert.notEqual(status, 'queued');
  await page.getByText('120 changes undone').waitFor();
  await underWay.waitFor({ state: 'detached' });
  assert.equal(await deleted(scene), 120);
});

activity('shows that other pages have more of a large change, and leads past them', async (scene) => {
  const { installation, open } = scene;
  const correlationId = randomIds.next();
  for (let n = 0; n < 12; n += 1) await addPaper(installation, `10.5555/large.${n}`, { correlationId });
  await installation.settled();
  const { page } = await open();
  await page.goto('/w/org/activity?per_page=5&page=2');
  await page.getByRole('link', { name: '5 of 12 changes are on this page' }).waitFor();
  const jump = page.getByRole('spinbutton', { name: 'Go to page' });
  await jump.fill('4');
  await jump.press('Enter');
  await page.waitForURL(/[?&]page=4/u);
  await page.getByText(/^16–20 of/u).waitFor();
  await page.getByText('of 12 changes').waitFor({ state: 'detached' });
  await jump.fill('99999');
  await jump.press('Enter');
  await page.getByRole('button', { name: 'Next page' }).and(page.locator('[aria-disabled=true]')).waitFor();
});
