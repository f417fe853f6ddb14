/** A librarian's first day: tasks that must be possible without documentation, on the demo as it starts, by visible names alone. */
import assert from 'node:assert/strict';
import { colophon } from '../support/program.ts';
import { suite } from '../support/suite.ts';
import { noBrowser, openTab, sharedBrowser, type Tab } from './support/browser.ts';
import { closing } from '../support/closing.ts';
import { inFolder } from '../support/folder.ts';

const day = suite('the first day of a librarian', {
  timeoutMs: 240_000,
  onFilesAlone: 'the demonstration is made in a folder of its own',
});

const HIDDEN = 'Six people and a kiln: a multi-centre study [preprint]';

const correctTitle = async ({ page }: Tab): Promise<void> => {
  await page.getByRole('link', { name: 'Publications', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search title, author or DOI' }).fill('plots');
  await page.getByRole('link', { name: 'On the resonance of cracked plots', exact: true }).click();
  await page.getByRole('button', { name: 'Edit Title' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('On the resonance of cracked pots');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'On the resonance of cracked pots' }).waitFor();
};

const seeWhyItWasWrong = async ({ page }: Tab): Promise<void> => {
  const history = page.getByRole('region', { name: 'History' });
  const slip = history.getByRole('listitem').filter({ hasText: 'assistant@example.org' });
  await slip.getByText('Publication edited').waitFor();
  await slip.getByText(/plots/u).first().waitFor();
  await history
    .getByText(/from Crossref/u)
    .first()
    .waitFor();
};

const hideAndUndo = async ({ page }: Tab): Promise<void> => {
  await page.getByRole('button', { name: 'Hide' }).click();
  const toast = page.getByRole('status').filter({ hasText: 'Publication hidden' });
  await toast.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('button', { name: 'Hide' }).waitFor();
};

const acceptTenSuggestions = async ({ page }: Tab): Promise<void> => {
  await page.getByRole('link', { name: 'Suggestions', exact: true }).click();
  await page.getByRole('link', { name: 'List', exact: true }).click();
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/u });
  for (let at = 0; at < 10; at += 1) await boxes.nth(at).check();
  await page.getByRole('button', { name: 'Accept selected' }).click();
  await page.getByText('10 suggestions accepted').waitFor({ timeout: 60_000 });
};

const pasteFiveIds = async ({ page }: Tab): Promise<void> => {
  await page.getByRole('link', { name: 'Ingestion', exact: true }).click();
  await page
    .getByLabel('ORCID iDs')
    .fill(
      '0000-0002-1825-0097, 0000-0000-0000-1012; 0000-0000-0000-2023\n0000-0000-0000-3034 https://orcid.org/0000-0000-0000-4045',
    );
  const queued = page.getByText('5 jobs queued').waitFor({ timeout: 60_000 });
  await Promise.all([queued, page.getByRole('button', { name: 'Ingest 5 people' }).click()]);
  const again = page.getByRole('listitem').filter({ hasText: 'unchanged' }).filter({ hasNotText: / new/u });
  for (const name of ['Josiah S. Carberry', 'Łucjan Wójtowicz-Gęś'])
    await again.filter({ hasText: name }).getByText('Done').waitFor({ timeout: 90_000 });
};

const findWhoHidThemAndPutThemBack = async ({ page }: Tab): Promise<void> => {
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Publication hidden');
  const entry = page.getByRole('listitem').filter({ hasText: 'assistant@example.org' });
  await entry.getByRole('button', { name: /^Undo/u }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(HIDDEN).waitFor();
  await dialog.getByRole('button', { name: /^Undo/u }).click();
  await page.getByText('2 changes undone').first().waitFor();
};

const deleteAndRestore = async ({ page }: Tab): Promise<void> => {
  await page.getByRole('link', { name: 'Publications', exact: true }).click();
  await page.getByRole('link', { name: 'A pot that never cracked', exact: true }).click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('This publication is deleted').waitFor();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByRole('button', { name: 'Hide' }).waitFor();
};

const giveTheWebTeamAKey = async ({ page }: Tab): Promise<void> => {
  await page.getByRole('link', { name: 'Keys', exact: true }).click();
  await page.getByRole('button', { name: 'New website key' }).click();
  await page.getByLabel('Name of the website').fill('Library pages');
  await page.getByRole('button', { name: 'Make key' }).click();
  assert.match(await page.getByRole('textbox', { name: 'Key', exact: true }).inputValue(), /^coli_/u);
  await page.getByRole('button', { name: 'Copy key' }).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
};

const TASKS = [
  correctTitle,
  seeWhyItWasWrong,
  hideAndUndo,
  acceptTenSuggestions,
  pasteFiveIds,
  findWhoHidThemAndPutThemBack,
  deleteAndRestore,
  giveTheWebTeamAKey,
];

const work = async (folder: string): Promise<void> => {
  await using program = closing(colophon({ DATA_DIR: folder, PUBLIC_PORT: '0', DASHBOARD_PORT: '0' }, ['demo']));
  const [, address = ''] = await program.prints(/Open:\n\n {2}(http:\S+)\n/u);
  await using tab = closing(
    await openTab(await sharedBrowser(), { url: new URL(address).origin, width: 1280, theme: 'light' }),
  );
  await tab.page.goto(address);
  await tab.page.getByRole('button', { name: 'Sign in' }).click();
  await tab.page.getByRole('heading', { name: 'Home' }).waitFor();
  try {
    for (const task of TASKS) await task(tab);
  } catch (error) {
    console.error(await tab.shown());
    throw error;
  }
  tab.quiet();
  const { code, err } = await program.stop('SIGTERM');
  assert.deepEqual([code, err], [0, '']);
};

if (noBrowser === null) day('consists of eight tasks, from the printed URL to the last key', () => inFolder(work));
else day.skip('consists of eight tasks, from the printed URL to the last key', noBrowser);
