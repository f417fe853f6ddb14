/** Signing in to the dashboard and out of it, in a real browser. */
import assert from 'node:assert/strict';
import { grantSession } from '../../commands/identity/grant-session.ts';
import { endSession } from '../../commands/identity/sessions.ts';
import { serveDashboard } from '../support/dashboard.ts';
import { openInstallation } from '../support/installation.ts';
import { accessible } from './support/accessible.ts';
import { browserSuite } from './support/in-browser.ts';

const entrance = browserSuite('the entrance', { isFilled: false });

entrance('tells a visitor what this is and how to sign in', async ({ open }) => {
  const { page } = await open({ token: null });
  await page.goto('/');
  await page.getByRole('heading', { name: 'The publication catalogue of your institute' }).waitFor();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

entrance('names the command for the first sign-in link, while no one can sign in', async ({ open }) => {
  await using installation = await openInstallation();
  await installation.settled();
  await using unentered = await serveDashboard(installation);
  const { page } = await open({ token: null, width: 390, theme: 'dark' });
  await page.goto(unentered.url);
  const command = await page.getByRole('textbox', { name: 'No one can sign in yet' }).inputValue();
  assert.equal(command, 'colophon sessions create --email you@example.org --role superadmin');
  await accessible(page);
});

entrance('uses the language of its reader, or the one that they choose', async ({ open }) => {
  const { page } = await open({ token: null, language: 'de' });
  await page.goto('/');
  await page.getByRole('heading', { name: 'Der Publikationskatalog Ihres Instituts' }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'de');
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'The publication catalogue of your institute' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'The publication catalogue of your institute' }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
});

entrance('leads by a sign-in link and the keyboard to the requested page', async ({ open, dashboard }) => {
  const { linkSecret } = await grantSession(dashboard.deps, {
    email: 'ann@example.org',
    role: 'member',
    workspace: 'org',
  });
  const { page } = await open({ token: null });
  await page.goto('/w/org/publications?q=pots');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto(`/auth/link?token=${encodeURIComponent(linkSecret)}`);
  await accessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Publications' }).waitFor();
  assert.equal(new URL(page.url()).search, '?q=pots');
});

entrance('leads home if the requested address is no page', async ({ open, dashboard }) => {
  const { linkSecret } = await grantSession(dashboard.deps, {
    email: 'lost@example.org',
    role: 'member',
    workspace: 'org',
  });
  const { page } = await open({ token: null });
  await page.goto(`${dashboard.url}//elsewhere.example/x`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto(`/auth/link?token=${encodeURIComponent(linkSecret)}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${dashboard.url}/w/org`);
});

entrance('reports that a link has been used, and offers another', async ({ open }) => {
  const tab = await open({ token: null });
  tab.expectComplaints(/403/u);
  await tab.page.goto('/auth/link?token=used');
  await tab.page.getByRole('button', { name: 'Sign in' }).click();
  await tab.page.getByText('This link has been used or has expired').waitFor();
  await accessible(tab.page);
  await tab.page.getByRole('link', { name: 'Go to the start page' }).click();
  await tab.page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

entrance('signs out, and leaves no drafts behind', async ({ open, dashboard }) => {
  const { token } = await dashboard.signIn('member', { email: 'leaving@example.org' });
  const { page } = await open({ token });
  await page.goto('/');
  await page.getByRole('button', { name: 'leaving@example.org' }).click();
  await page.evaluate("localStorage.setItem('colophon:draft:x:y', '{}')");
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.equal(await page.evaluate("localStorage.getItem('colophon:draft:x:y')"), null);
});

entrance(
  'asks a user whose session has ended to sign in again, and continues where they were',
  async ({ open, dashboard }) => {
    const { token } = await dashboard.signIn('member', { email: 'lost@example.org' });
    const tab = await open({ token });
    tab.expectComplaints(/401/u);
    const { page } = tab;
    // A page that is still about to open its stream of changes would notice the end by that, before anything is typed.
    const streamOpened = page.waitForResponse(/\/api\/changes\?workspace_id=/u);
    await page.goto('/w/org/publications');
    await page
      .getByRole('heading', { name: 'There are no publications yet' })
      .or(page.getByText('There are no publications yet'))
      .first()
      .waitFor();
    await streamOpened;
    await endSession(dashboard.deps, token ?? '');
    await page.getByRole('searchbox').fill('kiln');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    await accessible(page);
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'I have signed in' }).click();
    await dialog.getByText('You are still signed out').waitFor();
    const again = await grantSession(dashboard.deps, { email: 'lost@example.org', role: 'member', workspace: 'org' });
    await tab.context.addCookies([{ name: 'colophon_session', value: again.token, url: dashboard.url }]);
    await dialog.getByRole('button', { name: 'I have signed in' }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await page.getByRole('searchbox').inputValue(), 'kiln');
  },
);

entrance(
  'tells a user without a workspace why, and lets them accept an invitation',
  async ({ open, dashboard, admin }) => {
    const { token, userId } = await grantSession(dashboard.deps, {
      email: 'newcomer@example.org',
      role: 'member',
      workspace: 'org',
    });
    assert.equal((await admin.delete(`/api/members/${userId}`)).status, 200);
    const { page } = await open({ token });
    await page.goto('/');
    await page.getByRole('heading', { name: 'You are not a member of a workspace yet' }).waitFor();
    await page.getByText('You have no open invitations').waitFor();
    await accessible(page);
    const invited = await admin.post('/api/members', { email: 'newcomer@example.org', role: 'member' });
    assert.equal(invited.status, 201);
    await page.reload();
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('heading', { name: 'Welcome to Colophon' }).waitFor();
  },
);

entrance('tells a member of one workspace that they have no access to another', async ({ open }) => {
  const { page } = await open();
  await page.goto('/w/other/publications');
  await page.getByRole('heading', { name: 'You do not have access to the workspace “other”' }).waitFor();
  await accessible(page);
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await page.getByRole('heading', { name: 'Welcome to Colophon' }).waitFor();
});

entrance('lets a superadmin switch between all workspaces', async ({ open, root }) => {
  const { page } = await open({ token: root.token });
  await page.goto('/w/org');
  await page.getByRole('button', { name: 'Switch workspace' }).click();
  await page.getByRole('link', { name: 'Other', exact: true }).click();
  await page.waitForURL('**/w/other');
  await page.getByRole('button', { name: 'Switch workspace: Other' }).waitFor();
});
