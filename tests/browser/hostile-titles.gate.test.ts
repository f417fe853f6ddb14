/** A title full of hostile markup, on every page that shows titles: it is shown as text, and nothing in it runs. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Staff } from '../support/staffed.ts';
import { settled } from './support/browser.ts';
import { browserSuite, ORCIDS } from './support/in-browser.ts';
import { HOSTILE, KILN } from './support/publications.ts';
import { addPaper } from '../support/papers.ts';

const DOI = '10.5555/hostile';
const TITLE = `${HOSTILE} <a href="javascript:document.title='owned'">x</a><svg onload="document.title='owned'">`;
const PATH = `/api/publications/${encodeURIComponent(DOI)}`;
const ADA = '0000-0001-5109-3700';

/** Linked to one person, suggested for another, edited twice; its journal and its author are as hostile as its title. */
const prepare = async ({ installation, admin }: Staff): Promise<void> => {
  assert.equal((await admin.post('/api/people', { orcid: ADA, name: 'Ada Öz' })).status, 201);
  const known = `/api/publications/${encodeURIComponent(KILN)}`;
  assert.equal((await admin.patch(known, [{ op: 'replace', path: '/title', value: TITLE }])).status, 200);
  const page = { id: 'hostile', title: TITLE, href: 'https://www.psychoceramics.example/hostile' } as const;
  const work = { ...page, work_type: 'report', publication_date: '2024' };
  assert.equal((await admin.post('/api/works', work)).status, 201);
  const project = { ...page, programme: TITLE, abstract: TITLE };
  assert.equal((await admin.post('/api/projects', project)).status, 201);
  await installation.settled();
  const original = {
    ...{ type: 'article-journal', DOI, title: TITLE, 'container-title': TITLE },
    author: [
      { family: 'Öz', given: 'A.' },
      { family: TITLE, given: 'Josiah', ORCID: `https://orcid.org/${ORCIDS[0] ?? ''}` },
    ],
  } as const;
  await addPaper(installation, DOI, { original, fetchedAt: Date.now() });
  await installation.settled();
  assert.equal((await admin.post('/api/site-tools/repair-author-links', { doi: DOI })).status, 200);
  for (const value of [`Before ${TITLE}`, TITLE])
    assert.equal((await admin.patch(PATH, [{ op: 'replace', path: '/title', value }])).status, 200);
  await installation.settled();
};

const hostile = browserSuite('a hostile title', { prepare });

/** The title is shown, nothing in it ran, and nothing could. */
const harmless = async (page: Page): Promise<void> => {
  await page.getByText('E. coli', { exact: false }).locator('visible=true').first().waitFor();
  const alive = await page.evaluate<readonly string[]>(`[...document.querySelectorAll('body *')]
    .filter((each) => each.matches('script:not([src]), img[src="x"], [href^="javascript:" i]') ||
      [...each.attributes].some(({ name }) => name.startsWith('on')))
    .map((each) => each.outerHTML.slice(0, 200))`);
  assert.deepEqual(alive, [], page.url());
  assert.notEqual(await page.title(), 'owned');
};

/** The markup permitted in titles is markup. */
const hasItalics = (page: Page): Promise<unknown> =>
  page
    .locator('main i', { hasText: /^E\. coli$/u })
    .locator('visible=true')
    .first()
    .waitFor();

const VISITS: readonly (readonly [address: string, act?: (page: Page) => Promise<unknown>])[] = [
  ['/w/org'],
  ['/w/org', (page) => palette(page)],
  ['/w/org/publications?q=coli', hasItalics],
  ['/w/org/publications?q=coli', (page) => hidingAll(page)],
  [`/w/org/publications/${DOI}`, hasItalics],
  [`/w/org/publications/${DOI}`, (page) => page.getByRole('button', { name: 'Edit Title' }).click()],
  ['/w/org/suggestions'],
  ['/w/org/suggestions?view=list'],
  [`/w/org/people/${ORCIDS[0] ?? ''}`],
  [
    '/w/org/activity',
    (page) =>
      page
        .getByRole('button', { name: /^Show what changed: Publication edited/u })
        .first()
        .click(),
  ],
  ['/w/org/activity', (page) => undoing(page)],
  ['/w/org/publications?has_doi=no'],
  ['/w/org/publications/hostile', (page) => page.getByRole('button', { name: 'Edit Title' }).click()],
  ['/w/org/projects'],
  ['/w/org/projects/hostile', (page) => page.getByRole('button', { name: 'Edit Title' }).click()],
  ['/w/org/publications', (page) => lookingUp(page)],
];

const palette = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('coli');
  await page.getByRole('option', { name: /coli/u }).first().waitFor();
};

const hidingAll = async (page: Page): Promise<void> => {
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await page.getByRole('dialog').getByText('E. coli').first().waitFor();
};

const lookingUp = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'By DOI' }).click();
  await page.getByLabel('DOIs').fill(KILN);
  await page.getByRole('button', { name: 'Look up' }).click();
  await page.getByText('1 DOI looked up').waitFor();
};

const undoing = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Undo/u }).first().click();
  await page.getByRole('dialog', { name: 'Undo this change?' }).getByText('coli', { exact: false }).first().waitFor();
};

hostile('is harmless on every page that shows titles, and in its dialogs', async ({ open }) => {
  const { page } = await open();
  for (const [address, act] of VISITS) {
    await page.goto(address);
    await settled(page);
    await act?.(page);
    await harmless(page);
  }
});

hostile('is harmless in the dialog of a conflict, and once that is resolved', async ({ open, jo }) => {
  const { page } = await open({ complains: /412/u });
  // Changes by others must not be visible before.
  await page.route('**/api/changes*', () => undefined);
  await page.goto(`/w/org/publications/${DOI}`);
  await page.getByRole('button', { name: 'Edit Title' }).click();
  await page.getByLabel('Title', { exact: true }).fill(`Mine ${TITLE}`);
  assert.equal((await jo.patch(PATH, [{ op: 'replace', path: '/title', value: `Theirs ${TITLE}` }])).status, 200);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else saved first' });
  await dialog.getByText('Theirs', { exact: false }).first().waitFor();
  await harmless(page);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: /^Mine/u }).waitFor();
  await harmless(page);
});
