/** The list of publications: searched, filtered, sorted and paged, with all of it in the URL. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { publicationAggregate } from '../../commands/publication.ts';
import { accessible, fits } from './support/accessible.ts';
import { isTrueIn, settled } from './support/browser.ts';
import { keyboard } from './support/hands.ts';
import { inGerman } from './support/in-german.ts';
import { browserSuite, type Scene } from './support/in-browser.ts';
import { GLAZE, HOSTILE, SHARDS } from './support/publications.ts';
import { dispatch } from '../support/dispatch.ts';

const command = (
  { installation }: Pick<Scene, 'installation'>,
  doi: string,
  type: 'HidePublication' | 'DeletePublication',
) => dispatch(installation, publicationAggregate, doi, { type });

const list = browserSuite('the list of publications', {
  prepare: async ({ installation, admin }) => {
    await admin.post('/api/entities', { id: 'kiln', name: 'Kiln Group' });
    await command({ installation }, GLAZE, 'HidePublication');
    await command({ installation }, SHARDS, 'DeletePublication');
    const patch = [{ op: 'replace', path: '/title', value: HOSTILE }];
    assert.equal((await admin.patch('/api/publications/10.5555%2Fconf.kiln.77', patch)).status, 200);
    await installation.settled();
  },
});

list('finds by title, author and DOI while typing, and keeps the search in the URL', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org/publications');
  for (const [sought, title] of [
    ['resonance', 'On the resonance of cracked pots'],
    ['brunnhofer sprodig', 'Über die Sprödigkeit gebrannter Gefäße'],
    ['10.5555/soft', 'potlib: a library for cracked pots'],
  ] as const) {
    await page.getByRole('searchbox').fill(sought);
    await page.getByText('1 publication', { exact: true }).waitFor();
    await page.getByRole('link', { name: title }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('q'), sought);
  }
  await page.reload();
  await page.getByRole('link', { name: 'potlib: a library for cracked pots' }).waitFor();
  assert.equal(await page.getByRole('searchbox').inputValue(), '10.5555/soft');
});

/** Typed and cleared before anything else can happen. */
const TYPE_AND_CLEAR = `(() => {
  const search = document.querySelector('input[type=search]');
  search.value = 'glaze and more';
  search.dispatchEvent(new Event('input', { bubbles: true }));
  [...document.querySelectorAll('button')].find((each) => each.textContent === 'Clear filters').click();
})()`;

list('drops what was still being typed when the filters are cleared', async ({ open }) => {
  const { page } = await open();
  await page.clock.install();
  await page.goto('/w/org/publications?q=glaze');
  await page.getByText('1 publication', { exact: true }).waitFor();
  await page.evaluate(TYPE_AND_CLEAR);
  await page.getByText('18 publications').waitFor();
  await page.clock.fastForward(1_000);
  await settled(page);
  assert.equal(new URL(page.url()).search, '');
  assert.equal(await page.getByRole('searchbox').inputValue(), '');
});

list('is filtered by each filter, and cleared by one button, by keyboard', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org/publications');
  await settled(page);
  await keyboard.choose(page.getByLabel('Visibility'), 'Hidden');
  await page.getByText('1 publication', { exact: true }).waitFor();
  await page
    .getByRole('cell', { name: /The glaze of Terra sigillata/u })
    .getByText('Hidden')
    .waitFor();
  await keyboard.press(page.getByRole('button', { name: 'Clear filters' }));
  await page.getByText('18 publications').waitFor();
  await keyboard.press(page.getByRole('button', { name: 'More filters' }));
  await keyboard.choose(page.getByLabel('Deletion'), 'Deleted only');
  await page.getByRole('link', { name: 'Shards: A Reader' }).waitFor();
  await keyboard.press(page.getByRole('button', { name: 'Clear filters' }));
  await keyboard.choose(page.getByRole('combobox', { name: 'Type' }), 'Dataset');
  await page.getByText('1 publication', { exact: true }).waitFor();
  await keyboard.press(page.getByRole('button', { name: 'Clear filters' }));
  await keyboard.type(page.getByLabel('From year'), '2024');
  await page.waitForURL('**/publications?from_year=2024');
  await keyboard.type(page.getByLabel('To year'), '2023');
  await page.waitForURL('**/publications?from_year=2023&to_year=2023');
  await page.getByText('4 publications').waitFor();
  await keyboard.press(page.getByRole('button', { name: 'More filters' }));
  await keyboard.type(page.getByLabel('Cited at least'), '9');
  await page.waitForURL('**/publications?from_year=2023&to_year=2023&min_cited_by=9');
  await page.getByText('1 publication', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'A pot that never cracked', exact: true }).waitFor();
  await page.goBack();
  await page.getByText('4 publications').waitFor();
});

