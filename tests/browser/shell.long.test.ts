/** What surrounds every page: its navigation by mouse and keyboard, its appearance, and missing pages. */
import assert from 'node:assert/strict';
import { bodyOf } from '../support/dashboard.ts';
import { idsOf } from '../support/staffed.ts';
import { accessible } from './support/accessible.ts';
import { settled } from './support/browser.ts';
import { browserSuite } from './support/in-browser.ts';

const shell = browserSuite('the shell');

shell("shows the latest activity in the user's language", async ({ open, admin }) => {
  const [cup = ''] = idsOf(await admin.get('/api/publications?sort=title'), 'publications');
  bodyOf(
    await admin.patch(`/api/publications/${encodeURIComponent(cup)}`, [{ op: 'add', path: '/volume', value: '7' }]),
  );
  const { page } = await open({ language: 'de' });
  await page.goto('/w/org');
  const latest = page.getByRole('region', { name: 'Zuletzt geschehen' }).getByRole('listitem').first();
  await latest.getByText('Publikation bearbeitet').waitFor();
  assert.match(await latest.innerText(), /Sie · .* · Band$/u);
});

for (const [failing, missing, shown] of [
  [/\/api\/activity\?.*housekeeping/u, 'Latest activity', 'By year'],
  [/\/api\/publications\/stats\/breakdown/u, 'By year', 'Latest activity'],
] as const)
  shell(`shows the rest of the home page where “${missing}” cannot be read`, async ({ open }) => {
    const { page } = await open({ complains: /500/u });
    await page.route(failing, (route) => route.fulfill({ status: 500, json: { error: 'internal error' } }));
    await page.goto('/w/org');
    await page.getByRole('alert').getByText('Something went wrong on the server').waitFor();
    const content = page.getByRole('region', { name: shown }).locator('.happenings, .bars');
    await content.first().waitFor();
    await page.unroute(failing);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('region', { name: missing }).locator('.happenings, .bars').first().waitFor();
  });

shell('navigates between pages, and back, without a reload', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org');
  await settled(page);
  await page.evaluate("window.mark = 'same document'");
  await page.getByRole('link', { name: 'Publications', exact: true }).click();
  await page.getByRole('heading', { name: 'Publications' }).waitFor();
  assert.equal(await page.title(), 'Publications – Colophon');
  assert.equal(await page.evaluate('document.activeElement.tagName'), 'H1');
  await page.goBack();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  assert.equal(await page.evaluate('window.mark'), 'same document');
});

shell('paints a menu at its button from the first frame', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org/publications');
  await settled(page);
  // Browsers report that a menu has opened when idle, which may be after it was painted.
  const isBelow = await page.evaluate(`new Promise((tell) => {
    document.addEventListener('toggle', (event) => event.stopPropagation(), { capture: true, once: true });
    const button = document.querySelector('.page-header button[popovertarget]');
    button.click();
    const panel = document.getElementById(button.getAttribute('popovertarget'));
    requestAnimationFrame(() => tell(panel.getBoundingClientRect().top >= button.getBoundingClientRect().bottom));
  })`);
  assert.equal(isBelow, true);
});

shell('keeps a menu within a low window', async ({ open }) => {
  const { page } = await open();
  await page.setViewportSize({ width: 1280, height: 380 });
  await page.goto('/w/org/publications');
  await settled(page);
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.locator('.menu :focus').waitFor();
  const bottom = await page.evaluate<number>(`new Promise((tell) =>
    requestAnimationFrame(() => tell(document.querySelector('.menu:popover-open').getBoundingClientRect().bottom)))`);
  assert.ok(bottom <= 380);
});

for (const [language, device, keys] of [
  ['en', 'Linux', 'Ctrl+K'],
  ['de', 'Linux', 'Strg+K'],
  ['de', 'Macintosh', '⌘K'],
] as const)
  shell(`names the keys of the palette as the keyboard does (${language}, ${device})`, async ({ open }) => {
    const { page } = await open({ language });
    await page.addInitScript(`Object.defineProperty(navigator, 'userAgent', { value: '${device}' })`);
    await page.goto('/w/org');
    await settled(page);
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText(keys, { exact: true }).waitFor();
  });

