/** Works without a DOI: found, added, corrected, published and archived, by mouse and by keyboard. */
import assert from 'node:assert/strict';
import { workAggregate } from '../../commands/work.ts';
import { bodyOf } from '../support/dashboard.ts';
import { accessible } from './support/accessible.ts';
import { settled } from './support/browser.ts';
import { HANDS } from './support/hands.ts';
import { browserSuite } from './support/in-browser.ts';
import { pressAt } from './support/keyboard.ts';
import { makeWork, PAMPHLET, REPORT, seedWorks } from './support/records.ts';
import { dispatch } from '../support/dispatch.ts';

const works = browserSuite('works', { prepare: seedWorks });

const at = (id: string): string => `/w/org/works/${encodeURIComponent(id)}`;

works('are searched, filtered and sorted, with everything in the URL', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org');
  await page.getByRole('link', { name: 'Works', exact: true }).click();
  await page.getByText('5 works').waitFor();
  await page.getByText('Josiah S. Carberry, Ilse Brünnhöfer').waitFor();
  await page.getByLabel('Type').selectOption('Report');
  await page.getByText('1 work without a DOI').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByLabel('State').selectOption('Archived only');
  await page.getByRole('link', { name: 'List of kilns' }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('status'), 'archived');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByLabel('Year').fill('2019');
  await page.getByText('1 work without a DOI').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('searchbox').fill('crack');
  await page.getByText('1 work without a DOI').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: 'Title' }).click();
  await page.locator('tbody tr').first().getByText('Annual Report').waitFor();
});

works('show the last page for the URL of a page that no longer exists', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org/works?page=3');
  await page.locator('tbody tr').first().waitFor();
  assert.equal(new URL(page.url()).search, '');
});

for (const hand of HANDS)
  works(`are corrected, unpublished and archived, each with its undo, by ${hand.name}`, async ({ open, admin }) => {
    const { page } = await open();
    const read = async () => bodyOf<Readonly<Record<string, unknown>>>(await admin.get(`/api/works/${REPORT}`));
    await page.goto(at(REPORT));
    await hand.press(page.getByRole('button', { name: 'Edit Title' }));
    await hand.type(page.getByRole('textbox', { name: 'Title' }), 'Annual Report of the Kiln Laboratory 2024');
    await hand.press(page.getByRole('button', { name: 'Edit Published' }));
    await hand.choose(page.getByRole('combobox', { name: 'Month' }), 'November');
    await hand.press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByRole('heading', { name: 'Annual Report of the Kiln Laboratory 2024' }).waitFor();
    assert.equal((await read())['publication_date'], '2024-11');
    await hand.press(page.getByRole('button', { name: 'Undo', exact: true }));
    await page.getByRole('heading', { name: 'Annual Report of the Kiln Labratory 2024' }).waitFor();
    await hand.press(page.getByRole('button', { name: 'Unpublish', exact: true }));
    await hand.press(page.getByRole('button', { name: 'Publish', exact: true }));
    await hand.press(page.getByRole('button', { name: 'Archive', exact: true }));
    await page.getByText('This record is archived').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Edit Title' }).count(), 0);
    await hand.press(page.locator('.toast').filter({ hasText: 'Archived' }).getByRole('button', { name: 'Undo' }));
    await page.getByRole('button', { name: 'Edit Title' }).waitFor();
  });

works('show who changed what, and can be undone from their history', async ({ open, jo }) => {
  assert.equal((await jo.patch('/api/works/talk-1', { title: 'What a jar forgets' })).status, 200);
  const { page } = await open();
  await page.goto(at('talk-1'));
  const history = page.getByRole('region', { name: 'History' });
  await history.getByRole('button', { name: /^Undo.*Work edited/u }).click();
  await page.getByRole('dialog', { name: 'Undo this change?' }).getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'What a crack remembers' }).waitFor();
  await page.getByRole('link', { name: 'Show in Activity' }).click();
  await page.getByRole('button', { name: 'Only talk-1' }).waitFor();
});

works('have a history of single changes, each undone by itself, however many others its cause made', async (scene) => {
  const cause = 'one-request';
  for (const id of ['one-of-two', 'two-of-two']) {
    await makeWork(scene, { id, title: `The ${id}`, work_type: 'speech' });
    for (const title of [`The ${id}, again`, `The ${id}, at last`])
      bodyOf(await scene.jo.patch(`/api/works/${id}`, { title }, { headers: { 'x-request-id': cause } }));
  }
  const { page } = await scene.open();
  await page.goto(at('one-of-two'));
  const history = page.getByRole('region', { name: 'History' });
  await history
    .getByRole('button', { name: /^Undo: Work edited/u })
    .first()
    .waitFor();
  assert.equal(await history.getByRole('button', { name: /^Undo: Work edited/u }).count(), 2);
  assert.equal(await history.getByRole('button', { name: /^Undo all/u }).count(), 0);
  await history
    .getByRole('button', { name: /^Undo: Work edited/u })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Undo this change?' }).getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'The one-of-two, again' }).waitFor();
  await history.getByRole('link', { name: 'Undoes: Work edited' }).click();
  await page.waitForURL(`**/activity?correlation_id=${cause}`);
  await page
    .getByRole('button', { name: /^Show what changed: Work edited/u })
    .nth(3)
    .waitFor();
});

