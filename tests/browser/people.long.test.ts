/** People: found, registered, corrected, archived and restored. */
import assert from 'node:assert/strict';
import { bodyOf } from '../support/dashboard.ts';
import { PNG } from '../support/png.ts';
import { accessible } from './support/accessible.ts';
import { isTrueIn } from './support/browser.ts';
import { HANDS } from './support/hands.ts';
import { browserSuite, ORCIDS } from './support/in-browser.ts';
import { pressAt } from './support/keyboard.ts';

const [CARBERRY = '', ILSE = ''] = ORCIDS;
const NEWCOMER = '0000-0001-5109-3700';

const people = browserSuite('people', {
  prepare: async ({ admin }) => {
    await admin.post('/api/categories', { id: 'professors', name: 'Professors' });
    await admin.post('/api/entities', { id: 'kiln', name: 'Kiln Group' });
  },
  deps: () => ({ pictures: { find: () => Promise.resolve({ type: 'image/png', content: PNG }) } }),
});

people('have a photo, whose website does not learn who looks at it', async ({ open, admin, dashboard }) => {
  bodyOf(await admin.patch(`/api/people/${ILSE}/details`, { photo_url: 'https://museum.example/ilse.png' }));
  const { page } = await open();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).origin));
  await page.goto(`/w/org/people/${ILSE}`);
  await page.getByRole('img', { name: 'Photo' }).waitFor();
  await isTrueIn(page, "document.querySelector('img.picture').naturalWidth > 0");
  assert.deepEqual([...new Set(requested)], [dashboard.url]);
  bodyOf(await admin.patch(`/api/people/${ILSE}/details`, { photo_url: null }));
});

people('are searched and sorted, with everything in the URL', async ({ open }) => {
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

people('can be filtered by any entity, however many there are', async ({ open, admin }) => {
  for (let n = 0; n < 101; n += 1) bodyOf(await admin.post('/api/entities', { id: `lab-${n}`, name: `Lab ${n}` }), 201);
  const { page } = await open();
  await page.goto('/w/org/people');
  const entities = page.getByRole('combobox', { name: 'Entity' });
  await entities.locator('option', { hasText: 'Lab 99' }).waitFor({ state: 'attached' });
  assert.equal(await entities.locator('option', { hasText: /^(?:Lab|Kiln)/u }).count(), 102);
});

for (const hand of HANDS)
  people(`are corrected in all their fields, and one undo reverts it, by ${hand.name}`, async ({ open, admin }) => {
    const { page } = await open();
    await page.goto(`/w/org/people/${ILSE}`);
    for (const name of ['Name', 'Affiliation', 'Categories', 'Photo'])
      await hand.press(page.getByRole('button', { name: `Edit ${name}`, exact: true }));
    await hand.type(page.getByRole('textbox', { name: 'Name' }), 'Ilse B.');
    await hand.press(page.getByLabel('Professors'));
    await hand.choose(page.getByLabel('Entity'), 'Kiln Group');
    await hand.type(page.getByRole('textbox', { name: 'Photo' }), 'data:image/png');
    await page.getByText('Enter a web address').waitFor();
    await accessible(page);
    await hand.type(page.getByRole('textbox', { name: 'Photo' }), '');
    await hand.press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByRole('heading', { name: 'Ilse B.' }).waitFor();
    await page
      .getByRole('region', { name: 'Affiliations' })
      .getByRole('link', { name: 'Kiln Group' })
      .first()
      .waitFor();
    type Read = { readonly category_ids: readonly string[]; readonly affiliation: unknown };
    const read = async () => bodyOf<Read>(await admin.get(`/api/people/${ILSE}`));
    assert.deepEqual((await read()).category_ids, ['professors']);
    await hand.press(page.getByRole('button', { name: 'Undo', exact: true }));
    await page.getByRole('heading', { name: /Brünnhöfer/u }).waitFor();
    const { category_ids: categories, affiliation } = await read();
    assert.deepEqual([categories, affiliation], [[], null]);
  });

people('keep open only the fields that were refused, and offer to undo what was saved', async ({ open, admin }) => {
  const { page } = await open({ complains: /400/u });
  await page.goto(`/w/org/people/${ILSE}`);
  for (const name of ['Name', 'Type']) await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ilse C.');
  const type = page.getByRole('textbox', { name: 'Type' });
  await type.fill('x'.repeat(3_000));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('1 field to correct', { exact: false }).waitFor();
  await page.getByRole('heading', { name: 'Ilse C.' }).waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).count(), 0);
  await type.and(page.locator(':focus')).waitFor();
  await accessible(page);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('heading', { name: /Brünnhöfer/u }).waitFor();
  await type.fill('Guest');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await type.waitFor({ state: 'detached' });
  const { people_type: saved } = bodyOf<Readonly<Record<string, unknown>>>(await admin.get(`/api/people/${ILSE}`));
  assert.equal(saved, 'Guest');
  bodyOf(await admin.patch(`/api/people/${ILSE}/details`, { people_type: null }));
});

