/** People: found, registered, corrected, archived and restored. */
import assert from 'node:assert/strict';
import { personMerges } from '../../commands/merge-people.ts';
import { carryOut } from '../../workers/person-merges/run.ts';
import { bodyOf } from '../support/dashboard.ts';
import { inventedOrcid } from '../support/history/papers.ts';
import { PNG } from '../support/png.ts';
import { accessible, fits } from './support/accessible.ts';
import { isTrueIn } from './support/browser.ts';
import { keyboard } from './support/hands.ts';
import { inGerman } from './support/in-german.ts';
import { browserSuite, ORCIDS } from './support/in-browser.ts';

const [CARBERRY = '', ILSE = ''] = ORCIDS;

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

people('have a photo from a file, chosen by keyboard', async ({ open, admin, installation }) => {
  for (const language of ['en', 'de'] as const) {
    const { page: shown } = await open({ language, width: 390, theme: 'dark' });
    const page = language === 'de' ? inGerman(shown) : shown;
    await page.goto(`/w/org/people/${ILSE}`);
    await keyboard.press(page.getByRole('button', { name: 'Edit Photo', exact: true }));
    const choosing = shown.waitForEvent('filechooser');
    await keyboard.press(page.getByLabel('Or from a file'));
    await (await choosing).setFiles({ name: 'ilse.png', mimeType: 'image/png', buffer: PNG });
    await page.getByRole('img', { name: 'Chosen photo' }).waitFor();
    await accessible(shown);
    await fits(shown);
    await keyboard.press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByRole('img', { name: 'Photo', exact: true }).waitFor();
    await isTrueIn(shown, "document.querySelector('img.picture').naturalWidth > 0");
    const { photo_url: address } = bodyOf<{ photo_url: string }>(await admin.get(`/api/people/${ILSE}`));
    assert.match(address, /^https:\/\/publications\.example\.org\/v1\/photos\//u);
    const kept = await installation.state.list('photo/');
    assert.ok(kept.length > 0 && kept.every(({ expiresAt }) => expiresAt === null));
    bodyOf(await admin.patch(`/api/people/${ILSE}/details`, { photo_url: null }));
  }
});

people('can be filtered by any entity, however many there are', async ({ open, admin }) => {
  for (let n = 0; n < 101; n += 1) bodyOf(await admin.post('/api/entities', { id: `lab-${n}`, name: `Lab ${n}` }), 201);
  const { page } = await open();
  await page.goto('/w/org/people');
  const entities = page.getByRole('combobox', { name: 'Unit' });
  await entities.locator('option', { hasText: 'Lab 99' }).waitFor({ state: 'attached' });
  assert.equal(await entities.locator('option', { hasText: /^(?:Lab|Kiln)/u }).count(), 102);
});

people('are corrected in all their fields, and one undo reverts it, by keyboard', async ({ open, admin }) => {
  const { page } = await open();
  await page.goto(`/w/org/people/${ILSE}`);
  for (const name of ['Name', 'Affiliation', 'Categories', 'Photo'])
    await keyboard.press(page.getByRole('button', { name: `Edit ${name}`, exact: true }));
  await keyboard.type(page.getByRole('textbox', { name: 'Name' }), 'Ilse B.');
  await keyboard.press(page.getByLabel('Professors'));
  await keyboard.choose(page.getByLabel('Unit'), 'Kiln Group');
  await keyboard.type(page.getByRole('textbox', { name: 'Photo' }), 'data:image/png');
  await page.getByText('Enter a web address').waitFor();
  await accessible(page);
  await keyboard.type(page.getByRole('textbox', { name: 'Photo' }), '');
  await keyboard.press(page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByRole('heading', { name: 'Ilse B.' }).waitFor();
  await page.getByRole('region', { name: 'Affiliations' }).getByRole('link', { name: 'Kiln Group' }).first().waitFor();
  type Read = { readonly category_ids: readonly string[]; readonly affiliation: unknown };
  const read = async () => bodyOf<Read>(await admin.get(`/api/people/${ILSE}`));
  assert.deepEqual((await read()).category_ids, ['professors']);
  await keyboard.press(page.getByRole('button', { name: 'Undo', exact: true }));
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

people('have the dates of their affiliation corrected, and its end recorded', async ({ open, admin }) => {
  bodyOf(await admin.patch(`/api/people/${CARBERRY}/affiliation`, { entity_id: 'kiln', status: 'org' }));
  const { page } = await open();
  await page.goto(`/w/org/people/${CARBERRY}`);
  const rows = page.getByRole('region', { name: 'Affiliations' }).getByRole('listitem');
  for (const [label, message] of [
    ['From', /^Kiln Group\s+Since 3 Feb 2020$/u],
    ['Until', /^Kiln Group\s+3 Feb 2020 to 4 Mar 2021$/u],
  ] as const) {
    await page.getByRole('button', { name: 'Edit Affiliation', exact: true }).click();
    await page.getByLabel(label, { exact: true }).fill(label === 'From' ? '2020-02-03' : '2021-03-04');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await rows.filter({ hasText: message }).waitFor();
    assert.equal(await rows.count(), 1);
  }
});

people(
  'have an earlier affiliation corrected and removed, each with its undo, by keyboard',
  async ({ open, admin }) => {
    const orcid = inventedOrcid(7);
    bodyOf(await admin.post('/api/people', { orcid, name: 'Paul Sterne' }), 201);
    const [starts_at, ends_at] = [Date.parse('2018-01-01'), Date.parse('2019-06-30')];
    const after = { entity_id: 'kiln', status: 'org', starts_at, ends_at };
    bodyOf(await admin.post(`/api/people/${orcid}/past-affiliations`, { before: null, after }));
    const { page: shown } = await open({ language: 'de', width: 390 });
    const page = inGerman(shown);
    await page.goto(`/w/org/people/${orcid}`);
    const rows = page.getByRole('region', { name: 'Affiliations' }).getByRole('listitem');
    const undo = page.locator('.toast').getByRole('button', { name: 'Undo', exact: true }).last();
    await keyboard.press(page.getByRole('button', { name: 'Correct: Kiln Group' }));
    const until = page.getByRole('dialog').getByLabel('Until', { exact: true });
    await until.fill('2017-01-01');
    await keyboard.press(page.getByRole('button', { name: 'Save', exact: true }));
    await page
      .getByRole('dialog')
      .getByText('An earlier affiliation has a first day and a last day', { exact: false })
      .waitFor();
    await accessible(shown);
    await fits(shown);
    await until.fill('2020-06-30');
    await keyboard.press(page.getByRole('button', { name: 'Save', exact: true }));
    await rows.filter({ hasText: /2020/u }).waitFor();
    await keyboard.press(undo);
    await rows.filter({ hasText: /2019/u }).waitFor();
    await keyboard.press(page.getByRole('button', { name: 'Remove: Kiln Group' }));
    await rows.first().waitFor({ state: 'detached' });
    await keyboard.press(undo);
    await rows.filter({ hasText: /2019/u }).waitFor();
  },
);

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

people(
  'without an ORCID iD are registered, get one and lose it again by one undo, by keyboard',
  async ({ open, installation }) => {
    const mergeAll = async (): Promise<void> => {
      const options = { goOn: () => Promise.resolve(), signal: new AbortController().signal };
      for await (const job of personMerges.waiting(installation.state))
        for await (const { status } of carryOut(installation, job, options)) assert.notEqual(status, 'failed');
    };
    const { page } = await open();
    await page.goto('/w/org/people');
    await keyboard.press(page.getByRole('button', { name: 'Register a person' }));
    const dialog = page.getByRole('dialog');
    await keyboard.press(dialog.getByRole('button', { name: 'Register' }));
    await dialog.getByText('Enter a name, or the ORCID iD of the person').waitFor();
    await accessible(page);
    await keyboard.type(dialog.getByLabel('Name'), 'Zacharias Brandis');
    await keyboard.press(dialog.getByRole('button', { name: 'Register' }));
    await page.getByRole('heading', { name: 'Zacharias Brandis', level: 1 }).waitFor();
    await page.getByText('No ORCID iD').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Ingest now' }).count(), 0);

    await keyboard.press(page.getByRole('button', { name: 'Add ORCID iD' }));
    await keyboard.type(dialog.getByLabel('ORCID iD'), '0000-0003-1419-2405');
    await accessible(page);
    await keyboard.press(dialog.getByRole('button', { name: 'Add ORCID iD' }));
    await page.getByText('Merging Zacharias Brandis').waitFor();
    await mergeAll();
    await page.getByText('Zacharias Brandis was merged').waitFor();
    await page.getByRole('link', { name: '0000-0003-1419-2405' }).waitFor();
    await keyboard.press(page.locator('.toast').getByRole('button', { name: 'Undo' }));
    await page.getByText('This person is archived').waitFor();
    await page.goto('/w/org/people?q=brandis');
    await page.getByRole('row', { name: /Zacharias Brandis No ORCID iD/u }).waitFor();
  },
);

people(
  'without an ORCID iD are merged into somebody, who is named from then on',
  async ({ open, admin, installation }) => {
    const { orcid: id } = bodyOf<{ orcid: string }>(await admin.post('/api/people', { name: 'Emil Doppel' }), 201);
    const { page } = await open();
    await page.goto(`/w/org/people/${ILSE}`);
    await keyboard.press(page.getByRole('button', { name: 'Merge with…' }));
    await keyboard.type(page.getByRole('searchbox', { name: 'The other entry' }), 'carberry');
    await page.getByText('No person matches').waitFor();
    await keyboard.type(page.getByRole('searchbox', { name: 'The other entry' }), 'doppel');
    await keyboard.press(page.getByRole('button', { name: 'Choose Emil Doppel' }));
    await page.getByRole('heading', { name: /^Merge Emil Doppel into Ilse/u }).waitFor();
    await accessible(page);
    await keyboard.press(page.getByRole('button', { name: 'Merge', exact: true }));
    await page.getByText('Merging Emil Doppel').waitFor();
    const options = { goOn: () => Promise.resolve(), signal: new AbortController().signal };
    for await (const job of personMerges.waiting(installation.state))
      for await (const { status } of carryOut(installation, job, options)) assert.notEqual(status, 'failed');
    await page.getByText('Emil Doppel was merged').waitFor();
    await page.goto(`/w/org/people/${id}`);
    await page
      .getByText('This entry was merged into')
      .getByRole('link', { name: /Brünnhöfer/u })
      .waitFor();
  },
);

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
