/** Keys of websites and partners: issued, replaced, verified and revoked. */
import assert from 'node:assert/strict';
import type { Locator, Page, Route } from 'playwright-core';
import { openOriginProofs } from '../../infra/origins/index.ts';
import { runOriginChecks } from '../../workers/origins/worker.ts';
import { answering } from '../support/answering.ts';
import { bodyOf } from '../support/dashboard.ts';
import type { Installation } from '../support/installation.ts';
import { servePublic } from '../support/serving.ts';
import { accessible } from './support/accessible.ts';
import { type Tab } from './support/browser.ts';
import { browserSuite } from './support/in-browser.ts';
import { picture } from './support/pictures.ts';
import { seedKeys } from './support/keys.ts';
import { pressAt, tabTo } from './support/keyboard.ts';
import { running, closing } from '../support/closing.ts';
import { noWaits } from '../support/silent.ts';

const keys = browserSuite('keys', { isFilled: false, prepare: seedKeys });

/** The response to a website's request with the key. */
const answerTo = async (installation: Installation, key: string): Promise<number> => {
  const served = await servePublic(installation);
  const { status } = await served.get('/integrations/v1/publications', { headers: { 'x-api-key': key } });
  await served.close();
  return status;
};

const copied = async ({ context, page }: Tab, copy: Locator): Promise<string> => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await copy.click();
  await page.getByRole('button', { name: 'Copied' }).first().waitFor();
  return String(await page.evaluate('navigator.clipboard.readText()'));
};

/** Creates another key of a website that is open, and reads it where it is shown. */
const anotherKey = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make key' }).click();
  const key = await page.getByRole('textbox', { name: 'Key', exact: true }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  return key;
};

keys('can be issued to the web team, by visible names alone', async ({ open, installation }) => {
  const tab = await open();
  const { page } = tab;
  await page.goto('/w/org');
  await page.getByRole('link', { name: 'Keys' }).click();
  await page.getByRole('button', { name: 'New website key' }).click();
  await accessible(page);
  await page.getByLabel('Name of the website').fill('Library pages');
  await page.getByRole('button', { name: 'Make key' }).click();
  await page.getByRole('dialog', { name: 'Key for “Library pages”' }).waitFor();
  await picture(page, 'key');
  await accessible(page);
  // Chromium would close other dialogs at the second key press.
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape');
  const key = await copied(tab, page.getByRole('button', { name: 'Copy key' }));
  assert.match(key, /^coli_/u);
  assert.equal(
    await page.getByLabel('Address to use it at').inputValue(),
    'https://publications.example.org/integrations/v1',
  );
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('heading', { level: 1, name: /^Library pages/u }).waitFor();
  await page.getByText('Never used').waitFor();
  assert.equal(await page.getByText(key).count(), 0);
  assert.equal(await answerTo(installation, key), 200);
});

keys('include corrections made after a failed step', async ({ open, admin }) => {
  const { page } = await open({ complains: /503/u });
  const failOnce = (step: string): Promise<unknown> =>
    page.route(`**/${step}`, (route) => route.fulfill({ status: 503, json: { error: 'away' } }), { times: 1 });
  const make = page.getByRole('button', { name: 'Make key' });
  const away = page.getByText('The catalogue is not available at the moment', { exact: false });
  await page.goto('/w/org/keys');
  await page.getByRole('button', { name: 'New website key' }).click();
  await page.getByLabel('Name of the website').fill('Gallrey');
  await page.getByLabel('Address of the website').fill('gallrey.example.org');
  await failOnce('activate');
  await make.click();
  await away.waitFor();
  await page.getByLabel('Name of the website').fill('Gallery');
  await page.getByRole('checkbox', { name: 'People' }).uncheck();
  await page.getByLabel('Address of the website').fill('gallery.example.org');
  await failOnce('credentials');
  await make.click();
  await away.waitFor();
  await make.click();
  await page.getByRole('dialog', { name: 'Key for “Gallery”' }).getByRole('button', { name: 'Done' }).click();
  await page.getByRole('heading', { level: 1, name: /^Gallery/u }).waitFor();
  type Made = { readonly scopes: unknown; readonly origins: readonly Readonly<Record<string, unknown>>[] };
  const { body } = await admin.get(`/api/installations/${page.url().split('/').at(-1)}`);
  const { scopes, origins } = body as Made;
  assert.deepEqual(scopes, ['projects.read', 'publications.read', 'works.read']);
  assert.deepEqual(
    origins.filter(({ verification_status: status }) => status !== 'revoked').map(({ origin }) => origin),
    ['https://gallery.example.org'],
  );
});