works('show a conflict with both changes, and save the chosen one', async ({ open, jo, admin }) => {
  const { page } = await open({ complains: /412/u });
  // A page that follows changes may have received one of them and not the other.
  await page.route('**/api/changes*', () => undefined);
  await page.goto(at('talk-1'));
  await page.getByRole('button', { name: 'Edit Title' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Mine');
  assert.equal((await jo.patch('/api/works/talk-1', { title: 'Hers' })).status, 200);
  assert.equal((await admin.patch('/api/works/talk-1', { publication_date: '2022' })).status, 200);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else saved first' });
  await dialog.getByText('Hers').waitFor();
  await dialog.getByText('jo@example.org changed this record while you were editing.').waitFor();
  await accessible(page);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'Mine' }).waitFor();
  const { title, publication_date: date } = bodyOf<Record<string, unknown>>(await admin.get('/api/works/talk-1'));
  assert.deepEqual([title, date], ['Mine', '2022']);
});

works('are added by keyboard alone; what was typed survives a reload', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org');
  await settled(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('go to works');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Works' }).waitFor();
  await pressAt(page, 'Add a work');
  const dialog = page.getByRole('dialog', { name: 'Add a work' });
  await dialog.getByLabel('Title').focus();
  await page.keyboard.type('A pamphlet');
  await page.reload();
  await page.getByRole('button', { name: 'Add a work' }).click();
  assert.equal(await dialog.getByLabel('Title').inputValue(), 'A pamphlet');
  await dialog.getByLabel('Type').selectOption('Report');
  await dialog.getByLabel('Web address').fill('example.org');
  await page.keyboard.press('Enter');
  await dialog.getByText('Enter a web address').waitFor();
  await accessible(page);
  await dialog.getByLabel('Web address').fill('https://example.org/pamphlet');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'A pamphlet' }).waitFor();
});

works('are read in German', async ({ open }) => {
  const { page } = await open({ language: 'de' });
  await page.goto(at(PAMPHLET));
  await page.getByRole('button', { name: 'Veröffentlichung aufheben' }).waitFor();
  await page.getByText('Apr. 2019').waitFor();
});

works('that a publication supersedes link to it, and can be separated from their history', async (scene) => {
  const { open, installation } = scene;
  const key = 'found-twice';
  await makeWork(scene, { id: key, title: 'A crack found twice', work_type: 'speech' });
  const command = { type: 'SupersedeWork', key, by: { doi: '10.5555/cpot.2019.001' } } as const;
  await dispatch(installation, workAggregate, key, command);
  await installation.settled();
  const { page } = await open();
  await page.goto(at(key));
  await page.getByText('Another record is shown in place of this work.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Restore' }).count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Edit Title' }).count(), 0);
  await page.getByRole('button', { name: /^Undo.*Work superseded/u }).click();
  await page.getByRole('dialog', { name: 'Undo this change?' }).getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Edit Title' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Open the publication' }).count(), 0);
});

works('ask whether they are what a list takes them for, and undo the answer', async (scene) => {
  const { open, installation, admin } = scene;
  const key = 'perhaps-the-talk';
  await makeWork(scene, { id: key, title: 'Perhaps the talk', work_type: 'speech' });
  await dispatch(installation, workAggregate, key, { type: 'SuggestJoin', key, by: { work: 'talk-1' } });
  await installation.settled();
  const { page } = await open();
  await page.goto(at(key));
  await page.getByText('says that this work is the same as another record').waitFor();
  await accessible(page);
  const [same, apart] = ['Same work', 'Keep apart'].map((name) => page.getByRole('button', { name, exact: true }));
  assert.ok(same && apart);
  await apart.click();
  await page.getByText('The two are kept apart').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await same.click();
  await page.getByText('Another record is shown in place of this work.').waitFor();
  const one = bodyOf<Record<string, unknown>>(await admin.get(`/api/works/${key}`));
  assert.deepEqual(one['superseded_by'], { type: 'work', id: 'talk-1' });
});

works('accept a URL as browsers show it', async ({ open, admin }) => {
  const { page } = await open();
  await page.goto(at('talk-1'));
  await page.getByRole('button', { name: 'Edit Web address' }).click();
  await page.getByRole('textbox', { name: 'Web address' }).fill('https://de.wikipedia.org/wiki/Müller');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('link', { name: 'https://de.wikipedia.org/wiki/M%C3%BCller' }).waitFor();
  const { href } = bodyOf<{ readonly href: string }>(await admin.get('/api/works/talk-1'));
  assert.equal(href, 'https://de.wikipedia.org/wiki/M%C3%BCller');
});
