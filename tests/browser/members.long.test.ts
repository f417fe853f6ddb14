/** Members of a workspace: invited, given another role, removed. */
import assert from 'node:assert/strict';
import { accessible, fits } from './support/accessible.ts';
import { browserSuite } from './support/in-browser.ts';

const members = browserSuite('members', {
  isFilled: false,
  prepare: async ({ admin, root }) => {
    await root.post('/api/workspaces', { id: 'lone' });
    await admin.post('/api/members', { email: 'waiting@example.org', role: 'workspace_admin' });
  },
});

members('are invited, accept in their own browser, and are listed then', async ({ open, dashboard }) => {
  const { page } = await open();
  await page.goto('/w/org');
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('button', { name: 'Invite a member' }).click();
  const invitee = await dashboard.signIn('member', { workspace: 'other' });
  const email = invitee.email ?? '';
  await page.getByLabel('E-mail address').fill(` ${email} `);
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('dialog', { name: `${email} is invited` }).waitFor();
  await page.getByRole('button', { name: 'Make link' }).click();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  await accessible(page);
  const message = await page.getByRole('textbox', { name: 'Message' }).inputValue();
  assert.ok(message.includes(`${dashboard.url}/auth/link?token=`), message);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: /^Invitations/u }).click();
  await page.getByRole('row').filter({ hasText: email }).waitFor();

  const other = await open({ token: invitee.token });
  await other.page.goto('/w/other');
  await other.page.getByRole('button', { name: email }).click();
  await other.page.getByRole('link', { name: 'Memberships' }).click();
  await other.page.getByRole('listitem').filter({ hasText: 'Organisation' }).getByText('Member, invited').waitFor();
  await accessible(other.page);
  await other.page.getByRole('button', { name: 'Accept' }).click();
  await other.page.getByText('You are now a member of Organisation').waitFor();
  await other.page.getByRole('button', { name: 'Switch workspace: Organisation' }).waitFor();
  await page.getByRole('link', { name: /^Members \d/u }).click();
  await page.getByRole('row').filter({ hasText: email }).getByText('Member', { exact: true }).waitFor();
});

members(
  'without a provider sign in with a link, which is made, sent and withdrawn by keyboard',
  async ({ open, admin }) => {
    const email = 'by-link@example.org';
    await admin.post('/api/members', { email, role: 'member' });
    const { page } = await open({ language: 'de', width: 390, theme: 'dark', complains: /403/u });
    await page.goto('/w/org/members?show=invited');
    const row = page.getByRole('button', { name: `Anmeldelink: ${email}` });
    const makeLink = async (action: string): Promise<string> => {
      await row.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: action, exact: true }).focus();
      await page.keyboard.press('Enter');
      const message = page.getByRole('textbox', { name: 'Nachricht' });
      await message.and(page.locator(':focus')).waitFor();
      await accessible(page);
      await fits(page);
      return /http\S+/u.exec(await message.inputValue())?.[0] ?? '';
    };
    const withdrawn = await makeLink('Link erstellen');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText(`Der Anmeldelink für ${email} wurde zurückgezogen`).waitFor();
    await makeLink('Link erstellen');
    await page.getByRole('button', { name: 'Fertig' }).press('Enter');
    await page
      .getByRole('row')
      .filter({ hasText: email })
      .getByText(/^Anmeldelink von /u)
      .waitFor();
    const link = await makeLink('Neuen Link erstellen');
    await page.getByRole('button', { name: 'Fertig' }).press('Enter');

    const { page: theirs } = await open({ token: null, complains: /403/u });
    await theirs.goto(withdrawn);
    await theirs.getByRole('button', { name: 'Sign in' }).click();
    await theirs.getByText('Ask the administrator of your workspace for a new one').waitFor();
    await theirs.goto(link);
    await theirs.getByRole('button', { name: 'Sign in' }).press('Enter');
    await theirs.getByRole('heading', { name: 'Welcome to Colophon' }).waitFor();
    await row.waitFor({ state: 'detached' });
  },
);

members(
  "above the user's role cannot be changed, and a change by others is respected",
  async ({ open, admin, root, dashboard }) => {
    const { page } = await open({ complains: /412|404/u });
    const other = await dashboard.signIn('member');
    const row = page.getByRole('row').filter({ hasText: other.email ?? '' });
    await page.goto('/w/org/members');
    await page
      .getByRole('row')
      .filter({ hasText: root.email ?? '' })
      .getByText('Only a superadmin can change this')
      .waitFor();
    await row.getByRole('button', { name: /^Change role/u }).click();
    await page.getByRole('radio', { name: 'Administrator' }).check();
    assert.equal((await admin.patch(`/api/members/${other.userId}`, { role: 'workspace_admin' })).status, 200);
    await row.getByText('Administrator').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
    await page.getByRole('dialog').getByText('Someone else changed this in the meantime.').first().waitFor();
    await page.keyboard.press('Escape');
    await row.getByText('Administrator').waitFor();
    await row.getByRole('button', { name: /^Remove/u }).click();
    await admin.delete(`/api/members/${other.userId}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('This person is no longer a member or invitee.').waitFor();
  },
);

members('who give up their own role are warned, and lose access to its pages', async ({ open, dashboard }) => {
  const self = await dashboard.signIn('workspace_admin');
  // The list is read again when it changes, here by someone who may no longer read it.
  const { page } = await open({ token: self.token, complains: /403/u });
  await page.goto('/w/org/members');
  await page.getByText('You', { exact: true }).waitFor();
  await page.getByRole('button', { name: `Change role: ${self.email}` }).click();
  await page.getByRole('radio', { name: 'Member' }).check();
  await page.getByText('This is you', { exact: false }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
  await page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Members' }).count(), 0);
});