list('names what it is filtered by, and each filter can be removed', async ({ open }) => {
  const { page } = await open();
  await page.goto(`/w/org/publications?entity_id=kiln&language=de&licence=cc-by-nc&versions=newest`);
  await page.getByRole('button', { name: 'Kiln Group' }).waitFor();
  for (const chip of ['German', 'CC BY-NC', 'Newest version only', 'Kiln Group'])
    await keyboard.press(page.getByRole('button', { name: chip, exact: true }));
  await page.getByText('18 publications').waitFor();
  await keyboard.press(page.getByRole('button', { name: 'More filters' }));
  await keyboard.type(page.getByLabel('Person'), 'carberry');
  await keyboard.press(page.getByRole('button', { name: 'Choose Josiah S. Carberry' }));
  await page.getByRole('button', { name: 'Linked to Josiah S. Carberry' }).waitFor();
  await page.waitForURL('**/publications?orcid_id=0000-0002-1825-0097');
});

list('is sorted by its headings, which show the order, by keyboard', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org/publications');
  await settled(page);
  const titles = () => page.locator('tbody .row-name').allTextContents();
  await keyboard.press(page.getByRole('button', { name: 'Citations' }));
  await page.locator('th[aria-sort=descending]', { hasText: 'Citations' }).waitFor();
  await settled(page);
  assert.equal((await titles())[0], 'On the resonance of cracked pots');
  await keyboard.press(page.getByRole('button', { name: 'Title' }));
  await page.locator('th[aria-sort=ascending]', { hasText: 'Title' }).waitFor();
  await settled(page);
  assert.equal((await titles())[0], '12,408 knocks on 311 pots');
});

list('has every value under its heading for screen readers, whatever a phone shows', async ({ open }) => {
  const { page } = await open({ width: 390 });
  await page.goto('/w/org/publications');
  await settled(page);
  const headings = await page.getByRole('columnheader').count();
  for (const row of (await page.getByRole('row').all()).slice(1))
    assert.equal(await row.getByRole('cell').count(), headings);
});

list('is paged by the server, and a URL leads to its page', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org/publications?per_page=7&page=2');
  await page.getByText('8–14 of 18').waitFor();
  const next = page.getByRole('button', { name: 'Next page' });
  await next.click();
  await page.getByText('15–18 of 18').waitFor();
  assert.ok(await next.isDisabled());
  await next.and(page.locator(':focus')).waitFor();
  await page.goBack();
  await page.getByText('8–14 of 18').waitFor();
});

list('is restored when the reader returns from a publication', async ({ open }) => {
  const { page } = await open({ width: 390 });
  await page.goto('/w/org/publications');
  await settled(page);
  const last = page.locator('tbody .row-name').last();
  await last.scrollIntoViewIfNeeded();
  const left = await page.evaluate<number>('scrollY');
  assert.ok(left > 300, String(left));
  await last.click();
  await page.getByRole('region', { name: 'History' }).waitFor();
  assert.equal(await page.evaluate('scrollY'), 0);
  await page.goBack();
  await isTrueIn(page, `scrollY === ${left}`);
});

list('shows the top of the next page', async ({ open }) => {
  const { page } = await open({ width: 390 });
  await page.goto('/w/org/publications?per_page=8');
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText('9–16 of 18').waitFor();
  assert.equal(await page.evaluate('scrollY'), 0);
});

list('is sorted and selected as a whole on a narrow screen too', async ({ open }) => {
  const { page } = await open({ width: 390 });
  await page.goto('/w/org/publications?per_page=8');
  await page.getByRole('button', { name: 'Citations' }).click();
  await page.locator('th[aria-sort=descending]', { hasText: 'Citations' }).waitFor();
  await settled(page);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByText('8 publications selected').waitFor();
  await page.getByRole('button', { name: 'Select all 18 that match' }).click();
  await page.getByText('18 publications selected').waitFor();
});

list('is saved as a named view, and opened again, by keyboard', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org/publications?visibility=hidden');
  await settled(page);
  await page.getByRole('button', { name: 'Views' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.menu :focus').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Save this view' }).waitFor();
  await page.getByLabel('Name').focus();
  await page.keyboard.type('Not shown');
  await page.keyboard.press('Enter');
  await page.getByText('View “Not shown” saved').waitFor();
  await page.goto('/w/org/publications');
  await page.getByText('18 publications').waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('link', { name: 'Not shown' }).click();
  await page.getByText('1 publication', { exact: true }).waitFor();
  assert.equal(new URL(page.url()).search, '?visibility=hidden');
});

