import assert from 'node:assert/strict';
import { EXTREMES } from './support/browser.ts';
import { browserSuite } from './support/in-browser.ts';

const workspaces = browserSuite('workspaces', { isFilled: false });

for (const view of EXTREMES)
  workspaces(`show how much each has (${view.width} px)`, async ({ open, root }) => {
    const { page } = await open({ ...view, token: root.token });
    await page.goto('/w/org/workspaces');
    const counts = view.width === 390 ? 'Publications 0 People 0 Members 3' : '0 0 3';
    await page.getByRole('row', { name: new RegExp(`^Organisation You are here org ${counts} `, 'u') }).waitFor();
  });

workspaces(
  'are created with a short name derived from their name, and their administrator is invited next',
  async ({ open, root }) => {
    const { page } = await open({ token: root.token, complains: /409/u });
    await page.goto('/w/org');
    await page.getByRole('link', { name: 'Workspaces' }).click();
    await page.getByRole('button', { name: 'New workspace' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: /^Name/u }).fill('Musée des Céramiques');
    assert.equal(await dialog.getByLabel('Short name').inputValue(), 'musee-des-ceramiques');
    await dialog.getByLabel('Short name').fill('Musée!');
    await dialog.getByRole('button', { name: 'Create workspace' }).click();
    await dialog.getByText('Use 1 to 40 characters', { exact: false }).last().waitFor();
    await dialog.getByLabel('Short name').fill('other');
    await dialog.getByRole('button', { name: 'Create workspace' }).click();
    await dialog.getByText('This short name is taken').waitFor();
    await dialog.getByLabel('Short name').fill('musee');
    await dialog.getByRole('button', { name: 'Create workspace' }).click();
    await page.getByText('“Musée des Céramiques” was created').waitFor();
    await page.getByRole('link', { name: 'Invite an administrator' }).click();
    await page.getByRole('heading', { name: 'Members' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/w/musee/members');
  },
);

/** Whether the field of the dialog has the focus when it first appears, before any key can be pressed. */
const FOCUSED_AT_ONCE = `new Promise((resolve) => {
  new MutationObserver((_, observer) => {
    const field = document.querySelector('dialog[open] input');
    if (field === null) return;
    observer.disconnect();
    resolve(document.activeElement === field);
  }).observe(document.body, { childList: true, subtree: true });
  document.querySelector('button[aria-label="Rename: Other"]').click();
})`;

workspaces('have a field for the new name that has the focus at once', async ({ open, root }) => {
  const { page } = await open({ token: root.token });
  await page.goto('/w/org/workspaces');
  await page.getByRole('button', { name: 'Rename: Other' }).waitFor();
  assert.equal(await page.evaluate(FOCUSED_AT_ONCE), true);
});

workspaces('keep the buttons of their rows within reach where the table is wider than the window', async (scene) => {
  const { page } = await scene.open({ token: scene.root.token, language: 'de' });
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.goto('/w/org/workspaces');
  await page.getByRole('button', { name: 'Umbenennen: Other' }).click();
  await page.getByRole('dialog', { name: 'Other umbenennen' }).waitFor();
});
