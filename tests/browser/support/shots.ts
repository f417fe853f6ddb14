/** Pages and states worth looking at: the pictures of `npm run screenshots`. */
import type { Page } from 'playwright-core';
import { EMERITA, MERGED } from './without-orcid.ts';
import { ORCIDS } from './in-browser.ts';
import type { View } from './browser.ts';

export type Shot = {
  readonly name: string;
  readonly as: 'admin' | 'root' | 'newcomer' | 'nobody';
  readonly address: string;
  /** What is done before the picture is taken. */
  readonly act?: (page: Page, view: View) => Promise<unknown>;
  /** The whole page, including below the fold. */
  readonly whole?: boolean;
};

const openDrawer = async (page: Page, { width }: View): Promise<void> => {
  if (width < 800) await page.getByRole('button', { name: 'Open navigation' }).click();
};

type Act = NonNullable<Shot['act']>;

/** By the administrator; the visible part of the window. */
const shot = (name: string, address: string, act?: Act): Shot => ({ name, as: 'admin', address, ...(act && { act }) });
const whole = (each: Shot): Shot => ({ ...each, whole: true });
const by = (as: Shot['as'], each: Shot): Shot => ({ ...each, as });

/** The first button of this name. */
const press =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByRole('button', { name }).first().click();
const openFields =
  (...names: readonly string[]): Act =>
  async (page) => {
    for (const name of names) await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  };
const showing =
  (text: string): Act =>
  (page) =>
    page.getByText(text).first().waitFor();
const editName: Act = async (page) => {
  await page.getByRole('link', { name: 'Josiah S. Carberry' }).waitFor();
  await page.getByRole('button', { name: 'Edit Name' }).click();
};
const add =
  (way: string): Act =>
  async (page) => {
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: way }).click();
  };
const choose: Act = async (page) => {
  for (const n of [1, 2])
    await page
      .getByRole('checkbox', { name: /^Select /u })
      .nth(n)
      .check();
};

