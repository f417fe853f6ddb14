/** More of a publication's page: what is refused or in conflict, authors, toasts, and its history. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { join } from '../../commands/work-identity/supersede.ts';
import { accessible } from './support/accessible.ts';
import { EXTREMES, settled } from './support/browser.ts';
import { keyboard } from './support/hands.ts';
import { picture } from './support/pictures.ts';
import { browserSuite, type Scene } from './support/in-browser.ts';
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

publication('with an alias as its DOI leads to the one shown in its place', async ({ open, installation }) => {
  await join(installation, '10.5555/alias.of.pots', { by: POTS }, installation.caller);
  await installation.settled();
  const { page } = await open({ complains: /404/u });
  await page.goto('/w/org/publications');
  await page.goto(at('10.5555/alias.of.pots'));
  await page.waitForURL((url) => url.pathname === at(POTS));
  await row(page, 'title').waitFor();
});

publication('lists related works, whichever of the two states it', async ({ open, admin, installation }) => {
  const relation = [
    { type: 'is-version-of', 'id-type': 'doi', id: KILN },
    { type: 'is-preprint-of', 'id-type': 'doi', id: '10.5555/elsewhere' },
  ];
  const patch = [{ op: 'add', path: '/relation', value: relation }];
  assert.equal((await admin.patch(`/api/publications/${encodeURIComponent(GLAZE)}`, patch)).status, 200);
  await installation.settled();
  const { page } = await open({ width: 390 });
  await page.goto(at(GLAZE));
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Related works' }) });
  await card.getByText('Preprint of').waitFor();
  const elsewhere = card.getByRole('link', { name: 'DOI 10.5555/elsewhere' });
  assert.equal(await elsewhere.getAttribute('href'), 'https://doi.org/10.5555/elsewhere');
  await accessible(page);
  await card.getByText('Version of', { exact: true }).waitFor();
  await card.locator('a.row-name').click();
  await page.waitForURL((url) => url.pathname === at(KILN));
  await card.getByText('Has the version').waitFor();
});

publication('shows before its citation, which follows', async ({ open }) => {
  const { page } = await open();
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/citation?*', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto(at(POTS));
  await row(page, 'title').waitFor();
  const citation = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Citation' }) });
  await citation.waitFor();
  assert.equal(await citation.getByRole('button').count(), 0);
  release();
  await citation.getByRole('button').first().waitFor();
});

publication('has its licence, funders, relations and keywords edited', async (scene) => {
  const { page } = await scene.open({ width: 390, complains: /400/u });
  await page.goto(at(SHARDS));
  const add = async (field: string, name: string, press?: string) => {
    await page.getByLabel('Add a field').selectOption(name);
    if (press !== undefined) await row(page, field).getByRole('button', { name: press }).click();
    return row(page, field);
  };
  await (await add('license', 'Licence', 'Add a licence')).getByLabel('Web address of the licence').fill('CC BY');
  await row(page, 'license').getByText('Enter a web address').waitFor();
  await row(page, 'license')
    .getByLabel('Web address of the licence')
    .fill('http://creativecommons.org/licenses/by/4.0');
  await row(page, 'license').getByRole('combobox').selectOption('Published version');
  const funder = await add('funder', 'Funders', 'Add a funder');
  await funder.getByLabel('Name of the funder').fill('Carberry Foundation');
  await funder.getByLabel('Award numbers').fill('CP-1\nCP-2');
  const relation = await add('relation', 'Relations', 'Add a relation');
  await relation.getByRole('combobox', { name: 'Relation' }).selectOption('Part of');
  await relation.getByLabel('Identifier', { exact: false }).last().fill(SHARDS);
  await (await add('subject', 'Subjects')).getByRole('textbox').fill('Pots\nCracks');
  await accessible(page);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await relation.getByText('is the DOI of the record itself').waitFor();
  await relation.getByLabel('Identifier', { exact: false }).last().fill(POTS);
  await save.click();
  await relation.getByRole('link', { name: `DOI ${POTS}` }).waitFor();
  const { license, funder: funders, relation: relations, subject } = await merged(scene, SHARDS);
  assert.deepEqual(
    { license, funders, relations, subject },
    {
      license: [{ URL: 'https://creativecommons.org/licenses/by/4.0/', 'content-version': 'vor' }],
      funders: [{ name: 'Carberry Foundation', award: ['CP-1', 'CP-2'] }],
      relations: [{ type: 'is-part-of', 'id-type': 'doi', id: POTS }],
      subject: ['Pots', 'Cracks'],
    },
  );
  await toast(page, 'Saved').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await row(page, 'license').waitFor({ state: 'detached' });
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

publication('is shown again by a toast that stays while its button has the focus', async ({ open }) => {
  const { page } = await open();
  await page.clock.install();
  await page.goto(at(POTS));
  await page.getByRole('button', { name: 'Hide' }).click();
  await toast(page, 'Publication hidden').waitFor();
  await picture(page, 'hide');
  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: 'Undo', exact: true }).focus();
  await page.clock.runFor(20_000);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Hide' }).waitFor();
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
  await page
    .getByRole('button', { name: /^Undo: Publication edited/u })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('Undone by you').first().waitFor();
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
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
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
    await page.getByText('“Guest, Gleb”').waitFor();
    await accessible(page);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('This publication is deleted').waitFor();
    await page.getByRole('button', { name: 'Accept Gleb Guest' }).waitFor({ state: 'detached' });
    assert.equal(await page.getByText('“Guest, Gleb”').count(), 0);
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByRole('button', { name: 'Accept Gleb Guest' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Gleb Guest linked').waitFor();
    await page.getByRole('heading', { name: 'People' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Unlink Gleb Guest' }).waitFor();
    await keyboard.press(page.getByRole('button', { name: 'Unlink Gleb Guest' }));
    await page.getByText('Gleb Guest is no longer linked').last().waitFor();
    await keyboard.type(page.getByRole('searchbox', { name: 'Link someone' }), 'Gleb');
    await keyboard.press(page.getByRole('button', { name: 'Link Gleb Guest' }));
    await page.getByRole('button', { name: 'Unlink Gleb Guest' }).waitFor();
  },
);
