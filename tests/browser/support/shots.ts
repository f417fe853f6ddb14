/** Pages and states that are worth looking at: the pictures of `npm run screenshots`. */
import type { Page } from 'playwright-core';
import { ORCIDS } from './in-browser.ts';
import type { View } from './browser.ts';

export type Shot = {
  readonly name: string;
  readonly as: 'admin' | 'root' | 'newcomer' | 'nobody';
  readonly address: string;
  /** What is done before the picture is taken. */
  readonly act?: (page: Page, view: View) => Promise<unknown>;
  /** The whole page, below the fold too. */
  readonly whole?: boolean;
};

const openDrawer = async (page: Page, { width }: View): Promise<void> => {
  if (width < 800) await page.getByRole('button', { name: 'Open navigation' }).click();
};

const openFirst = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: /^Show what changed/u })
    .first()
    .click();
};

export const SHOTS: readonly Shot[] = [
  { name: 'start', as: 'nobody', address: '/' },
  { name: 'sign-in-link', as: 'nobody', address: '/auth/link?token=example' },
  { name: 'home', as: 'admin', address: '/w/org', whole: true },
  { name: 'home-empty', as: 'newcomer', address: '/w/other', whole: true },
  { name: 'publications', as: 'admin', address: '/w/org/publications' },
  {
    name: 'publications-chosen',
    as: 'admin',
    address: '/w/org/publications',
    act: async (page) => {
      for (const n of [1, 2])
        await page
          .getByRole('checkbox', { name: /^Select /u })
          .nth(n)
          .check();
    },
  },
  {
    name: 'publications-many',
    as: 'admin',
    address: '/w/org/publications',
    act: async (page) => {
      for (const n of [1, 2])
        await page
          .getByRole('checkbox', { name: /^Select /u })
          .nth(n)
          .check();
      await page.getByRole('button', { name: 'Hide', exact: true }).click();
      await page.locator('.batch-list li').first().waitFor();
    },
  },
  { name: 'activity', as: 'admin', address: '/w/org/activity', act: openFirst },
  { name: 'activity-all', as: 'admin', address: '/w/org/activity?housekeeping=true' },
  { name: 'activity-nothing', as: 'admin', address: '/w/org/activity?q=nothing+has+these+words' },
  {
    name: 'activity-undo',
    as: 'admin',
    address: '/w/org/activity',
    act: async (page) => {
      await page.getByRole('button', { name: /^Undo/u }).last().click();
      await page.locator('.undo-list, .undo-part').first().waitFor();
    },
  },
  {
    name: 'account-menu',
    as: 'admin',
    address: '/w/org/publications',
    act: async (page, view) => {
      await openDrawer(page, view);
      await page.getByRole('button', { name: 'librarian@example.org' }).click();
    },
  },
  {
    name: 'workspaces',
    as: 'root',
    address: '/w/org',
    act: async (page, view) => {
      await openDrawer(page, view);
      await page.getByRole('button', { name: 'Switch workspace' }).click();
    },
  },
  {
    name: 'palette',
    as: 'admin',
    address: '/w/org/publications',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Command palette' }).fill('pot');
      await page.getByRole('option', { name: 'A pot that never cracked', exact: true }).waitFor();
    },
  },
  {
    name: 'shortcuts',
    as: 'admin',
    address: '/w/org/publications',
    act: (page) => page.keyboard.press('?'),
  },
  {
    name: 'more-filters',
    as: 'admin',
    address: '/w/org/publications?min_cited_by=1',
    act: async (page, { width }) => {
      if (width < 800) await page.getByRole('button', { name: 'Filters' }).first().click();
      await page.getByRole('button', { name: 'More filters' }).click();
    },
  },
  { name: 'no-match', as: 'admin', address: '/w/org/publications?q=nothing+like+this' },
  {
    name: 'ingestion',
    as: 'admin',
    address: '/w/org/ingestion',
    whole: true,
    act: async (page) => {
      const [first = '', second = ''] = ORCIDS;
      await page.getByLabel('ORCID iDs').fill(`${first}, ${first} ${second} 0000-0001-5109-3700 0000-0002-1825-0098`);
      await page.getByText('3 ready').waitFor();
      await page.getByLabel('DOI', { exact: true }).fill('10.5555/cpot.2019.001');
      await page.getByRole('button', { name: 'Look up' }).click();
      await page.locator('.notice').waitFor({ timeout: 60_000 });
    },
  },
  { name: 'ingestion-empty', as: 'newcomer', address: '/w/other/ingestion' },
  { name: 'suggestions', as: 'admin', address: '/w/org/suggestions' },
  { name: 'suggestions-list', as: 'admin', address: '/w/org/suggestions?view=list' },
  { name: 'people', as: 'admin', address: '/w/org/people' },
  { name: 'person', as: 'admin', address: '/w/org/people/0000-0002-1825-0097', whole: true },
  {
    name: 'register',
    as: 'admin',
    address: '/w/org/people',
    act: (page) => page.getByRole('button', { name: 'Register a person' }).click(),
  },
  { name: 'keys', as: 'admin', address: '/w/org/keys' },
  { name: 'keys-empty', as: 'newcomer', address: '/w/other/keys' },
  {
    name: 'keys-new',
    as: 'admin',
    address: '/w/org/keys',
    act: (page) => page.getByRole('button', { name: 'New website key' }).click(),
  },
  {
    name: 'keys-issued',
    as: 'admin',
    address: '/w/org/keys/websites/institute',
    act: async (page) => {
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByRole('button', { name: 'Make key' }).click();
      await page.getByRole('textbox', { name: 'Key', exact: true }).waitFor();
    },
  },
  { name: 'keys-website', as: 'admin', address: '/w/org/keys/websites/institute', whole: true },
  { name: 'keys-website-waiting', as: 'admin', address: '/w/org/keys/websites/museum', whole: true },
  {
    name: 'keys-replace',
    as: 'admin',
    address: '/w/org/keys/websites/institute',
    act: (page) =>
      page
        .getByRole('button', { name: /^Replace/u })
        .first()
        .click(),
  },
  {
    name: 'keys-revoke',
    as: 'admin',
    address: '/w/org/keys/websites/institute',
    act: (page) =>
      page
        .getByRole('button', { name: /^Revoke/u })
        .first()
        .click(),
  },
  {
    name: 'keys-end',
    as: 'admin',
    address: '/w/org/keys/websites/institute',
    act: (page) => page.getByRole('button', { name: 'End for good' }).click(),
  },
  { name: 'keys-partners', as: 'admin', address: '/w/org/keys/partners' },
  {
    name: 'keys-partner-new',
    as: 'admin',
    address: '/w/org/keys/partners',
    act: (page) => page.getByRole('button', { name: 'New partner key' }).click(),
  },
  {
    name: 'keys-partner',
    as: 'admin',
    address: '/w/org/keys/partners',
    whole: true,
    act: async (page) => {
      await page.getByRole('link', { name: 'Research portal' }).click();
      await page.getByText('Latest requests').waitFor();
    },
  },
  { name: 'members', as: 'admin', address: '/w/org/members' },
  { name: 'members-invited', as: 'admin', address: '/w/org/members?show=invited' },
  { name: 'members-none-invited', as: 'newcomer', address: '/w/other/members?show=invited' },
  {
    name: 'members-invite',
    as: 'root',
    address: '/w/org/members',
    act: (page) => page.getByRole('button', { name: 'Invite a member' }).click(),
  },
  {
    name: 'members-tell',
    as: 'admin',
    address: '/w/org/members',
    act: async (page) => {
      await page.getByRole('button', { name: 'Invite a member' }).click();
      await page.getByLabel('E-mail address').fill('grace@example.org');
      await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
      await page.getByRole('textbox', { name: 'Message' }).waitFor();
    },
  },
  {
    name: 'members-role',
    as: 'admin',
    address: '/w/org/members',
    act: async (page) => {
      await page.getByRole('button', { name: 'Change role: librarian@example.org' }).click();
      await page.getByRole('dialog').getByLabel('Member', { exact: true }).check();
    },
  },
  {
    name: 'members-remove',
    as: 'admin',
    address: '/w/org/members',
    act: (page) => page.getByRole('button', { name: 'Remove: jo@example.org' }).click(),
  },
  { name: 'all-workspaces', as: 'root', address: '/w/org/workspaces' },
  {
    name: 'all-workspaces-new',
    as: 'root',
    address: '/w/org/workspaces',
    act: async (page) => {
      await page.getByRole('button', { name: 'New workspace' }).click();
      await page.getByRole('textbox', { name: 'Name', exact: false }).first().fill('Musée des Céramiques');
    },
  },
  {
    name: 'all-workspaces-rename',
    as: 'root',
    address: '/w/org/workspaces',
    act: async (page) => {
      await page.getByRole('button', { name: 'Rename: Other' }).click();
      await page.getByRole('dialog').getByRole('textbox').waitFor();
    },
  },
  { name: 'site-tools', as: 'root', address: '/w/org/site-tools', whole: true },
  {
    name: 'site-tools-plans',
    as: 'admin',
    address: '/w/org/site-tools',
    whole: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Show what would happen: Repair author links' }).click();
      await page.getByText('10.5555/lids').waitFor();
      await page.getByRole('button', { name: 'Show what would happen: Clear stuck jobs' }).click();
      await page.getByText('0000-0002-1694-233X').waitFor();
      await page.getByLabel('All entries').check();
      await page.getByRole('button', { name: 'Show what would happen: Clean up activity' }).click();
      await page.getByText('would be hidden').waitFor();
    },
  },
  {
    name: 'site-tools-reset',
    as: 'root',
    address: '/w/org/site-tools',
    whole: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Show what would happen: Reset data' }).click();
      await page.getByText('These would be removed').waitFor();
    },
  },
  { name: 'works', as: 'admin', address: '/w/org/works' },
  { name: 'works-empty', as: 'newcomer', address: '/w/other/works' },
  {
    name: 'works-new',
    as: 'admin',
    address: '/w/org/works',
    act: (page) => page.getByRole('button', { name: 'Add a work' }).click(),
  },
  { name: 'work', as: 'admin', address: '/w/org/works/isbn%3A9780306406157', whole: true },
  {
    name: 'work-editing',
    as: 'admin',
    address: '/w/org/works/report-2024',
    whole: true,
    act: async (page) => {
      for (const name of ['Title', 'Published', 'Web address'])
        await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
    },
  },
  { name: 'projects', as: 'admin', address: '/w/org/projects' },
  {
    name: 'project-new',
    as: 'admin',
    address: '/w/org/projects',
    act: (page) => page.getByRole('button', { name: 'Create a project' }).click(),
  },
  { name: 'project', as: 'admin', address: '/w/org/projects/six-kilns', whole: true },
  {
    name: 'project-editing',
    as: 'admin',
    address: '/w/org/projects/six-kilns',
    whole: true,
    act: async (page) => {
      for (const name of ['Start', 'Members', 'Funders', 'Total funding', 'Logo'])
        await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
      await page.getByRole('searchbox', { name: 'Add a person' }).fill('carb');
      await page.getByText('Added', { exact: true }).waitFor();
    },
  },
  { name: 'entities', as: 'admin', address: '/w/org/entities?status=all' },
  { name: 'categories-none', as: 'newcomer', address: '/w/other/categories' },
  {
    name: 'entity-editing',
    as: 'admin',
    address: '/w/org/entities/kiln',
    whole: true,
    act: (page) => page.getByRole('button', { name: 'Edit Name' }).click(),
  },
  { name: 'no-such-page', as: 'admin', address: '/w/org/nowhere' },
  { name: 'other-workspace', as: 'admin', address: '/w/other' },
  { name: 'invitations', as: 'admin', address: '/invitations' },
  { name: 'publication', as: 'admin', address: '/w/org/publications/10.5555/cpot.2021.007', whole: true },
  { name: 'publication-drift', as: 'admin', address: '/w/org/publications/10.5555/book.shards', whole: true },
  {
    name: 'publication-editing',
    as: 'admin',
    address: '/w/org/publications/10.5555/cpot.2019.001',
    whole: true,
    act: async (page) => {
      for (const name of ['Title', 'Authors', 'Published'])
        await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
      await page.getByRole('button', { name: 'Edit Carberry, Josiah', exact: true }).click();
    },
  },
];