export const SHOTS: readonly Shot[] = [
  by('nobody', shot('start', '/')),
  by('nobody', shot('sign-in-link', '/auth/link?token=example')),
  whole(shot('home', '/w/org')),
  by('newcomer', whole(shot('home-empty', '/w/other'))),
  shot('publications', '/w/org/publications'),
  shot('publications-chosen', '/w/org/publications', choose),
  shot('publications-export', '/w/org/publications', press('Export')),
  shot('publications-chosen-export', '/w/org/publications', async (page, view) => {
    await choose(page, view);
    await page.getByRole('button', { name: 'Export', exact: true }).last().click();
  }),
  shot('publications-many', '/w/org/publications', async (page, view) => {
    await choose(page, view);
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    await page.locator('.batch-list li').first().waitFor();
  }),
  shot('import', '/w/org/publications/import'),
  shot('import-checked', '/w/org/publications/import', async (page) => {
    const list =
      '@book{jars, title={A history of jars}, author={Doe, Jane}, year=1975}\n@book{broken, title={Never closed';
    await page.locator('textarea').fill(list);
    await page.locator('main button[type=submit]').click();
    await page.getByRole('table').waitFor();
  }),
  shot('activity', '/w/org/activity', press(/^Show what changed/u)),
  shot('activity-all', '/w/org/activity?housekeeping=true', press(/^Show what changed/u)),
  shot('activity-filtered', '/w/org/activity?status=succeeded', async (page, { width }) => {
    if (width < 800) await page.getByRole('button', { name: 'Filters' }).first().click();
  }),
  shot('activity-nothing', '/w/org/activity?q=nothing+has+these+words'),
  shot('activity-undo', '/w/org/activity', async (page) => {
    await page.getByRole('button', { name: /^Undo/u }).last().click();
    await page.locator('.undo-list, .undo-part').first().waitFor();
  }),
  shot('account-menu', '/w/org/publications', async (page, view) => {
    await openDrawer(page, view);
    await page.getByRole('button', { name: 'librarian@example.org' }).click();
  }),
  by(
    'root',
    shot('workspaces', '/w/org', async (page, view) => {
      await openDrawer(page, view);
      await page.getByRole('button', { name: 'Switch workspace' }).click();
    }),
  ),
  shot('palette', '/w/org/publications', async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command palette' }).fill('carberry');
    await page.getByRole('option', { name: 'Josiah S. Carberry' }).waitFor();
  }),
  shot('shortcuts', '/w/org/publications', (page) => page.keyboard.press('?')),
  shot(
    'more-filters',
    '/w/org/publications?min_cited_by=1&from_year=2001&orcid_id=0000-0002-1825-0097',
    async (page, { width }) => {
      if (width < 800) await page.getByRole('button', { name: 'Filters' }).first().click();
      await page.getByRole('button', { name: 'More filters' }).click();
    },
  ),
  shot('no-match', '/w/org/publications?q=nothing+like+this'),
  whole(
    shot('ingestion', '/w/org/ingestion', async (page) => {
      const [first = '', second = ''] = ORCIDS;
      await page.getByLabel('ORCID iDs').fill(`${first}, ${first} ${second} 0000-0001-5109-3700 0000-0002-1825-0098`);
      await page.getByText('3 ready').waitFor();
    }),
  ),
  by('newcomer', shot('ingestion-empty', '/w/other/ingestion', showing('No jobs yet'))),
  whole(shot('publication-doubtful', '/w/org/publications/10.5555%2Fdoubtful', showing('How republics read'))),
  shot('publication-doubtful-choosing', '/w/org/publications/10.5555%2Fdoubtful', press(/^Is this author…/u)),
  shot('publication-retracted', '/w/org/publications/10.5555%2Fcpot.2023.021', showing('Keep visible')),
  shot('suggestions', '/w/org/suggestions'),
  shot('suggestions-list', '/w/org/suggestions?view=list'),
  shot('suggestions-of-one', '/w/org/suggestions?person=0000-0001-5109-3700', showing('Only')),
  shot('people', '/w/org/people'),
  whole(shot('person', '/w/org/people/0000-0002-1825-0097')),
  shot('register', '/w/org/people', press('Register a person')),
  whole(shot('person-without-orcid', `/w/org/people/${EMERITA}`)),
  shot('person-add-orcid', `/w/org/people/${EMERITA}`, press('Add ORCID iD')),
  shot('person-merge', `/w/org/people/${EMERITA}`, async (page) => {
    await page.getByRole('button', { name: 'Merge with…' }).click();
    await page.getByRole('searchbox', { name: 'The other entry' }).fill('carberry');
    await page
      .getByRole('button', { name: /^Choose/u })
      .first()
      .waitFor();
  }),
  shot('person-merge-sure', `/w/org/people/${EMERITA}`, async (page) => {
    await page.getByRole('button', { name: 'Merge with…' }).click();
    await page.getByRole('searchbox', { name: 'The other entry' }).fill('carberry');
    await page
      .getByRole('button', { name: /^Choose/u })
      .first()
      .click();
    await page.getByRole('button', { name: 'Merge', exact: true }).waitFor();
  }),
  shot('person-merged', `/w/org/people/${MERGED}`, showing('This entry was merged into')),
  shot('people-without-orcid', '/w/org/people?has_orcid=false'),
  shot('publication-emerita', '/w/org/publications/10.5555%2Femerita.2', showing('Ovens, volume 2')),
  shot('keys', '/w/org/keys'),
  by('newcomer', shot('keys-empty', '/w/other/keys')),
  shot('keys-new', '/w/org/keys', press('New website key')),
  shot('keys-issued', '/w/org/keys/websites/institute', async (page) => {
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('button', { name: 'Make key' }).click();
    await page.getByRole('textbox', { name: 'Key', exact: true }).waitFor();
  }),
  whole(shot('keys-website', '/w/org/keys/websites/institute')),
  whole(shot('keys-website-waiting', '/w/org/keys/websites/museum', showing('Content of the file'))),
  shot('keys-replace', '/w/org/keys/websites/institute', press(/^Replace/u)),
  shot('keys-revoke', '/w/org/keys/websites/institute', press(/^Revoke/u)),
  shot('keys-end', '/w/org/keys/websites/institute', press('End for good')),
  shot('keys-partners', '/w/org/keys/partners'),
  shot('keys-partner-new', '/w/org/keys/partners', press('New partner key')),
  whole(
    shot('keys-partner', '/w/org/keys/partners', async (page) => {
      await page.getByRole('link', { name: 'Research portal' }).click();
      await page.getByText('Latest requests').waitFor();
      await page.getByText('By day').click();
    }),
  ),
  shot('members', '/w/org/members'),
  shot('members-invited', '/w/org/members?show=invited'),
  by('newcomer', shot('members-none-invited', '/w/other/members?show=invited')),
  by('root', shot('members-invite', '/w/org/members', press('Invite a member'))),
  shot('members-link', '/w/org/members?show=invited', async (page) => {
    await page.getByRole('button', { name: 'Sign-in link: ada@example.org' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make' }).waitFor();
  }),
  shot('members-link-made', '/w/org/members', async (page) => {
    await page.getByRole('button', { name: 'Invite a member' }).click();
    await page.getByLabel('E-mail address').fill('grace@example.org');
    await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make' }).click();
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
  }),
  shot('members-role', '/w/org/members', async (page) => {
    await page.getByRole('button', { name: 'Change role: librarian@example.org' }).click();
    await page.getByRole('dialog').getByLabel('Member', { exact: true }).check();
  }),
  shot('members-remove', '/w/org/members', press('Remove: jo@example.org')),
  by('root', shot('all-workspaces', '/w/org/workspaces')),
  by(
    'root',
    shot('all-workspaces-new', '/w/org/workspaces', async (page) => {
      await page.getByRole('button', { name: 'New workspace' }).click();
      await page.getByRole('textbox', { name: 'Name', exact: false }).first().fill('Musée des Céramiques');
    }),
  ),
  by(
    'root',
    shot('all-workspaces-rename', '/w/org/workspaces', async (page) => {
      await page.getByRole('button', { name: 'Rename: Other' }).click();
      await page.getByRole('dialog').getByRole('textbox').waitFor();
    }),
  ),
  by('root', whole(shot('site-tools', '/w/org/site-tools'))),
  whole(
    shot('site-tools-plans', '/w/org/site-tools', async (page) => {
      await page.getByRole('button', { name: 'Show what would happen: Repair author links' }).click();
      await page.getByText('10.5555/lids').waitFor();
      await page.getByRole('button', { name: 'Show what would happen: Clear stuck jobs' }).click();
      await page.getByText('0000-0002-1694-233X').waitFor();
      await page.getByLabel('All entries').check();
      await page.getByRole('button', { name: 'Show what would happen: Clean up activity' }).click();
      await page.getByText('would be hidden').waitFor();
    }),
  ),
  by(
    'root',
    whole(
      shot('site-tools-reset', '/w/org/site-tools', async (page) => {
        await page.getByRole('button', { name: 'Show what would happen: Reset data' }).click();
        await page.getByText('These would be removed').waitFor();
      }),
    ),
  ),
  shot('publications-without-doi', '/w/org/publications?has_doi=no'),
  by('newcomer', shot('publications-empty', '/w/other/publications')),
  shot('publications-add', '/w/org/publications', press('Add')),
  shot('publications-add-by-hand', '/w/org/publications', async (page, view) => {
    await add('By hand')(page, view);
    const dialog = page.getByRole('dialog', { name: 'Add a publication by hand' });
    await dialog.getByRole('combobox', { name: 'Type', exact: false }).first().selectOption('thesis');
    await dialog.getByRole('searchbox', { name: 'Author from the catalogue' }).fill('carb');
    await dialog.getByRole('button', { name: 'Add Josiah S. Carberry' }).click();
  }),
  shot('publications-add-by-doi', '/w/org/publications', async (page, view) => {
    await add('By DOI')(page, view);
    await page.getByLabel('DOIs').fill('10.5555/cpot.2019.001, 10.5555/nobody.knows and 10.5/1');
    await page.getByText('2 DOIs found').waitFor();
  }),
  shot('publications-add-by-doi-found', '/w/org/publications', async (page, view) => {
    await add('By DOI')(page, view);
    await page.getByLabel('DOIs').fill('10.5555/cpot.2019.001, 10.5555/book.shards');
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByText('2 DOIs looked up. Nothing has been imported yet.').waitFor({ timeout: 60_000 });
  }),
  whole(shot('publication-without-doi', '/w/org/publications/isbn.9780306406157', showing('Josiah S. Carberry'))),
  whole(shot('publication-may-be-same', '/w/org/publications/talk-1', showing('Annual Report'))),
  whole(
    shot(
      'publication-without-doi-editing',
      '/w/org/publications/report-2024',
      openFields('Title', 'Type', 'Published', 'Web address'),
    ),
  ),
  shot('publication-set-doi', '/w/org/publications/report-2024', async (page) => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Set the DOI' }).click();
    await page.getByLabel('DOI', { exact: true }).fill('10.5555/cpot.2019.001');
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.locator('dialog .notice').waitFor({ timeout: 60_000 });
  }),
  shot('projects', '/w/org/projects'),
  shot('project-new', '/w/org/projects', press('Create a project')),
  whole(shot('project', '/w/org/projects/six-kilns')),
  whole(
    shot('project-editing', '/w/org/projects/six-kilns', async (page, view) => {
      await openFields('Abstract', 'Start', 'Members', 'Funders', 'Total funding', 'Logo')(page, view);
      await page.getByRole('searchbox', { name: 'Add a person' }).fill('carb');
      await page.getByText('Added', { exact: true }).waitFor();
    }),
  ),
  shot('entities', '/w/org/entities?status=all'),
  shot('categories', '/w/org/categories'),
  by('newcomer', shot('categories-none', '/w/other/categories')),
  whole(shot('entity-editing', '/w/org/entities/kiln', editName)),
  whole(shot('category-editing', '/w/org/categories/professors', editName)),
  shot('no-such-page', '/w/org/nowhere'),
  shot('other-workspace', '/w/other'),
  shot('invitations', '/invitations'),
  whole(
    shot('publication-undone', '/w/org/publications/10.5555%2Fcpot.2019.001', async (page) => {
      await press('Hide')(page, { width: 1280, theme: 'light' });
      await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Undone by you').waitFor();
    }),
  ),
  whole(shot('publication', '/w/org/publications/10.5555/cpot.2021.007')),
  whole(shot('publication-drift', '/w/org/publications/10.5555/book.shards')),
  shot('publication-drift-editing', '/w/org/publications/10.5555/book.shards', async (page, view) => {
    await openFields('Published', 'Authors', 'Publisher')(page, view);
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
  }),
  whole(
    shot('publication-editing', '/w/org/publications/10.5555/cpot.2019.001', async (page, view) => {
      await openFields('Title', 'Authors', 'Published')(page, view);
      await page.getByRole('button', { name: 'Edit Carberry, Josiah', exact: true }).click();
    }),
  ),
];
