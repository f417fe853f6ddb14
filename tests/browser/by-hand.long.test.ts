/** An emeritus without an ORCID iD, a chapter and a thesis without a DOI: made by hand, and treated like any other record. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { bodyOf } from '../support/dashboard.ts';
import { servePublic } from '../support/serving.ts';
import { accessible } from './support/accessible.ts';
import { browserSuite } from './support/in-browser.ts';
import { openByHand } from './support/publications.ts';

const CHAPTER = { title: 'Glazes of the old kilns', type: 'Book chapter' };
const THESIS = { title: 'On firing at low heat', type: 'Thesis' };

const byHand = browserSuite('records made by hand', { isFilled: false });

const add = async (page: Page, { title, type }: { readonly title: string; readonly type: string }): Promise<void> => {
  await page.goto('/w/org/publications');
  const dialog = await openByHand(page);
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('combobox', { name: 'Type' }).selectOption(type);
  await dialog.getByRole('searchbox', { name: 'Author from the catalogue' }).fill('bran');
  await dialog.getByRole('button', { name: 'Add Zacharias Brandis' }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: title }).waitFor();
};

const addEditor = async (page: Page): Promise<void> => {
  const fields = page.getByRole('group', { name: 'Add a field' });
  await fields.getByRole('button', { name: 'Editors', exact: true }).click();
  await page.getByRole('group', { name: 'Editors' }).getByRole('button', { name: 'Add a person' }).click();
  await page.getByLabel('Given name').fill('Ilse');
  await page.getByLabel('Family name').fill('Brünnhöfer');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('[data-field="editor"]').getByText('Brünnhöfer').first().waitFor();
};

const undo = (page: Page): Promise<void> =>
  page.locator('.toast').getByRole('button', { name: 'Undo', exact: true }).last().click();

byHand(
  'are on the public list of their person, edited, hidden together, undone, deleted and restored',
  async (scene) => {
    await using website = await servePublic(scene.installation);
    const { page } = await scene.open({ complains: /404/u });
    await page.goto('/w/org/people');
    await page.locator('header').getByRole('button', { name: 'Register a person' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Zacharias Brandis');
    await page.getByRole('dialog').getByRole('button', { name: 'Register' }).click();
    await page.getByText('No ORCID iD').waitFor();
    const person = new URL(page.url()).pathname.split('/').pop() ?? '';
    const listed = async (): Promise<readonly string[]> => {
      await scene.installation.settled();
      type Works = { readonly works: readonly { readonly title: string }[] };
      const { works } = bodyOf<Works>(await website.get(`/v1/works?orcid_id=${person}&sort=title&dir=asc`));
      return works.map(({ title }) => title);
    };

    await add(page, CHAPTER);
    await addEditor(page);
    await add(page, THESIS);
    assert.deepEqual(await listed(), [CHAPTER.title, THESIS.title]);

    await page.getByRole('button', { name: 'Edit Title' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('On firing at high heat');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'On firing at high heat' }).waitFor();
    assert.deepEqual(await listed(), [CHAPTER.title, 'On firing at high heat']);
    await undo(page);
    await page.getByRole('heading', { name: THESIS.title }).waitFor();
    assert.deepEqual(await listed(), [CHAPTER.title, THESIS.title]);

    await page.goto('/w/org/publications');
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Hide 2 publications' }).click();
    await page.getByText('2 publications hidden').waitFor();
    assert.deepEqual(await listed(), []);
    await undo(page);
    await page.getByText('2 changes undone', { exact: false }).waitFor();
    assert.deepEqual(await listed(), [CHAPTER.title, THESIS.title]);

    await page.getByRole('link', { name: CHAPTER.title }).click();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('This publication is deleted').waitFor();
    assert.deepEqual(await listed(), [THESIS.title]);
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByRole('button', { name: 'Edit Title' }).waitFor();
    assert.deepEqual(await listed(), [CHAPTER.title, THESIS.title]);
    await accessible(page);

    await page.goto(`/w/org/people/${person}`);
    const publications = page.getByRole('region', { name: 'Publications' });
    for (const { title } of [CHAPTER, THESIS]) await publications.getByText(title).waitFor();
  },
);
