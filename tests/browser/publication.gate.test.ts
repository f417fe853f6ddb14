/** A publication: read with its sources, corrected, reverted, hidden and deleted, by mouse and by keyboard. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { accessible } from './support/accessible.ts';
import { EXTREMES, settled } from './support/browser.ts';
import { HANDS } from './support/hands.ts';
import { browserSuite, type Scene } from './support/in-browser.ts';
import { picture } from './support/pictures.ts';
import { drift, GLAZE, HOSTILE, KILN, POTS, SHARDS } from './support/publications.ts';

const at = (doi: string): string => `/w/org/publications/${doi}`;
const toast = (page: Page, text: string) => page.locator('.toast').getByText(text);
const focused = (page: Page, button: string) =>
  page.getByRole('button', { name: button }).and(page.locator(':focus')).waitFor();
const row = (page: Page, field: string) => page.locator(`[data-field="${field}"]`);
/** Suggested as an author of `GUESTS`. */
const GLEB = '0000-0000-0000-6067';
const GUESTS = '10.5555/cpot.2022.018';
const merged = async ({ admin }: Scene, doi: string): Promise<Readonly<Record<string, unknown>>> => {
  const reply = await admin.get(`/api/publications/${encodeURIComponent(doi)}`);
  return (reply.body as { readonly merged: Readonly<Record<string, unknown>> }).merged;
};

const publication = browserSuite('a publication', {
  prepare: async (staff) => {
    await drift(staff);
    const patch = [{ op: 'replace', path: '/title', value: HOSTILE }];
    assert.equal((await staff.admin.patch(`/api/publications/${encodeURIComponent(KILN)}`, patch)).status, 200);
    assert.equal((await staff.admin.post('/api/people', { orcid: GLEB, name: 'Gleb Guest' })).status, 201);
    await staff.installation.settled();
  },
});

publication('is found in the list, and its wrong title is corrected', async (scene) => {
  const { page } = await scene.open();
  await page.goto('/w/org/publications');
  await page.getByRole('link', { name: 'On the resonance of cracked pots' }).click();
  await page.getByRole('heading', { name: 'On the resonance of cracked pots' }).waitFor();
  await row(page, 'title').getByText('Crossref').waitFor();
  await page.getByRole('button', { name: 'Edit Title' }).click();
  await page.getByLabel('Title', { exact: true }).fill('On the resonance of whole pots');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'On the resonance of whole pots' }).waitFor();
  await row(page, 'title')
    .getByText(/Edited by/u)
    .waitFor();
  await picture(page, 'correct-title');
  await row(page, 'title').getByRole('link').click();
  await page.locator('.change:target').waitFor();
  await picture(page, 'history');
  assert.equal((await merged(scene, POTS))['title'], 'On the resonance of whole pots');
  await page.getByRole('button', { name: 'Take back the edit of Title' }).click();
  await page.getByRole('heading', { name: 'On the resonance of cracked pots' }).waitFor();
  assert.equal((await merged(scene, POTS))['title'], 'On the resonance of cracked pots');
});

publication('has an edit reverted by keyboard, and restored by the toast', async (scene) => {
  const { page } = await scene.open();
  const path = `/api/publications/${encodeURIComponent(POTS)}`;
  assert.equal((await scene.jo.patch(path, [{ op: 'add', path: '/publisher', value: 'Our Press' }])).status, 200);
  await page.goto(at(POTS));
  await page.getByRole('button', { name: 'Take back the edit of Publisher' }).focus();
  await page.keyboard.press('Enter');
  await focused(page, 'Edit Publisher');
  await toast(page, 'The provider’s version applies again').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await row(page, 'publisher').getByText('Our Press').waitFor();
  assert.equal((await merged(scene, POTS))['publisher'], 'Our Press');
});

