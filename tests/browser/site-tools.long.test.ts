/** The site tools: each has a preview, and runs when its confirmation is typed. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { bodyOf, serveDashboard, type Person } from '../support/dashboard.ts';
import { accessible } from './support/accessible.ts';
import { settled } from './support/browser.ts';
import { browserSuite, ORCIDS } from './support/in-browser.ts';
import { pressAt, tabTo } from './support/keyboard.ts';
import { stuckJob, overlinked } from './support/tools.ts';

const STRANGER = '0000-0002-1694-233X';

const tools = browserSuite('the site tools');

const tool = (page: Page, title: string): Locator => page.getByRole('region', { name: title });
const show = (part: Locator): Promise<void> => part.getByRole('button', { name: /^Show what would happen/u }).click();

const confirm = async (part: Locator, action: string): Promise<void> => {
  await part.getByLabel('Type “org” to confirm').fill('org');
  await part.getByRole('button', { name: action }).click();
};

const linksOf = async (admin: Person, doi: string): Promise<readonly string[]> =>
  bodyOf<{ person_orcids: readonly string[] }>(await admin.get(`/api/publications/${encodeURIComponent(doi)}`))
    .person_orcids;

tools('repair author links, when the confirmation is typed', async ({ open, installation, admin }) => {
  const doi = '10.5555/repair';
  await overlinked(installation, doi);
  const { page } = await open();
  await page.goto('/w/org');
  await page.getByRole('link', { name: 'Site tools' }).click();
  const repair = tool(page, 'Repair author links');
  await show(repair);
  await repair.getByRole('row').filter({ hasText: doi }).getByText('Unlinks Josiah S. Carberry').waitFor();
  await repair.getByLabel('Type “org” to confirm').fill('other');
  await repair.getByRole('button', { name: 'Repair links' }).click();
  await repair.getByText('Type exactly “org”').waitFor();
  assert.deepEqual(await linksOf(admin, doi), [ORCIDS[0]]);
  await confirm(repair, 'Repair links');
  await repair.getByText(/publications? (?:was|were) repaired/u).waitFor();
  assert.deepEqual(await linksOf(admin, doi), []);
  await show(repair);
  await repair.getByText('No link would change.').waitFor();
});

tools(
  'report when they have stopped midway, and do the rest when they are run again',
  async ({ open, installation, admin }) => {
    const dois = ['10.5555/cut', '10.5555/cut.off'];
    for (const doi of dois) await overlinked(installation, doi);
    const { page } = await open();
    await page.clock.install();
    await page.goto('/w/org/site-tools');
    const repair = tool(page, 'Repair author links');
    await show(repair);
    // The server dies when it has repaired one.
    await page.route(
      '**/repair-author-links/bulk',
      async (route) => {
        const headers = { 'x-request-id': route.request().headers()['x-request-id'] ?? '' };
        await admin.post('/api/site-tools/repair-author-links', { doi: dois[0] }, { headers });
      },
      { times: 1 },
    );
    await confirm(repair, 'Repair links');
    await page.clock.runFor(3_000);
    await repair.getByText(/^1 of \d+ done/u).waitFor();
    await page.reload();
    await page.clock.runFor(63_000);
    await repair.getByText('Nothing has happened for a minute', { exact: false }).waitFor();
    await accessible(page);
    await repair.getByRole('button', { name: 'Show what is left' }).click();
    await repair
      .getByRole('row')
      .filter({ hasText: dois[1] ?? '' })
      .waitFor();
    assert.equal(await repair.getByRole('link', { name: '10.5555/cut', exact: true }).count(), 0);
    await confirm(repair, 'Repair links');
    await repair.getByText(/publications? (?:was|were) repaired/u).waitFor();
  },
);