shell('can be used by keyboard alone', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org');
  await settled(page);
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to content');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate('document.activeElement.id'), 'content');
  await page.getByRole('button', { name: /@example.org/u }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.menu :focus').waitFor();
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  await page.keyboard.press('Escape');
  assert.match(String(await page.evaluate("document.querySelector('button:focus')?.textContent")), /@example.org/u);
  await page.reload();
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
});

shell('keeps its navigation in a drawer on a phone, which closes after use', async ({ open }) => {
  const { page } = await open({ width: 390 });
  await page.goto('/w/org');
  await settled(page);
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await accessible(page);
  await page.getByRole('dialog').getByRole('link', { name: 'Publications', exact: true }).click();
  await page.getByRole('heading', { name: 'Publications' }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

shell('shows that a page does not exist, with a link onwards', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org/nowhere');
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
});

shell('is omitted on paper, where letters are dark in every theme', async ({ open }) => {
  const { page } = await open({ theme: 'dark' });
  await page.goto('/w/org/publications');
  await settled(page);
  const ink = () => page.evaluate<string>('getComputedStyle(document.body).color');
  const onScreen = await ink();
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('link', { name: 'Suggestions' }).waitFor({ state: 'hidden' });
  assert.equal(
    await page
      .getByRole('button')
      .filter({ visible: true, hasText: /^(?:Views|Columns)$/u })
      .count(),
    0,
  );
  assert.notEqual(await ink(), onScreen);
  await page.evaluate("document.documentElement.dataset.theme = 'dark'");
  assert.notEqual(await ink(), onScreen);
});

shell('finds pages, publications and actions by name in the command palette', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org');
  await settled(page);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Command palette' });
  await field.waitFor();
  await accessible(page);
  await page.keyboard.type('resonance');
  await page.getByRole('option', { name: 'On the resonance of cracked pots' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'On the resonance of cracked pots' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('dark');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  await page.keyboard.press('Control+k');
  await field.waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'hidden' });
});

shell('finds people, and does what the role may do, from the command palette', async ({ open, jo }) => {
  const { page } = await open({ token: jo.token });
  await page.goto('/w/org');
  await settled(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('invite');
  await page.getByText('Nothing found').waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('carberry');
  await page.getByRole('option', { name: 'Josiah S. Carberry' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Josiah S. Carberry' }).waitFor();
  for (const [typed, name] of [
    ['by doi', 'Add by DOI'],
    ['by hand', 'Add a publication by hand'],
    ['register', 'Register a person'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name }).waitFor();
    assert.equal(new URL(page.url()).hash, '');
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('Control+k');
  await page.keyboard.type('export');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'BibTeX', exact: true }).waitFor();
  const admin = await open();
  await admin.page.goto('/w/org');
  await settled(admin.page);
  await admin.page.keyboard.press('Control+k');
  await admin.page.keyboard.type('invite');
  await admin.page.keyboard.press('Enter');
  await admin.page.getByRole('dialog', { name: 'Invite a member' }).waitFor();
});

shell('opens from the command palette only matches of the words, not those from before', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org');
  await settled(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('resonance');
  await page.getByRole('option', { name: 'On the resonance of cracked pots' }).waitFor();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/publications?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('potlib');
  await page.keyboard.press('Enter');
  assert.equal(new URL(page.url()).pathname, '/w/org');
  assert.equal(await page.getByText('Nothing found').count(), 0);
  release();
  await page.getByRole('option', { name: 'potlib: a library for cracked pots' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'potlib: a library for cracked pots' }).waitFor();
});

shell('lists its shortcuts, which can be switched off', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/org');
  await settled(page);
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.getByRole('heading', { name: 'Publications' }).waitFor();
  await settled(page);
  await page.keyboard.press('/');
  await page.keyboard.type('gh');
  assert.equal(await page.getByRole('searchbox').inputValue(), 'gh');
  await page.getByRole('heading', { name: 'Publications' }).click();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByText('Go to Home').waitFor();
  await accessible(page);
  await sheet.getByRole('checkbox', { name: 'Use single-key shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Publications' }).click();
  await page.keyboard.press('?');
  assert.equal(await sheet.isVisible(), false);
});
