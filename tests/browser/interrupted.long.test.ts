/** Interruptions while an edit is saved: an ended session, a killed server, a slow or failing one, another user. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { grantSession } from '../../commands/identity/grant-session.ts';
import { endSession } from '../../commands/identity/sessions.ts';
import { accessible } from './support/accessible.ts';
import { fallingBehind } from './support/behind.ts';
import { openTab, settled } from './support/browser.ts';
import { browserSuite, ORCIDS, type Scene } from './support/in-browser.ts';
import { withMortal } from './support/mortal.ts';
import { GLAZE, POTS, SHARDS } from './support/publications.ts';
import { seedNamed } from './support/records.ts';
import { closing } from '../support/closing.ts';

const edit = browserSuite('an interrupted edit', {
  prepare: async (staff) => {
    await seedNamed(staff);
    await staff.admin.post('/api/installations', {
      id: 'museum',
      display_name: 'Museum',
      platform: 'cms_a',
      scopes: [],
    });
    await staff.admin.post('/api/installations/museum/activate');
    await staff.installation.settled();
  },
});

const publisher = (page: Page) => page.getByLabel('Publisher', { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const isPatch = (page: Page) => page.waitForRequest((request) => request.method() === 'PATCH');

/** Opens the publisher field of a publication and types. */
const typing = async (page: Page, doi: string, text: string): Promise<void> => {
  await page.goto(`/w/org/publications/${doi}`);
  await page.getByRole('button', { name: 'Edit Publisher', exact: true }).click();
  await publisher(page).fill(text);
};

const saved = async (page: Page, text: string): Promise<void> => {
  await page.locator('.toast').getByText('Changes saved').last().waitFor();
  await page.locator('[data-field="publisher"]').getByText(text).waitFor();
};

const publisherOf = async ({ admin }: Pick<Scene, 'admin'>, doi: string): Promise<unknown> => {
  const { status, text, body } = await admin.get(`/api/publications/${encodeURIComponent(doi)}`);
  assert.equal(status, 200, text);
  return (body as { merged: Record<string, unknown> }).merged['publisher'];
};

const ANN = { email: 'ann@example.org', role: 'member', workspace: 'org' } as const;

edit('continues after signing in again, with everything that was typed', async (scene) => {
  const { open, dashboard } = scene;
  const { token } = await grantSession(dashboard.deps, ANN);
  const tab = await open({ token });
  tab.expectComplaints(/401/u);
  const { page } = tab;
  await typing(page, SHARDS, 'Typed before the session ended');
  await endSession(dashboard.deps, token);
  await save(page).click();
  const lost = page.getByRole('dialog', { name: 'Your session has ended' });
  await lost.waitFor();
  await accessible(page);
  assert.equal(await publisher(page).inputValue(), 'Typed before the session ended');
  // A tab that comes to the front continues by itself; here the test triggers it.
  await page.evaluate(`addEventListener('focus', (event) => event.stopImmediatePropagation(), true)`);

  // The link opens a tab of its own, which leads to the same place and has the draft.
  const { linkSecret } = await grantSession(dashboard.deps, ANN);
  const other = await tab.context.newPage();
  await other.goto(`/auth/link?token=${encodeURIComponent(linkSecret)}`);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await publisher(other).waitFor();
  assert.equal(await publisher(other).inputValue(), 'Typed before the session ended');
  await other.close();

  await lost.getByRole('button', { name: 'I have signed in' }).click();
  await lost.waitFor({ state: 'hidden' });
  await publisher(page).press('End');
  await page.keyboard.type(', and after');
  await save(page).click();
  await saved(page, 'Typed before the session ended, and after');
  assert.equal(await publisherOf(scene, SHARDS), 'Typed before the session ended, and after');
});

