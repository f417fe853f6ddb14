/** A list of references in the browser: pasted or chosen, decided by keyboard, imported, and undone. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { newCaller } from '../../commands/caller.ts';
import { handle } from '../../commands/handle.ts';
import { publicationAggregate } from '../../commands/publication.ts';
import { referenceImports } from '../../commands/reference-imports/imports.ts';
import { randomIds } from '../../infra/system.ts';
import { carryOutReferences } from '../../workers/reference-imports/run.ts';
import type { Installation } from '../support/installation.ts';
import { accessible, fits } from './support/accessible.ts';
import { settled } from './support/browser.ts';
import { browserSuite } from './support/in-browser.ts';

const importing = browserSuite('importing a list of references', {
  prepare: async ({ installation }) => {
    const caller = newCaller(randomIds, 'org', { type: 'system', id: 'test' });
    for (const n of [1, 2]) {
      const doi = `local.vase.${n}`;
      const original = { type: 'book', title: `Doubtful vases ${n}`, issued: { 'date-parts': [[2001]] } };
      await handle(installation, publicationAggregate, doi, { type: 'CreatePublication', doi, original }, caller);
    }
    await installation.settled();
  },
});

const LIST = `@book{new, title={New vases}, author={Doe, Jane}, year={2010}}
@book{d1, title={Doubtful vases 1}, author={Doe, Jane}, year={2001}}
@book{d2, title={Doubtful vases 2}, author={Doe, Jane}, year={2001}}
@book{broken, title={Never closed
`;

const finish = async (installation: Installation): Promise<void> => {
  for await (const job of referenceImports.waiting(installation.state))
    for await (const _step of carryOutReferences(installation, job));
  await installation.settled();
};

const paste = async (page: Page): Promise<void> => {
  await page.goto('/w/org/publications/import');
  await settled(page);
  await page.getByLabel('Or paste it').fill(LIST);
  await page.getByRole('button', { name: 'Check the list' }).click();
  await page.getByText('Line 4: title is not closed', { exact: false }).waitFor();
};

importing(
  'shows what each entry is, takes decisions by keyboard, and undoes all of it',
  async ({ open, installation }) => {
    const { page } = await open();
    await paste(page);
    await page.getByText('1 entry has an error and is left out', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Import 1 entry' }).waitFor();
    const second = page.getByLabel('What to do with: Doubtful vases 1');
    assert.equal(await second.inputValue(), 'skip');
    await second.focus();
    await second.press('ArrowUp');
    await second.press('ArrowUp');
    await page.getByRole('button', { name: 'Import 2 entries' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Import 2 entries' }).waitFor();
    await page.getByLabel('Show', { exact: true }).selectOption('doubtful');
    await page.getByRole('group', { name: 'All 2 doubtful entries on this page:' }).waitFor();
    assert.equal(await page.getByText('Never closed').count(), 0);
    await accessible(page);
    await page.getByRole('button', { name: 'Import 2 entries' }).click();
    await page.getByRole('progressbar', { name: 'Importing' }).waitFor();
    await finish(installation);
    await page.getByText('2 publications imported', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Undo all' }).click();
    await page
      .getByText(/Undone|undone/u)
      .first()
      .waitFor();
  },
);

importing('takes a chosen file, and says what is wrong with it', async ({ open }) => {
  const { page } = await open({ complains: /status of 400/u });
  await page.goto('/w/org/publications/import');
  await settled(page);
  const file = page.getByLabel('File', { exact: true });
  await file.setInputFiles({ name: 'no.txt', mimeType: 'text/plain', buffer: Buffer.from('no list') });
  await page.getByRole('button', { name: 'Check the list' }).click();
  await page.getByText('is not recognised', { exact: false }).waitFor();
  const ris = Buffer.from('\ufeffTY  - BOOK\nTI  - Gefäße\nER  - \n', 'utf16le');
  await file.setInputFiles({ name: 'list.ris', mimeType: 'text/plain', buffer: ris });
  await page.getByRole('button', { name: 'Check the list' }).click();
  await page.getByText('Gefäße').first().waitFor();
});

importing('fits a phone, in German', async ({ open }) => {
  const { page } = await open({ width: 390, theme: 'dark', language: 'de' });
  await page.goto('/w/org/publications/import');
  await settled(page);
  await fits(page);
  await page.getByLabel('Oder hier einfügen').fill(LIST.replace('New vases', 'Neue Vasen'));
  await page.getByRole('button', { name: 'Liste prüfen' }).click();
  await page.getByRole('button', { name: '1 Eintrag importieren' }).waitFor();
  await fits(page);
  await accessible(page);
});
