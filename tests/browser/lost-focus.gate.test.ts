/** Where the focus goes when the control that had it has disappeared. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { isTrueIn } from './support/browser.ts';
import { browserSuite, ORCIDS } from './support/in-browser.ts';
import { seedKeys } from './support/keys.ts';
import { POTS } from './support/publications.ts';
import { seedNamed } from './support/records.ts';

const focus = browserSuite('the focus', {
  prepare: async (staff) => {
    await staff.admin.post('/api/people', { orcid: ORCIDS[0], name: 'Josiah S. Carberry' });
    await seedNamed(staff);
    await seedKeys(staff);
    for (const name of ['first', 'second', 'third'])
      await staff.admin.post('/api/members', { email: `${name}@example.org`, role: 'member' });
    await staff.installation.settled();
  },
});

const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();

const press = async (target: Locator): Promise<void> => {
  await target.focus();
  await target.press('Enter');
};

const confirm = (page: Page, name: string): Promise<void> =>
  press(page.getByRole('dialog').getByRole('button', { name, exact: true }));

const isOn = (target: Locator): Promise<void> => target.and(target.page().locator(':focus')).waitFor();

focus('returns from the button of a toast to where it came from', async ({ open }) => {
  const { page } = await open();
  await page.goto(`/w/org/publications/${POTS}`);
  await press(button(page, 'Hide'));
  await press(button(page, 'Undo'));
  await isOn(button(page, 'Hide'));
});

focus('stays near the bar of a selection after its action', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org/publications');
  await page
    .getByRole('checkbox', { name: /^Select (?!all)/u })
    .first()
    .check();
  await press(button(page, 'Hide'));
  await confirm(page, 'Hide 1 publication');
  await page.getByText('1 publication hidden').waitFor();
  await isOn(page.getByRole('checkbox', { name: 'Select all rows of this page' }));
});

focus('stays with a key that was replaced, and in the list after one was revoked', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org/keys/websites/institute');
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Revoke/u }) });
  await press(button(page, /^Replace/u));
  await confirm(page, 'Replace');
  await confirm(page, 'Done');
  await isOn(rows.nth(1).getByRole('button', { name: /^Revoke/u }));
  await press(rows.first().getByRole('button', { name: /^Revoke/u }));
  await confirm(page, 'Revoke');
  await page.getByText('The key was revoked').waitFor();
  await isOn(rows.first().getByRole('button').first());
});

focus('stays among the addresses when one is removed', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org/keys/websites/museum');
  await press(button(page, 'Remove: https://museum.example.org'));
  await confirm(page, 'Remove');
  await page.getByText('Removed', { exact: true }).waitFor();
  await isOn(page.getByRole('heading', { name: 'Web addresses' }));
});

focus('moves to the invitation below one that was withdrawn', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org/members?show=invited');
  const rows = page.getByRole('button', { name: /^Withdraw/u });
  const next = String(await rows.nth(1).getAttribute('aria-label')).replace('Withdraw: ', '');
  await press(rows.first());
  await confirm(page, 'Withdraw');
  await page.getByText(/was withdrawn/u).waitFor();
  await isOn(button(page, `Sign-in link: ${next}`));
});

focus('moves from an action to the one that reverts it', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org/categories/professors');
  await press(button(page, 'Archive'));
  await isOn(button(page, 'Restore'));
});

/** Focuses the field as soon as it appears, and notes the headings that take the focus afterwards. */
const REACH_AT_ONCE = `
  window.headings = [];
  let isReached = false;
  document.addEventListener('focusin', ({ target }) => {
    if (isReached && target instanceof HTMLHeadingElement) headings.push(target.innerText);
  });
  new MutationObserver(() => {
    const label = [...document.querySelectorAll('label')].find((each) => each.innerText.startsWith('Name of the website'));
    if (isReached || !label) return;
    isReached = true;
    label.control.focus();
  }).observe(document, { childList: true, subtree: true });
`;

focus('stays in a field that is reached the moment the page shows it', async ({ open }) => {
  const { page } = await open();
  await page.addInitScript(REACH_AT_ONCE);
  await page.goto('/w/org/keys/websites/museum');
  const name = page.getByLabel('Name of the website');
  await isOn(name);
  // The effects of the page have run once its title is set.
  await isTrueIn(page, "document.title.startsWith('Museum')");
  await isOn(name);
  assert.deepEqual(await page.evaluate('headings'), []);
});

focus('moves to the heading of a page that was opened, unless it was moved while the page loaded', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org/keys');
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/installations/museum', async (route) => {
    await asked;
    await route.continue();
  });
  await press(page.getByRole('link', { name: /^Museum/u }).first());
  await isOn(page.getByRole('heading', { level: 1, name: 'Website' }));
  const elsewhere = page.getByRole('navigation').getByRole('link').first();
  await elsewhere.focus();
  answer();
  await isTrueIn(page, "document.title.startsWith('Museum')");
  await isOn(elsewhere);
});