keys('are replaced, with or without an overlap', async ({ open, installation }) => {
  const { page } = await open();
  await page.goto('/w/org/keys/websites/institute');
  const old = await anotherKey(page);
  await page
    .getByRole('button', { name: /^Replace/u })
    .first()
    .click();
  await page.getByLabel('No, it ends now').check();
  await page.getByLabel('Last day').fill('2020-01-01');
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
  await page.getByText('This day is over').waitFor();
  await page.getByLabel('Last day').fill('');
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
  const next = await page.getByRole('textbox', { name: 'Key', exact: true }).inputValue();
  assert.deepEqual([await answerTo(installation, old), await answerTo(installation, next)], [403, 200]);
});

keys('are revoked by keyboard alone, after a warning about what stops', async ({ open, installation }) => {
  const { page } = await open();
  await page.goto('/w/org/keys/websites/institute');
  const key = await anotherKey(page);
  assert.equal(await answerTo(installation, key), 200);
  await page
    .getByRole('button', { name: /^Revoke/u })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Revoke this key?' });
  await question.getByText(/keeps? working/u).waitFor();
  await accessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('The key was revoked').waitFor();
  assert.equal(await answerTo(installation, key), 403);
  await page.getByText(/key.* no longer work/u).click();
  await page.getByText('Revoked', { exact: true }).first().waitFor();
});