publication('is corrected by keyboard alone: a part of its date, its type and its language', async (scene) => {
  const { page } = await scene.open();
  await page.goto(at(POTS));
  await settled(page);
  await page.getByRole('button', { name: 'Edit Published' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-field="issued"] input:focus').waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('2018');
  await page.keyboard.press('Tab');
  await page.keyboard.type('May');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Enter');
  await row(page, 'issued').getByText('May 2018').waitFor();
  await page.getByRole('button', { name: 'Edit Published' }).and(page.locator(':focus')).waitFor();
  assert.deepEqual((await merged(scene, POTS))['issued'], { 'date-parts': [[2018, 5]] });
});

publication('reports an invalid value before it is sent', async ({ open }) => {
  const { page } = await open();
  await page.goto(at(POTS));
  await page.getByRole('button', { name: 'Edit Published' }).click();
  await row(page, 'issued').getByLabel('Day').fill('31');
  await row(page, 'issued').getByRole('combobox').selectOption('February');
  await row(page, 'issued').getByText('This is not a date').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled());
  await accessible(page);
});

publication('shows beside its field why the API refuses a value, once, until it is changed', async ({ open }) => {
  const { page } = await open({ complains: /400/u });
  await page.goto(at(POTS));
  await page.getByRole('button', { name: 'Edit Title', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Title', { exact: true }).fill('x'.repeat(80_000));
  await page.keyboard.press('ControlOrMeta+Enter');
  const tooLong = page.getByText('This is too long: at most 50,000 characters are possible.');
  await row(page, 'title').locator(tooLong).waitFor();
  assert.equal(await tooLong.count(), 1);
  await page.locator('[data-field="title"] textarea:focus').waitFor();
  const bar = page.getByRole('region', { name: 'Unsaved changes' });
  await bar.getByText('1 field changed · 1 field to correct').waitFor();
  await accessible(page);
  await page.getByLabel('Title', { exact: true }).fill('On the resonance of glazed pots');
  await tooLong.waitFor({ state: 'detached' });
  await page.getByLabel('Add a field').selectOption('Web address');
  await page.keyboard.type('www.example.org');
  await page.keyboard.press('Enter');
  const noAddress = page.getByText('Enter a web address that begins with https:// or http://.');
  await row(page, 'URL').locator(noAddress).waitFor();
  assert.equal(await noAddress.count(), 1);
  await bar.getByText('2 fields changed · 1 field to correct').waitFor();
  await bar.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Edit Title', exact: true }).click();
  await bar.getByText('Nothing changed yet', { exact: true }).waitFor();
  await bar.getByRole('button', { name: 'Close' }).click();
});

for (const view of EXTREMES)
  publication(`has a bar of changes that no message covers (${view.width} px)`, async ({ open }) => {
    const { page } = await open(view);
    await page.goto(at(GLAZE));
    const box = async (found: Locator) => (await found.boundingBox()) ?? assert.fail('it is not shown');
    const areApart = async (one: Locator, other: Locator): Promise<void> => {
      const [a, b] = [await box(one), await box(other)];
      const isBeside = a.x >= b.x + b.width || b.x >= a.x + a.width;
      assert.ok(isBeside || a.y >= b.y + b.height || b.y >= a.y + a.height, JSON.stringify([a, b]));
    };
    const message = page.locator('.toast');
    const bar = page.locator('.save-bar');
    await page.getByRole('button', { name: 'Hide' }).click();
    await toast(page, 'Publication hidden').waitFor();
    await page.getByRole('button', { name: 'Edit Publisher', exact: true }).click();
    await page.getByLabel('Publisher', { exact: true }).fill('');
    await areApart(
      page.getByRole('button', { name: 'Stop editing Publisher' }),
      row(page, 'publisher').locator('input'),
    );
    await page.evaluate('scrollTo(0, 0)');
    await areApart(message, bar);
    // As far as the bar leaves the bottom of the window free.
    for (let step = 0; step < 30; step += 1) {
      await page.mouse.wheel(0, 60);
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
      await areApart(message, bar);
    }
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
  });

publication('keeps what was typed through a reload, until it is discarded', async ({ open }) => {
  const { page } = await open();
  await page.goto(at(SHARDS));
  await page.getByRole('button', { name: 'Edit Publisher', exact: true }).click();
  await page.getByLabel('Publisher', { exact: true }).fill('Half a word');
  await page.reload();
  await settled(page);
  assert.equal(await page.getByLabel('Publisher', { exact: true }).inputValue(), 'Half a word');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.reload();
  await settled(page);
  await page.getByRole('button', { name: 'Edit Publisher', exact: true }).waitFor();
});

publication('has its authors reordered by buttons, and one added with an iD', async (scene) => {
  const { page } = await scene.open();
  await page.goto(at(POTS));
  await page.getByRole('button', { name: 'Edit Authors', exact: true }).click();
  const up = page.getByRole('button', { name: 'Move Brünnhöfer, Ilse up' });
  await up.focus();
  await page.keyboard.press('Enter');
  await page.getByText('Brünnhöfer, Ilse is now number 1 of 2').waitFor();
  assert.match(String(await page.evaluate('document.activeElement.getAttribute("aria-label")')), /Brünnhöfer/u);
  await page.getByRole('button', { name: 'Add a person' }).click();
  await page.keyboard.type('Þóra');
  await page.getByLabel('Family name').fill('Ægisdóttir');
  await page.getByLabel('ORCID iD', { exact: true }).fill('0000-0000-0000-2024');
  await page.getByText('This is not an ORCID iD').waitFor();
  await page.getByLabel('ORCID iD', { exact: true }).fill('https://orcid.org/0000-0000-0000-2023');
  await accessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await row(page, 'author')
    .getByText(/Edited by/u)
    .waitFor();
  const { author, custom } = await merged(scene, POTS);
  assert.deepEqual(
    (author as readonly { readonly family: string }[]).map(({ family }) => family),
    ['Brünnhöfer', 'Carberry', 'Ægisdóttir'],
  );
  const { author_orcids: orcids } = custom as { readonly author_orcids: readonly (string | null)[] };
  assert.equal(orcids[2], '0000-0000-0000-2023');
  await page.getByRole('button', { name: 'Take back the edit of Authors' }).click();
  await page.getByText('The provider’s version applies again').waitFor();
  await page.getByRole('button', { name: 'Take back the edit of Authors' }).waitFor({ state: 'detached' });
});

publication('shows an author who is moved past those shown at first, with the focus', async (scene) => {
  const author = Array.from({ length: 62 }, (_, n) => ({ family: `Author ${n + 1}` }));
  const path = `/api/publications/${encodeURIComponent(GLAZE)}`;
  assert.equal((await scene.admin.patch(path, [{ op: 'replace', path: '/author', value: author }])).status, 200);
  const { page } = await scene.open();
  await page.goto(at(GLAZE));
  await page.getByRole('button', { name: 'Edit Authors', exact: true }).click();
  await page.getByRole('button', { name: 'Move Author 60 down' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Author 60 is now number 61 of 62').waitFor();
  await focused(page, 'Move Author 60 down');
  await page.keyboard.press('Enter');
  await page.getByText('Author 60 is now number 62 of 62').waitFor();
  await focused(page, 'Move Author 60 down');
  await page.getByRole('button', { name: 'Discard' }).click();
});

publication('has its authors reordered by dragging', async ({ open }) => {
  const { page } = await open();
  await page.goto(at(POTS));
  await page.getByRole('button', { name: 'Edit Authors', exact: true }).click();
  const rows = page.locator('.name-row');
  await rows.nth(1).dragTo(rows.nth(0));
  await page.getByText('Brünnhöfer, Ilse is now number 1 of 2').waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
});

publication('shows both values where a provider differs; ours is kept', async ({ open }) => {
  const { page } = await open();
  await page.goto(at(SHARDS));
  const group = page.getByRole('group', { name: 'Two versions of Title' });
  await group.getByText('Shards: ours').waitFor();
  await group.getByText('Shards: theirs').waitFor();
  await group.getByRole('button', { name: 'Keep ours' }).focus();
  await page.keyboard.press('Enter');
  await group.waitFor({ state: 'detached' });
  await focused(page, 'Edit Title');
  await page.getByRole('heading', { name: 'Shards: ours' }).waitFor();
});

publication("shows both values where a provider differs; the provider's is accepted", async ({ open }) => {
  const { page } = await open();
  await page.goto(at(SHARDS));
  const group = page.getByRole('group', { name: 'Two versions of Publisher' });
  await group.getByRole('button', { name: 'Take theirs' }).click();
  await group.waitFor({ state: 'detached' });
  await row(page, 'publisher').getByText('Their Press').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await row(page, 'publisher').getByText('Our Press').waitFor();
});

for (const hand of HANDS)
  publication(`is hidden, and shown again by the toast, by ${hand.name}`, async ({ open }) => {
    const { page } = await open();
    await page.goto(at(POTS));
    await hand.press(page.getByRole('button', { name: 'Hide' }));
    await toast(page, 'Publication hidden').waitFor();
    await picture(page, 'hide');
    await hand.press(page.getByRole('button', { name: 'Undo' }));
    await page.getByRole('button', { name: 'Hide' }).waitFor();
  });

publication('is shown again by a toast that stays while its button has the focus', async ({ open }) => {
  const { page } = await open();
  await page.clock.install();
  await page.goto(at(POTS));
  await page.getByRole('button', { name: 'Hide' }).click();
  await toast(page, 'Publication hidden').waitFor();
  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.clock.runFor(20_000);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Hide' }).waitFor();
});

for (const hand of HANDS)
  publication(`is deleted and restored, by ${hand.name}`, async ({ open }) => {
    const { page } = await open();
    await page.goto(at(POTS));
    await hand.press(page.getByRole('button', { name: 'More' }));
    await hand.press(page.getByRole('button', { name: 'Delete' }));
    await page.getByText('This publication is deleted').waitFor();
    await toast(page, 'Publication deleted').waitFor();
    await focused(page, 'Restore');
    await picture(page, 'restore');
    await accessible(page);
    await hand.press(page.getByRole('button', { name: 'Restore', exact: true }));
    await toast(page, 'Publication restored').waitFor();
    await focused(page, 'Hide');
    await page.getByRole('button', { name: 'Hide' }).waitFor();
  });

publication('is cited in a format, which a button copies', async ({ open }) => {
  const tab = await open();
  const { page } = tab;
  await tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(at(POTS));
  await page.getByLabel('Format').selectOption('DOI');
  await page.getByRole('button', { name: 'Copy citation' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), `https://doi.org/${POTS}`);
});

publication('shows a conflict with both changes, and saves the chosen one', async (scene) => {
  const { page } = await scene.open({ complains: /412/u });
  await page.goto(at(SHARDS));
  await page.getByRole('button', { name: 'Edit Publisher', exact: true }).click();
  await page.getByLabel('Publisher', { exact: true }).fill('My Press');
  const others = [
    { op: 'add', path: '/publisher', value: 'Her Press' },
    { op: 'add', path: '/edition', value: '3' },
  ];
  assert.equal((await scene.jo.patch(`/api/publications/${encodeURIComponent(SHARDS)}`, others)).status, 200);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else saved first' });
  await dialog.getByText('Her Press').waitFor();
  await dialog.getByText('My Press').waitFor();
  await accessible(page);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await row(page, 'publisher').getByText('My Press').waitFor();
  const now = await merged(scene, SHARDS);
  assert.deepEqual([now['publisher'], now['edition']], ['My Press', '3']);
});

publication('names in a conflict who changed the same fields, not who made the last change', async (scene) => {
  const { page } = await scene.open({ complains: /412/u });
  await page.route('**/api/changes*', () => undefined);
  await page.goto(at(SHARDS));
  await page.getByRole('button', { name: 'Edit Publisher', exact: true }).click();
  await page.getByLabel('Publisher', { exact: true }).fill('A third press');
  const path = `/api/publications/${encodeURIComponent(SHARDS)}`;
  const write = async (person: Scene['jo'], field: string, value: unknown): Promise<void> =>
    assert.equal((await person.patch(path, [{ op: 'add', path: `/${field}`, value }])).status, 200);
  await write(scene.jo, 'publisher', 'Press of Jo');
  await write(scene.admin, 'visible', false);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else saved first' });
  await dialog.getByText('jo@example.org changed this record while you were editing.').waitFor();
  await dialog.getByRole('button', { name: 'Continue editing' }).click();

  await write(scene.admin, 'publisher', 'Press of mine');
  await page.reload();
  await settled(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const own = page.getByRole('dialog', { name: 'You have saved another version' });
  await own.getByText('You changed this record yourself').waitFor();
  await own.getByRole('radio', { name: 'Saved Press of mine' }).waitFor();
  assert.equal(await own.getByText('Theirs').count(), 0);
  await accessible(page);
  await own.getByRole('button', { name: 'Save', exact: true }).click();
  await row(page, 'publisher').getByText('A third press').waitFor();
  await write(scene.admin, 'visible', true);
});

publication('shows in a conflict that it was deleted, and remains deleted', async (scene) => {
  const { page } = await scene.open({ complains: /412/u });
  await page.route('**/api/changes*', () => undefined);
  await page.goto(at(SHARDS));
  await page.getByRole('button', { name: 'Edit Publisher', exact: true }).click();
  await page.getByLabel('Publisher', { exact: true }).fill('A late press');
  assert.equal((await scene.jo.delete(`/api/publications/${encodeURIComponent(SHARDS)}`)).status, 200);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('This publication has been deleted. If you save, it stays deleted.').waitFor();
  await accessible(page);
  await dialog.getByRole('button', { name: 'Save my changes too' }).click();
  await page.getByText('This publication is deleted').waitFor();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByRole('button', { name: 'Hide' }).waitFor();
});

publication('has a history, whose earlier values can be put into the form and saved', async (scene) => {
  const path = `/api/publications/${encodeURIComponent(GLAZE)}`;
  for (const value of ['A first title', 'A second title'])
    assert.equal((await scene.jo.patch(path, [{ op: 'replace', path: '/title', value }])).status, 200);
  const { page } = await scene.open();
  await page.goto(at(GLAZE));
  const change = page.getByRole('region', { name: 'History' }).locator('.change').first();
  await change.locator('del', { hasText: 'first' }).waitFor();
  await change.locator('ins', { hasText: 'second' }).waitFor();
  await accessible(page);
  await change.getByRole('button', { name: 'Restore these fields' }).click();
  await page.getByText('Earlier values are filled in').waitFor();
  assert.equal(await page.getByLabel('Title', { exact: true }).inputValue(), 'A first title');
  assert.equal((await merged(scene, GLAZE))['title'], 'A second title');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'A first title' }).waitFor();
  assert.equal((await merged(scene, GLAZE))['title'], 'A first title');
});

publication('asks before an earlier value replaces what is typed', async (scene) => {
  const path = `/api/publications/${encodeURIComponent(GLAZE)}`;
  for (const value of ['A first press', 'A second press'])
    assert.equal((await scene.jo.patch(path, [{ op: 'add', path: '/publisher', value }])).status, 200);
  const { page } = await scene.open();
  await page.goto(at(GLAZE));
  const field = page.getByLabel('Publisher', { exact: true });
  await page.getByRole('button', { name: 'Edit Publisher', exact: true }).click();
  await field.fill('A typed press');
  const restore = page.locator('.change').first().getByRole('button', { name: 'Restore these fields' });
  const dialog = page.getByRole('dialog', { name: 'Replace what you typed?' });
  await restore.click();
  await dialog.getByText('Publisher', { exact: true }).waitFor();
  await accessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await field.inputValue(), 'A typed press');
  await restore.focus();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await page.getByText('Earlier values are filled in').waitFor();
  assert.equal(await field.inputValue(), 'A first press');
  await page.getByRole('button', { name: 'Discard' }).click();
});

publication('has a history that does not compare a text with the note that one is too long to show', async (scene) => {
  const path = `/api/publications/${encodeURIComponent(GLAZE)}`;
  for (const value of ['Too long to read', 'long '.repeat(1_000), 'longer '.repeat(1_000)])
    assert.equal((await scene.jo.patch(path, [{ op: 'add', path: '/abstract', value }])).status, 200);
  const { page } = await scene.open();
  await page.goto(at(GLAZE));
  const sides = async (nth: number) =>
    (await page.locator('.change').nth(nth).locator('del, ins').allTextContents()).map((text) => text.trim());
  await page.locator('.change').nth(1).locator('del').waitFor();
  // Comparing loads a script of its own.
  await page.locator('.change .text-change:not(.apart)').first().waitFor();
  assert.deepEqual(await sides(1), ['removed: Too long to read;', 'added: Too long to show here;']);
  assert.deepEqual(await sides(0), ['removed: Too long to show here;', 'added: Too long to show here;']);
});

publication('gets its authors back from its history, each with their own iD', async (scene) => {
  const { page } = await scene.open();
  const before = await merged(scene, POTS);
  await page.goto(at(POTS));
  await page.getByRole('button', { name: 'Edit Authors', exact: true }).click();
  await page.getByRole('button', { name: /^Remove Brünnhöfer, Ilse/u }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await row(page, 'author')
    .getByText(/Edited by/u)
    .waitFor();
  const without = await merged(scene, POTS);
  assert.equal((without['author'] as readonly unknown[]).length, 1);
  // After the edit the authors are matched again, which changes the record too.
  await scene.installation.settled();
  await page.reload();
  await page.getByRole('button', { name: 'Restore these fields' }).first().click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Edit Authors', exact: true }).waitFor();
  const now = await merged(scene, POTS);
  assert.deepEqual([now['author'], now['custom']], [before['author'], before['custom']]);
});

publication('shows who edited a value, and links to that change', async ({ open }) => {
  const { page } = await open();
  await page.goto(at(KILN));
  await row(page, 'title').getByRole('link').click();
  await page.locator('.change:target').waitFor();
});

for (const [decision, message] of [
  ['Accept', 'Gleb Guest linked'],
  ['Reject', 'Gleb Guest rejected'],
] as const)
  publication(
    `has the answer to a suggestion undone by its toast, so that it is open again (${decision})`,
    async (scene) => {
      const { page } = await scene.open();
      await page.goto(at(GUESTS));
      const button = page.getByRole('button', { name: `${decision} Gleb Guest` });
      await button.focus();
      await page.keyboard.press('Enter');
      await toast(page, message).waitFor();
      await button.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await toast(page, `Undone: ${message}`).waitFor();
      await button.waitFor();
      assert.equal(await page.getByRole('button', { name: 'Unlink Gleb Guest' }).count(), 0);
      const { publications } = (await scene.admin.get(`/api/suggestions?doi=${encodeURIComponent(GUESTS)}`)).body as {
        readonly publications: readonly { readonly suggestions: readonly unknown[] }[];
      };
      assert.equal(publications[0]?.suggestions.length, 1);
    },
  );

publication(
  'has a person suggested, with the evidence; people are linked and unlinked by mouse and keyboard',
  async (scene) => {
    const { page } = await scene.open();
    await page.goto(at(GUESTS));
    await page.getByText('Listed as “Guest, Gleb”').waitFor();
    await accessible(page);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('This publication is deleted').waitFor();
    await page.getByRole('button', { name: 'Accept Gleb Guest' }).waitFor({ state: 'detached' });
    assert.equal(await page.getByText('Listed as “Guest, Gleb”').count(), 0);
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByRole('button', { name: 'Accept Gleb Guest' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Gleb Guest linked').waitFor();
    await page.getByRole('heading', { name: 'People' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Unlink Gleb Guest' }).waitFor();
    for (const hand of HANDS) {
      await hand.press(page.getByRole('button', { name: 'Unlink Gleb Guest' }));
      await page.getByText('Gleb Guest is no longer linked').last().waitFor();
      await hand.type(page.getByRole('searchbox', { name: 'Link someone' }), 'Gleb');
      await hand.press(page.getByRole('button', { name: 'Link Gleb Guest' }));
      await page.getByRole('button', { name: 'Unlink Gleb Guest' }).waitFor();
    }
  },
);