people('show what others changed at the same time, and save the chosen value', async ({ open, jo, admin }) => {
  const { page } = await open({ complains: /412/u });
  await page.goto(`/w/org/people/${CARBERRY}`);
  await page.getByRole('button', { name: 'Edit Type', exact: true }).click();
  await page.getByRole('textbox', { name: 'Type' }).fill('Professor');
  const theirs = { people_type: 'Guest' };
  assert.equal((await jo.patch(`/api/people/${CARBERRY}/details`, theirs)).status, 200);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else saved first' });
  await dialog.getByText('Guest').waitFor();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Changes saved').waitFor();
  const { people_type: type } = bodyOf<Readonly<Record<string, unknown>>>(await admin.get(`/api/people/${CARBERRY}`));
  assert.equal(type, 'Professor');
});

people('have the dates of their affiliation corrected, and its end recorded', async ({ open, admin }) => {
  bodyOf(await admin.patch(`/api/people/${CARBERRY}/affiliation`, { entity_id: 'kiln', status: 'org' }));
  const { page } = await open();
  await page.goto(`/w/org/people/${CARBERRY}`);
  const rows = page.getByRole('region', { name: 'Affiliations' }).getByRole('listitem');
  for (const [label, message] of [
    ['From', /^Kiln Group Since 3 Feb 2020$/u],
    ['Until', /^Kiln Group 3 Feb 2020 to 4 Mar 2021$/u],
  ] as const) {
    await page.getByRole('button', { name: 'Edit Affiliation', exact: true }).click();
    await page.getByLabel(label, { exact: true }).fill(label === 'From' ? '2020-02-03' : '2021-03-04');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await rows.filter({ hasText: message }).waitFor();
    assert.equal(await rows.count(), 1);
  }
});

people(
  'have nothing to save when another affiliation was chosen, and then the former one again',
  async ({ open, admin }) => {
    bodyOf(await admin.patch(`/api/people/${CARBERRY}/affiliation`, { entity_id: 'kiln', status: 'org' }));
    const { page } = await open();
    await page.goto(`/w/org/people/${CARBERRY}`);
    await page.getByRole('button', { name: 'Edit Affiliation', exact: true }).click();
    const [from, status] = [page.getByLabel('From', { exact: true }), page.getByLabel('Status', { exact: true })];
    const since = await from.inputValue();
    assert.notEqual(since, '');
    await status.selectOption('external');
    assert.equal(await from.inputValue(), '');
    await status.selectOption('org');
    assert.equal(await from.inputValue(), since);
    assert.equal(await page.getByRole('button', { name: 'Save', exact: true }).isEnabled(), false);
  },
);

people('have their works, and a history of their changes', async ({ open }) => {
  const { page } = await open();
  await page.goto(`/w/org/people/${CARBERRY}`);
  await page
    .getByRole('region', { name: 'Works' })
    .getByRole('link', { name: /^In the list/u })
    .click();
  await page.getByRole('button', { name: 'Works of Josiah S. Carberry' }).waitFor();
  await page.goBack();
  const history = page.getByRole('region', { name: 'History' });
  await history.getByText('Person registered', { exact: false }).first().waitFor();
});

people('are registered by keyboard alone, archived and restored', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org/people');
  await page.getByText('6 people').waitFor();
  await pressAt(page, 'Register a person');
  const dialog = page.getByRole('dialog', { name: 'Register a person' });
  await dialog.waitFor();
  await accessible(page);
  await dialog.getByLabel('ORCID iD').focus();
  await page.keyboard.type('0000-0001-5109-3701');
  await page.keyboard.press('Enter');
  await page.getByText('This is not a valid ORCID iD').waitFor();
  await dialog.getByLabel('ORCID iD').fill(NEWCOMER);
  await dialog.getByLabel('Name').fill('Nova Newcomer');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Nova Newcomer' }).waitFor();
  await page.getByText('Waiting', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await page.getByText('This person is archived', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByText('Nova Newcomer was restored').waitFor();
  await page.getByRole('button', { name: 'Archive', exact: true }).waitFor();
});

people(
  'who are already registered keep their name and remain archived, as the page explains',
  async ({ open, admin }) => {
    const known = '0000-0002-9079-593X';
    bodyOf(await admin.post('/api/people', { orcid: known, name: 'Ada Öz' }), 201);
    bodyOf(await admin.post(`/api/people/${known}/archive`, {}));
    const { page } = await open({ language: 'de', complains: /409/u });
    await page.goto('/w/org/people');
    await page.getByRole('button', { name: 'Person registrieren' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('ORCID iD').fill(known);
    await dialog.getByLabel('Name').fill('Aida Öz');
    await page.keyboard.press('Enter');
    await dialog.getByText('Diese Person ist schon unter einem anderen Namen registriert').waitFor();
    await accessible(page);
    await dialog.getByLabel('Name').fill('');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Ada Öz' }).waitFor();
    await page.getByText(`${known} ist schon registriert, aber archiviert`).waitFor();
  },
);
