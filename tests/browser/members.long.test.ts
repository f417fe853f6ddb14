/** Members of a workspace: invited, given another role, removed. */
import assert from 'node:assert/strict';
import { accessible } from './support/accessible.ts';
import { settled } from './support/browser.ts';
import { browserSuite } from './support/in-browser.ts';
import { pressAt } from './support/keyboard.ts';

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
  await accessible(page);
  const message = await page.getByRole('textbox', { name: 'Message' }).inputValue();
  assert.ok(message.includes(`${dashboard.url}/`) && message.includes(email), message);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: /^Invitations/u }).click();
  await page.getByRole('cell', { name: email, exact: true }).waitFor();

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

members('are invited, given another role and withdrawn by keyboard alone', async ({ open, admin }) => {
  const { page } = await open();
  await page.goto('/w/org');
  await settled(page);
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await page.getByRole('heading', { name: 'Members' }).waitFor();
  await pressAt(page, 'Invite a member');
  await page.keyboard.type('keys@example.org');
  await page.keyboard.press('Enter');
  await pressAt(page, 'Done');
  await page.goto('/w/org/members?show=invited');
  await page.getByText('keys@example.org').waitFor();
  await pressAt(page, 'Message: keys@example.org');
  assert.match(await page.getByRole('textbox', { name: 'Message' }).inputValue(), /“Organisation”.*keys@example\.org/u);
  await pressAt(page, 'Done');
  await pressAt(page, 'Change role: keys@example.org');
  await page.getByRole('radio', { name: 'Member' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('row').filter({ hasText: 'keys@example.org' }).getByText('Administrator').waitFor();
  await pressAt(page, 'Withdraw: keys@example.org');
  await page.getByRole('dialog', { name: 'Withdraw the invitation of keys@example.org?' }).waitFor();
  await accessible(page);
  await page.keyboard.press('Enter');
  await page.getByText('The invitation of keys@example.org was withdrawn').waitFor();
  const invited = await admin.get('/api/members?status=invited');
  assert.ok(!invited.text.includes('keys@example.org'));
});

members('are not invited twice, and the page names their current role', async ({ open, jo }) => {
  const { page } = await open({ complains: /409/u });
  await page.goto('/w/org/members');
  await page.getByRole('button', { name: 'Invite a member' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail address').fill('waiting@example.org');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await dialog.getByText('already invited, as Administrator', { exact: false }).waitFor();
  await dialog.getByLabel('E-mail address').fill(jo.email ?? '');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await dialog.getByText('This person is already a member').waitFor();
  await dialog.getByRole('radio', { name: 'Administrator' }).check();
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await dialog.getByText('already a member, as Member', { exact: false }).waitFor();
});

members('are removed, and restored by an undo', async ({ open, dashboard, admin }) => {
  const { page } = await open();
  const { email, userId } = await dashboard.signIn('member');
  await page.goto('/w/org/members');
  await page.getByRole('button', { name: `Remove: ${email}` }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: `Remove: ${email}` }).click();
  await page.getByRole('dialog').getByText('lose access to this workspace at once', { exact: false }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText(`${email} was removed`).waitFor();
  await page.getByRole('cell', { name: email ?? '', exact: true }).waitFor({ state: 'detached' });
  assert.equal((await admin.get(`/api/members/${userId}`)).status, 404);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('cell', { name: email ?? '', exact: true }).waitFor();
});

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

members('keep the last administrator, as the page explains', async ({ open, dashboard }) => {
  const only = await dashboard.signIn('workspace_admin', { workspace: 'lone' });
  const { page } = await open({ token: only.token, complains: /409/u });
  await page.goto('/w/lone/members');
  await page.getByRole('button', { name: `Change role: ${only.email}` }).click();
  await page.getByRole('radio', { name: 'Member' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
  await page
    .getByRole('dialog')
    .getByText('This workspace has no other administrator', { exact: false })
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Leave: ${only.email}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.getByText('This workspace has no other administrator', { exact: false }).waitFor();
});

members('can leave a workspace, which the page confirms', async ({ open, dashboard }) => {
  const { token, email } = await dashboard.signIn('workspace_admin');
  const { page } = await open({ token, complains: /403/u });
  await page.goto('/w/org/members');
  await page.getByRole('button', { name: `Leave: ${email}` }).click();
  await page.getByRole('dialog', { name: 'Leave this workspace?' }).getByRole('button', { name: 'Leave' }).click();
  await page.getByText('You have left the workspace').waitFor();
  await page.getByRole('heading', { name: 'You are not a member of a workspace yet' }).waitFor();
});

members(
  'without administration rights leave a workspace, or decline an invitation to one, by keyboard alone',
  async ({ open, admin, dashboard }) => {
    const { token, email } = await dashboard.signIn('member', { workspace: 'other' });
    await admin.post('/api/members', { email, role: 'member' });
    const { page } = await open({ token });
    await page.goto('/invitations');
    await pressAt(page, 'Decline: Organisation');
    await page.getByRole('dialog', { name: 'Decline the invitation to Organisation?' }).waitFor();
    await pressAt(page, 'Decline');
    await page.getByText('You have declined the invitation to Organisation').waitFor();
    await page.getByText('You have no open invitations').waitFor();
    await pressAt(page, 'Leave: Other');
    await accessible(page);
    await pressAt(page, 'Leave');
    await page.getByText('You have left Other').waitFor();
    await page.getByRole('heading', { name: 'You are not a member of a workspace yet' }).waitFor();
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

members('are listed again after a failure, in German', async ({ open }) => {
  const { page } = await open({ language: 'de', complains: /503/u });
  let failures = 2;
  await page.route('**/api/members?*', (route) => {
    failures -= 1;
    return failures < 0 ? route.continue() : route.fulfill({ status: 503, json: { error: 'away' } });
  });
  await page.goto('/w/org/members');
  await page.getByText('Der Katalog ist gerade nicht verfügbar', { exact: false }).waitFor();
  failures = 0;
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await page.getByRole('heading', { name: 'Mitglieder' }).waitFor();
  await page
    .getByRole('button', { name: /^Rolle ändern/u })
    .first()
    .waitFor();
});