edit('can be started on a page that could not be read before signing in again', async ({ open, dashboard }) => {
  const { token } = await grantSession(dashboard.deps, ANN);
  const tab = await open({ token });
  tab.expectComplaints(/401/u);
  const { page } = tab;
  await page.goto('/w/org/publications');
  await settled(page);
  // Only after the page's request: one that notices the end before covers its links with the dialog.
  await page.route(
    '**/api/people?*',
    async (route) => {
      await endSession(dashboard.deps, token);
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole('link', { name: 'People', exact: true }).click();
  const lost = page.getByRole('dialog', { name: 'Your session has ended' });
  await lost.waitFor();
  const { token: value } = await grantSession(dashboard.deps, ANN);
  await tab.context.addCookies([{ name: 'colophon_session', value, url: dashboard.url }]);
  await lost.getByRole('button', { name: 'I have signed in' }).click();
  await page.getByRole('link', { name: 'Josiah S. Carberry' }).waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
});

edit('is saved once, whether the server was killed before or after the write', ({ browser }) =>
  withMortal(async ({ url, token, kill, restart }) => {
    await using tab = closing(await openTab(browser, { url, token, width: 1280, theme: 'light' }));
    tab.expectComplaints(/ERR_|412/u);
    const { page } = tab;
    const dying = (write: boolean): Promise<unknown> =>
      page.route(
        '**/api/publications/*',
        async (route) => {
          if (write) assert.equal((await route.fetch()).status(), 200);
          await kill();
          await route.abort('connectionreset');
        },
        { times: 1 },
      );
    for (const [write, text] of [
      [false, 'Before it was written'],
      [true, 'After it was written'],
    ] as const) {
      await page.goto(`/w/org/publications/${SHARDS}`);
      await settled(page);
      await page.getByRole('button', { name: 'Edit Publisher', exact: true }).click();
      await publisher(page).fill(text);
      await dying(write);
      await save(page).click();
      await page.getByText('The server cannot be reached', { exact: false }).first().waitFor();
      assert.equal(await publisher(page).inputValue(), text);
      await restart();
      await save(page).click();
      await saved(page, text);
    }
    const answer = await page.request.get(`${url}/api/publications/${encodeURIComponent(SHARDS)}`);
    assert.equal(((await answer.json()) as { edit_count: number }).edit_count, 2);
    tab.quiet();
  }),
);

for (const isReread of [false, true])
  edit(
    `whose response was lost is saved again as one change that can be undone (reread: ${isReread})`,
    async (scene) => {
      const { page } = await scene.open({ complains: /ERR_|412/u });
      const before = await publisherOf(scene, GLAZE);
      if (!isReread) await page.route('**/api/changes*', () => undefined);
      const text = `Lost Press ${isReread}`;
      await typing(page, GLAZE, text);
      const changes = page.locator('.change');
      const known = await changes.count();
      await page.route(
        '**/api/publications/*',
        async (route) => {
          assert.equal((await route.fetch()).status(), 200);
          await route.abort('connectionreset');
        },
        { times: 1 },
      );
      await save(page).click();
      await page.getByText('The server cannot be reached').waitFor();
      if (isReread) await changes.nth(known).waitFor();
      await save(page).click();
      await saved(page, text);
      await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
      await page.locator('.toast').getByText('Undone: Changes saved').waitFor();
      assert.equal(await publisherOf(scene, GLAZE), before);
    },
  );

edit('is shown as being saved while the response is slow, and is sent once', async (scene) => {
  const { page } = await scene.open();
  await typing(page, GLAZE, 'Slowly Press');
  let sent = 0;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/publications/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    sent += 1;
    await held;
    return route.continue();
  });
  await Promise.all([isPatch(page), save(page).click()]);
  const busy = page.getByRole('button', { name: 'Saving', exact: true });
  await busy.press('Enter');
  await publisher(page).press('Enter');
  await accessible(page);
  release();
  await saved(page, 'Slowly Press');
  assert.equal(sent, 1);
  assert.equal(await publisherOf(scene, GLAZE), 'Slowly Press');
});

edit('is kept when it could not be saved, with the reason and a way to retry', async (scene) => {
  const { page } = await scene.open({ complains: /503|500/u });
  await typing(page, POTS, 'Stubborn Press');
  for (const [status, message] of [
    [503, 'The catalogue is not available at the moment'],
    [500, 'Something went wrong'],
  ] as const) {
    await page.route('**/api/publications/*', (route) => route.fulfill({ status, json: { error: 'away' } }), {
      times: 1,
    });
    await save(page).click();
    await page.getByRole('alert').getByText(message, { exact: false }).waitFor();
    assert.equal(await publisher(page).inputValue(), 'Stubborn Press');
  }
  await accessible(page);
  await save(page).click();
  await saved(page, 'Stubborn Press');
});

edit('that is refused after its dialog was closed is still reported, and kept for the next time', async (scene) => {
  const { page } = await scene.open({ complains: /503/u });
  await page.goto('/w/org/people');
  const opener = page.getByRole('button', { name: 'Register a person', exact: true });
  await opener.click();
  const dialog = page.getByRole('dialog');
  const orcid = dialog.getByLabel('ORCID iD', { exact: false });
  await orcid.fill('0000-0002-1694-233X');
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/people', async (route) => {
    await held;
    await route.fulfill({ status: 503, json: { error: 'away' } });
  });
  await orcid.press('Enter');
  await dialog.getByRole('button', { name: 'Saving', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  release();
  await page.getByRole('alert').getByText('The catalogue is not available at the moment').waitFor();
  await opener.click();
  assert.equal(await orcid.inputValue(), '0000-0002-1694-233X');
});

