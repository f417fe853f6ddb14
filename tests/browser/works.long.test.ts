/** Works without a DOI: found, added, corrected, published and archived, by mouse and by keyboard. */
import assert from 'node:assert/strict';
import { workAggregate } from '../../commands/work.ts';
import { bodyOf } from '../support/dashboard.ts';
import { accessible } from './support/accessible.ts';
import { settled } from './support/browser.ts';
import { browserSuite } from './support/in-browser.ts';
import { pressAt } from './support/keyboard.ts';
import { makeWork, seedWorks } from './support/records.ts';
import { dispatch } from '../support/dispatch.ts';

const works = browserSuite('works', { prepare: seedWorks });

const at = (id: string): string => `/w/org/works/${encodeURIComponent(id)}`;

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
  await page.waitForURL(/activity\?correlation_id=./u);
  await page
    .getByRole('button', { name: /^Show what changed: Work edited/u })
    .nth(3)
    .waitFor();
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
