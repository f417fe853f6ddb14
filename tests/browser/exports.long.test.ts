/** Exports in a browser: of a filtered list, of chosen publications, of a record and of a person, by keyboard too. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { readBibtex } from '../support/bibtex-reader.ts';
import { readRis } from '../support/ris-reader.ts';
import { addPaper } from '../support/papers.ts';
import { settled } from './support/browser.ts';
import { browserSuite } from './support/in-browser.ts';

const MANY = 60;
const CARBERRY = '0000-0002-1825-0097';

const exporting = browserSuite('exports', {
  prepare: async ({ installation }) => {
    for (let n = 1; n <= MANY; n += 1)
      await addPaper(installation, `10.5555/sherd.${n}`, { title: `Sherds of trench ${n}` });
    for (const [year, type] of [
      [2023, 'article-journal'],
      [2023, 'book'],
      [2022, 'article-journal'],
    ] as const) {
      const title = `Jars of ${year} (${type})`;
      await addPaper(installation, `10.5555/jars.${year}.${type}`, {
        original: { type, title, 'container-title': 'Journal of Jars', issued: { 'date-parts': [[year, 5]] } },
        links: [{ orcid: CARBERRY, basis: 'metadata' }],
      });
    }
    await installation.settled();
  },
});

/** The file that the browser saves. */
const saved = async (page: Page, press: () => Promise<unknown>): Promise<{ name: string; text: string }> => {
  const saving = page.waitForEvent('download');
  await press();
  const download = await saving;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
};

const opened = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await settled(page);
};

exporting('saves all pages of a filtered list, in its order, by keyboard', async ({ open }) => {
  const { page } = await open();
  await opened(page, '/w/org/publications?q=sherds&sort=title&dir=asc');
  await page.getByRole('button', { name: 'Export', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.menu-item:focus', { hasText: 'BibTeX' }).waitFor();
  for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  const { name, text } = await saved(page, () => page.keyboard.press('Enter'));
  assert.equal(name, 'publications.ris');
  const titles = readRis(text).map((record) => record.get('TI')?.[0]);
  assert.equal(titles.length, MANY);
  assert.deepEqual(titles.slice(0, 3), ['Sherds of trench 1', 'Sherds of trench 10', 'Sherds of trench 11']);
});

exporting('saves chosen publications', async ({ open }) => {
  const { page } = await open();
  await opened(page, '/w/org/publications?q=sherds&sort=title&dir=asc');
  for (const n of [1, 10])
    await page.getByRole('checkbox', { name: `Select Sherds of trench ${n}`, exact: true }).check();
  await page.getByRole('button', { name: 'Export', exact: true }).last().click();
  const chosen = await saved(page, () => page.getByRole('button', { name: 'BibTeX', exact: true }).click());
  const titlesOf = (text: string) => readBibtex(text).map((entry) => entry.field('title'));
  assert.deepEqual(titlesOf(chosen.text), ['Sherds of trench 1', 'Sherds of trench 10']);
  await page.getByRole('checkbox', { name: 'Select all', exact: false }).first().check();
  await page.getByRole('button', { name: `Select all ${MANY} that match`, exact: false }).click();
  await page.getByRole('button', { name: 'Export', exact: true }).last().click();
  const all = await saved(page, () => page.getByRole('button', { name: 'BibTeX', exact: true }).click());
  assert.equal(titlesOf(all.text).length, MANY);
});

exporting('saves a record and the publications of a person, in German', async ({ open }) => {
  const { page } = await open({ language: 'de' });
  await opened(page, '/w/org/publications/10.5555%2Fsherd.7');
  await page.getByRole('button', { name: 'Exportieren', exact: true }).click();
  const record = await saved(page, () => page.getByRole('button', { name: 'CSL-JSON', exact: true }).click());
  assert.equal(record.name, 'publications.json');
  assert.deepEqual(
    (JSON.parse(record.text) as { DOI: string }[]).map(({ DOI }) => DOI),
    ['10.5555/sherd.7'],
  );
  await opened(page, `/w/org/people/${CARBERRY}`);
  await page.getByRole('button', { name: 'Exportieren', exact: true }).click();
  const person = await saved(page, () => page.getByRole('button', { name: 'CSV für Excel', exact: false }).click());
  assert.ok(person.text.startsWith('\u{feff}doi;title;') && person.text.includes('10.5555/cpot.2019.001'));
});

exporting('saves formatted citations, in the style that was chosen last', async ({ open }) => {
  const { page } = await open();
  const begin = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Export', exact: true }).first().click();
    await page.getByRole('button', { name: 'Formatted citations', exact: false }).click();
  };
  await opened(page, '/w/org/publications?q=sherds&sort=title&dir=asc');
  await begin();
  await page.getByLabel('As', { exact: true }).selectOption('Plain text');
  await page.getByLabel('Style', { exact: true }).selectOption('IEEE');
  await page.getByLabel('Headings', { exact: true }).selectOption('By type');
  const list = await saved(page, () => page.getByRole('button', { name: 'Save', exact: true }).click());
  assert.equal(list.name, 'publications.txt');
  assert.match(list.text, /^# .+\n\n\[1\] /u);
  assert.ok(list.text.includes(`[${MANY}] `));
  await opened(page, '/w/org/publications/10.5555%2Fsherd.7');
  await begin();
  const record = await saved(page, () => page.getByRole('button', { name: 'Save', exact: true }).click());
  assert.match(record.text, /\[1\] .*\(ieee, -\)/u);
});

exporting('saves one person’s articles of a year as Word and as BibTeX in eight actions', async ({ open }) => {
  const { page } = await open();
  await opened(page, `/w/org/people/${CARBERRY}`);
  await page.getByRole('link', { name: 'In the list', exact: false }).click();
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Journal article');
  await page.getByLabel('From year').fill('2023');
  await page.waitForURL(/from_year=2023/u);
  await page.getByLabel('To year').fill('2023');
  await page.waitForURL(/to_year=2023/u);
  await page.getByRole('link', { name: 'Jars of 2023', exact: false }).waitFor();
  const press = (name: string) => page.getByRole('button', { name, exact: false }).first().click();
  await press('Export');
  const word = await saved(page, () => press('Word document'));
  assert.equal(word.name, 'publications.docx');
  await press('Export');
  const { text } = await saved(page, () => press('BibTeX'));
  const entries = readBibtex(text);
  assert.ok(entries.length > 0);
  for (const entry of entries) {
    assert.equal(entry.type, 'article');
    assert.equal(entry.field('year'), '2023');
  }
  assert.ok(text.includes('Jars of 2023'));
});

exporting('saves the timeline', async ({ open }) => {
  const { page } = await open();
  await opened(page, '/w/org/activity?event_type=PublicationAdded');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const { name, text } = await saved(page, () => page.getByRole('button', { name: 'CSV', exact: true }).click());
  assert.equal(name, 'activity.csv');
  assert.ok(text.startsWith('occurred_at,event_type,summary,') && text.includes('PublicationAdded'));
});

exporting('says that the server cannot be reached', async ({ open }) => {
  const { page } = await open({ complains: /ERR_FAILED/u });
  await opened(page, '/w/org/publications');
  await page.route(/format=/u, (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  await page.getByText('The server cannot be reached', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Export', exact: true }).waitFor();
});