list(
  'is saved by person, unit and years as a view for everyone, which a colleague finds and removes, by keyboard',
  async ({ open, jo }) => {
    for (const language of ['en', 'de'] as const) {
      const inWords = (of: Page): Page => (language === 'de' ? inGerman(of) : of);
      const mine = await open({ language, width: 390, theme: 'dark' });
      const page = inWords(mine.page);
      const view = '?orcid_id=0000-0002-1825-0097&entity_id=kiln&from_year=2019&to_year=2023';
      await page.goto(`/w/org/publications${view}`);
      await settled(page);
      await keyboard.press(page.getByRole('button', { name: 'Views', exact: true }));
      await keyboard.press(page.getByRole('button', { name: 'Save this view', exact: true }));
      const dialog = page.getByRole('dialog', { name: 'Save this view' });
      await keyboard.type(dialog.getByRole('textbox'), 'Glazes');
      await keyboard.press(dialog.getByRole('checkbox', { name: 'For everyone in the workspace' }));
      await accessible(mine.page);
      await fits(mine.page);
      await keyboard.press(dialog.getByRole('button', { name: 'Save', exact: true }));
      await page.getByText('View “Glazes” saved', { exact: true }).waitFor();

      const theirs = await open({ language, width: 390, token: jo.token });
      const other = inWords(theirs.page);
      await other.goto('/w/org/publications');
      await settled(other);
      await keyboard.press(other.getByRole('button', { name: 'Views', exact: true }));
      const shared = other.getByRole('group', { name: 'For everyone', exact: true });
      await shared.getByRole('link', { name: 'Glazes' }).waitFor();
      await accessible(theirs.page);
      await fits(theirs.page);
      await keyboard.press(shared.getByRole('link', { name: 'Glazes' }));
      await other.waitForURL(/orcid_id=/u);
      const [saved, found] = [view, new URL(other.url()).search].map((query) => [...new URLSearchParams(query)].sort());
      assert.deepEqual(found, saved);
      await keyboard.press(other.getByRole('button', { name: 'Views', exact: true }));
      await keyboard.press(other.getByRole('button', { name: 'Remove “Glazes”', exact: true }));
      await other.getByText('View “Glazes” removed', { exact: true }).waitFor();
      await keyboard.press(other.getByRole('button', { name: 'Undo', exact: true }).first());
      await theirs.page.getByText(language === 'de' ? /^Rückgängig gemacht/u : /^Undone/u).waitFor();
      await other.goto('/w/org/activity');
      await other.getByText('Glazes').first().waitFor();
    }
  },
);

list('keeps the views that several tabs save, each with a name', async ({ open }) => {
  const { page, context } = await open();
  const other = await context.newPage();
  const openForm = async (tab: Page): Promise<void> => {
    await tab.getByRole('button', { name: 'Views' }).click();
    await tab.getByRole('button', { name: 'Save this view' }).click();
  };
  for (const tab of [page, other]) {
    await tab.goto('/w/org/publications?visibility=hidden');
    await settled(tab);
  }
  for (const [tab, name] of [
    [page, 'Of this tab'],
    [other, 'Of the other tab'],
  ] as const) {
    await openForm(tab);
    const dialog = tab.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByRole('textbox').fill('  ');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByRole('textbox').and(tab.locator(':invalid:focus')).waitFor();
    await dialog.getByRole('textbox').fill(name);
    await tab.keyboard.press('Enter');
    await tab.getByText(`View “${name}” saved`).waitFor();
  }
  for (const tab of [other, page]) {
    await tab.reload();
    await tab.getByRole('button', { name: 'Views' }).click();
    for (const name of ['Of this tab', 'Of the other tab']) await tab.getByRole('link', { name }).waitFor();
  }
  await page.getByRole('button', { name: 'Remove “Of this tab”' }).click();
  await page.getByRole('link', { name: 'Of this tab' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Of the other tab' }).waitFor();
});

list('shows changes by others without a reload', async ({ open, installation }) => {
  const { page } = await open();
  await page.clock.install();
  await page.goto('/w/org/publications?q=despair');
  await page.getByRole('link', { name: /Measuring despair/u }).waitFor();
  await page.clock.runFor(10_000);
  await command({ installation }, '10.5555/cpot.2025.001', 'HidePublication');
  await installation.settled();
  await page.clock.runFor(10_000);
  await page
    .getByRole('cell', { name: /Measuring despair/u })
    .getByText('Hidden')
    .waitFor();
});