edit('is merged with an edit from another browser where they do not overlap, and nothing is lost', async (scene) => {
  const [mine, theirs] = [await scene.open(), await scene.open({ token: scene.jo.token, width: 390 })];
  mine.expectComplaints(/412/u);
  // Changes in the other browser must not be visible before.
  await mine.page.route('**/api/changes*', () => undefined);
  await typing(mine.page, GLAZE, 'Press of two browsers');
  await theirs.page.goto(`/w/org/publications/${GLAZE}`);
  await theirs.page.getByRole('button', { name: 'Edit Title', exact: true }).click();
  await theirs.page.getByLabel('Title', { exact: true }).fill('Title of two browsers');
  await save(theirs.page).click();
  await theirs.page.getByRole('heading', { name: 'Title of two browsers' }).waitFor();
  await save(mine.page).click();
  const dialog = mine.page.getByRole('dialog', { name: 'Someone else saved first' });
  await dialog.getByText('Title of two browsers').waitFor();
  await dialog.getByRole('button', { name: 'Save my changes too' }).click();
  await mine.page.getByRole('heading', { name: 'Title of two browsers' }).waitFor();
  await saved(mine.page, 'Press of two browsers');
  await theirs.page.locator('[data-field="publisher"]').getByText('Press of two browsers').waitFor();
  assert.equal(await publisherOf(scene, GLAZE), 'Press of two browsers');
});

edit('that yields to what someone else saved is not reported as saved', async ({ open, jo, admin }) => {
  const { page } = await open({ token: jo.token, complains: /412/u });
  await page.route('**/api/changes*', () => undefined);
  await typing(page, POTS, 'Given up Press');
  const patch = [{ op: 'add', path: '/publisher', value: 'Standing Press' }];
  assert.equal((await admin.patch(`/api/publications/${encodeURIComponent(POTS)}`, patch)).status, 200);
  await save(page).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else saved first' });
  await dialog.getByRole('radio', { name: /^Theirs/u }).check();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('[data-field="publisher"]').getByText('Standing Press').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await page.locator('.toast').count(), 0);
});

const saving = (page: Page) => page.getByRole('status').getByText('Saving', { exact: true });

type Act = {
  readonly at: string;
  readonly shows: (page: Page) => Locator;
  readonly act: (page: Page) => Promise<void>;
};

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

const ACTS: Readonly<Record<string, Act>> = {
  'a publication': {
    at: `publications/${POTS}`,
    shows: (page) => page.locator('[data-field="publisher"]').getByText('Written at once'),
    act: async (page) => {
      await press(page, 'Edit Publisher');
      await publisher(page).fill('Written at once');
      await press(page, 'Save');
    },
  },
  'a person': {
    at: `people/${ORCIDS[0]}`,
    shows: (page) => page.getByRole('button', { name: 'Restore' }),
    act: (page) => press(page, 'Archive'),
  },
  'a category': {
    at: 'categories/professors',
    shows: (page) => page.getByRole('heading', { name: 'Readers' }),
    act: async (page) => {
      await press(page, 'Edit Name');
      await page.getByRole('textbox', { name: 'English' }).fill('Readers');
      await press(page, 'Save');
    },
  },
  'a member': {
    at: 'members',
    shows: (page) => page.getByRole('row', { name: /jo@example.org.*Administrator/u }),
    act: async (page) => {
      await press(page, 'Change role: jo@example.org');
      await page.getByRole('radio', { name: 'Administrator' }).check();
      await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
    },
  },
  'a website': {
    at: 'keys/websites/museum',
    shows: (page) => page.getByRole('button', { name: 'Switch on' }),
    act: async (page) => {
      await press(page, 'Switch off');
      await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
    },
  },
  'a workspace': {
    at: 'workspaces',
    shows: (page) => page.getByRole('link', { name: 'Named at once' }),
    act: async (page) => {
      await press(page, 'Rename: Other');
      await page.getByRole('dialog').getByRole('textbox').fill('Named at once');
      await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    },
  },
};

edit('of anything is shown at once, and as being saved until listings show it', async ({ open, root }) => {
  const { page } = await open({ token: root.token });
  let catchUp = (): void => undefined;
  for (const [name, { at, shows, act }] of Object.entries(ACTS)) {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    ({ catchUp } = await fallingBehind(page));
    await page.goto(`/w/org/${at}`);
    await settled(page);
    await act(page);
    await shows(page).waitFor();
    await saving(page).waitFor();
    await settled(page);
    assert.ok(await shows(page).isVisible(), `${name} is shown as it was before`);
  }
  await accessible(page);
  const read = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/workspaces');
  catchUp();
  await read;
  await saving(page).waitFor({ state: 'detached' });
  await ACTS['a workspace']?.shows(page).waitFor();
});