keys('come with a proof to publish, whose state is updated live', async ({ open, installation }) => {
  let shown: string | null = null;
  await using website = closing(
    await answering((response) => response.writeHead(shown === null ? 404 : 200).end(shown)),
  );
  const proofs = openOriginProofs({ mayReach: () => true, version: 'test' });
  await using _checks = running((signal) =>
    runOriginChecks(
      { ...installation, proofs },
      { name: 'browser', signal, waits: noWaits, everyMs: 20, leaseMs: 2_000 },
    ),
  );
  const tab = await open();
  const { page } = tab;
  await page.goto('/w/org/keys/websites/institute');
  await page.getByRole('button', { name: 'Add address' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill('not an address');
  await page.getByRole('dialog').getByRole('button', { name: 'Add address' }).click();
  await page.getByText('This is not the address of a website').waitFor();
  await page.getByRole('textbox', { name: 'Address' }).fill(`${website.url}/publications?page=2`);
  await page.getByRole('dialog').getByRole('button', { name: 'Add address' }).click();
  const row = page.getByRole('listitem').filter({ hasText: website.url });
  await row.getByText('Not found yet, after 1 look', { exact: false }).waitFor();
  await row.getByText('the website answered 404', { exact: false }).waitFor();
  shown = await copied(tab, row.getByRole('button', { name: 'Copy content' }));
  await row.getByRole('button', { name: /^Look now/u }).click();
  await row.getByText('Proven', { exact: true }).waitFor();
  await row.getByRole('button', { name: /^Remove/u }).click();
  await page.getByRole('dialog').getByText('refused from the next request on', { exact: false }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await row.getByText('Removed', { exact: true }).waitFor();
});

keys('stop working when their website is switched off or ended', async ({ open, installation }) => {
  const { page } = await open();
  await page.goto('/w/org/keys/websites/blog');
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByRole('button', { name: 'Switch off' }).waitFor();
  const key = await anotherKey(page);
  assert.equal(await answerTo(installation, key), 200);
  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('dialog').getByText('1 key is refused', { exact: false }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
  await page.getByText('its keys are refused until you switch it on again', { exact: false }).waitFor();
  assert.equal(await answerTo(installation, key), 403);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await page.getByRole('button', { name: 'Switch off' }).waitFor();
  assert.equal(await answerTo(installation, key), 200);
  await page.getByRole('button', { name: 'End for good' }).click();
  await page.getByLabel('A key may have leaked').check();
  await page.getByRole('dialog').getByRole('button', { name: 'End for good' }).click();
  await page.getByText('This website has ended', { exact: false }).waitFor();
  assert.equal(await answerTo(installation, key), 403);
  assert.equal(await page.getByRole('button', { name: 'New key' }).count(), 0);
});

keys('of a website do not overwrite what a colleague saved meanwhile without a warning', async ({ open, admin }) => {
  bodyOf(await admin.post('/api/installations', { id: 'diary', display_name: 'Notes', platform: 'cms_a' }), 201);
  const { page } = await open({ complains: /412/u });
  await page.goto('/w/org/keys/websites/diary');
  const name = page.getByLabel('Name of the website');
  await name.fill('Diary');
  // The page learns of the other change only after it has sent its own.
  const meanwhile = async (route: Route): Promise<void> => {
    const theirs = { display_name: 'Journal', description: 'Of the kilns.' };
    if (route.request().method() === 'PATCH') bodyOf(await admin.patch('/api/installations/diary', theirs));
    await route.continue();
  };
  await page.route('**/api/installations/diary', meanwhile);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /^Journal/u }).waitFor();
  await page.getByRole('alert').getByText('Someone else changed this in the meantime.', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Someone else changed this in the meantime. Save again to keep your version.').waitFor();
  await name.and(page.locator(':focus')).waitFor();
  await accessible(page);
  await page.getByRole('heading', { level: 1, name: /^Journal/u }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /^Diary/u }).waitFor();
  const { display_name: said, description } = bodyOf<Readonly<Record<string, unknown>>>(
    await admin.get('/api/installations/diary'),
  );
  assert.deepEqual([said, description], ['Diary', 'Of the kilns.']);
});

keys('of partners show how much they are used', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org/keys');
  await page.getByRole('link', { name: 'For partner systems' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Research portal' });
  await row.getByRole('img', { name: '154 requests let through in 30 days' }).waitFor();
  await row.getByRole('link', { name: 'Research portal' }).click();
  await page.getByRole('img', { name: /154 requests let through in 30 days\. 9 refused\. Most on /u }).waitFor();
  await page.getByText('Done (202)').waitFor();
  await page.getByText('Failed (400)').waitFor();
  await page.getByText('By day').click();
  await page.getByText('10 requests let through').first().waitFor();
});

keys('of partners are created, suspended, replaced and revoked by keyboard alone', async ({ open, installation }) => {
  const { page } = await open();
  const served = await servePublic(installation);
  const ask = async (key: string): Promise<number> =>
    (await served.post('/api/ingest', {}, { 'x-api-key': key })).status;
  await page.goto('/w/org/keys/partners');
  await page.getByText('Research portal').waitFor();
  await pressAt(page, 'New partner key');
  await page.keyboard.type('Campus portal');
  await tabTo(page, 'Fetch publications');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await page.getByText('Choose at least one').waitFor();
  await tabTo(page, 'Fetch publications');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  const key = await page.getByRole('textbox', { name: 'Key', exact: true }).inputValue();
  await pressAt(page, 'Done');
  await page.getByRole('heading', { level: 1, name: /^Campus portal/u }).waitFor();
  await page.getByText('Not used in the last 30 days.').waitFor();
  assert.equal(await ask(key), 400);

  await pressAt(page, 'Suspend');
  await page.getByRole('dialog').getByText('refused until you resume', { exact: false }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('This key is suspended', { exact: false }).waitFor();
  assert.equal(await ask(key), 403);
  await pressAt(page, 'Resume');
  await page.getByRole('button', { name: 'Suspend' }).waitFor();

  await pressAt(page, 'Replace');
  await page.getByRole('dialog').waitFor();
  await pressAt(page, 'Replace');
  const next = await page.getByRole('textbox', { name: 'Key', exact: true }).inputValue();
  await pressAt(page, 'Done');
  await page.getByRole('link', { name: 'Replaces an earlier key' }).waitFor();
  assert.deepEqual([await ask(key), await ask(next)], [400, 400]);

  await pressAt(page, 'Revoke');
  await page.getByRole('dialog').getByText('can no longer fetch publications', { exact: false }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('This key was revoked', { exact: false }).waitFor();
  assert.equal(await ask(next), 403);
  await served.close();
});