tools('continue when their page is left, and are followed on return', async ({ open, installation, admin }) => {
  const dois = ['10.5555/left', '10.5555/left.too'];
  for (const doi of dois) await overlinked(installation, doi);
  const { page } = await open();
  await page.goto('/w/org/site-tools');
  const repair = tool(page, 'Repair author links');
  await show(repair);
  let cause = '';
  // No response arrives before the page is left.
  await page.route(
    '**/repair-author-links/bulk',
    (route) => {
      cause = route.request().headers()['x-request-id'] ?? '';
    },
    { times: 1 },
  );
  await confirm(repair, 'Repair links');
  await repair.getByText(/^0 of \d+ done/u).waitFor();
  await page.reload();
  await repair.getByText(/^0 of \d+ done/u).waitFor();
  await accessible(page);
  const headers = { 'x-request-id': cause };
  assert.equal((await admin.post('/api/site-tools/repair-author-links/bulk', {}, { headers })).status, 200);
  await repair.getByText('Finished.').waitFor();
  assert.deepEqual(await linksOf(admin, '10.5555/left'), []);
  await repair.getByRole('link', { name: 'Show in activity' }).click();
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('correlation_id'), cause);
});

tools('clear stuck jobs by keyboard alone', async ({ open, installation, admin }) => {
  await stuckJob(installation, STRANGER);
  const { page } = await open();
  await page.goto('/w/org');
  await settled(page);
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.getByRole('heading', { name: 'Site tools' }).waitFor();
  const clear = tool(page, 'Clear stuck jobs');
  await tabTo(page, 'Reason (optional)');
  await page.keyboard.type('the provider was down');
  await page.keyboard.press('Enter');
  await clear.getByText('1 job would end as failed.').waitFor();
  await clear.getByText(STRANGER).waitFor();
  await tabTo(page, 'Type “org” to confirm (required)');
  await page.keyboard.type('org');
  await page.keyboard.press('Enter');
  await clear.getByText('1 job was ended.').waitFor();
  const { statuses } = bodyOf<{ statuses: readonly { status: string; error: { message: string } | null }[] }>(
    await admin.get(`/api/ingest/status?orcid_ids=${STRANGER}`),
  );
  assert.deepEqual(
    statuses.map(({ status, error }) => [status, error?.message]),
    [['failed', 'the provider was down']],
  );
  await pressAt(page, 'Show in activity');
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
  assert.ok(new URL(page.url()).searchParams.has('correlation_id'));
});

tools('reset data for users whom the operator names', async ({ open, installation, admin }) => {
  const EMAIL = 'operator@example.org';
  await using named = await serveDashboard(installation, { resetDataEmails: [EMAIL] });
  const total = async (): Promise<number> => bodyOf<{ total: number }>(await admin.get('/api/publications')).total;
  const before = await total();
  assert.ok(before > 0);
  const operator = await named.signIn('superadmin', { email: EMAIL });
  const { page } = await open({ token: operator.token });
  await page.goto(`${named.url}/w/org/site-tools`);
  const reset = tool(page, 'Reset data');
  await show(reset);
  await reset.getByText('These would be removed', { exact: false }).waitFor();
  await reset.getByLabel('Type “reset org” to confirm').fill('org');
  await reset.getByRole('button', { name: 'Reset data', exact: true }).click();
  await reset.getByText('Type exactly “reset org”').waitFor();
  assert.equal(await total(), before);
  await reset.getByLabel('Type “reset org” to confirm').fill('reset org');
  await reset.getByRole('button', { name: 'Reset data', exact: true }).click();
  await reset.getByText('Removed:', { exact: false }).waitFor();
  await installation.settled();
  assert.equal(await total(), 0);
  await show(reset);
  await reset.getByText('The workspace is already empty.').waitFor();
});

tools('show how the service stands, in English and German, also on a phone', async ({ open }) => {
  for (const [language, name, texts] of [
    ['en', 'Status of the service', ['Log: files', '40 MB used, 20 GB free', 'Up to date', '2 hours ago']],
    ['de', 'Zustand des Dienstes', ['Protokoll: Dateien', '40 MB belegt, 20 GB frei', 'Aktuell', 'vor 2 Stunden']],
  ] as const) {
    const { page } = await open({ language, width: 390 });
    await page.goto('/w/org/site-tools');
    const status = tool(page, name);
    for (const text of texts) await status.getByText(text, { exact: false }).waitFor();
    await accessible(page);
  }
});
