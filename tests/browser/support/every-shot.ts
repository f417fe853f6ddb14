/** The subjects of screenshots, in a catalogue that has something for each of them. */
import type { Staff } from '../../support/staffed.ts';
import { accessible, fits } from './accessible.ts';
import { openTab, settled, sizeOf, type Tab, type View } from './browser.ts';
import { browserSuite } from './in-browser.ts';
import { inGerman } from './in-german.ts';
import { seedKeys } from './keys.ts';
import { doubtLinks } from './doubtful.ts';
import { drift } from './publications.ts';
import { seedNamed, seedProjects, seedWorks } from './records.ts';
import { SHOTS, type Shot } from './shots.ts';
import { suggestAuthors } from './suggesting.ts';
import { seedWithoutOrcid } from './without-orcid.ts';
import { overlinked, stuckJob } from './tools.ts';

/** Over the sample, with a member and an administrator. */
export const seedShots = async (staff: Pick<Staff, 'installation' | 'admin'>): Promise<void> => {
  for (const seed of [
    drift,
    doubtLinks,
    suggestAuthors,
    seedKeys,
    seedWorks,
    seedNamed,
    seedProjects,
    seedWithoutOrcid,
  ])
    await seed(staff);
  await staff.admin.post('/api/members', { email: 'ada@example.org', role: 'workspace_admin' });
  await stuckJob(staff.installation, '0000-0002-1694-233X');
  await overlinked(staff.installation, '10.5555/lids');
};

type Shown = {
  readonly view: View;
  /** Of a second window, in which only the width of the page is checked. */
  readonly otherWidth: number;
};

/**
 * None of these has a violation or is wider than its window. Shots of one person share a tab, whose process has compiled the
 * application and axe from the second on.
 */
export const everyShot = ({ view, otherWidth }: Shown): void => {
  const shown = browserSuite('what is shown', {
    prepare: seedShots,
    deps: () => ({ resetDataEmails: ['root@example.org'] }),
  });
  const tabs = new Map<Shot['as'], Tab>();

  for (const { name, as, address, act } of SHOTS)
    shown(
      `as ${name} is accessible and fits its window`,
      async ({ admin, root, stranger: newcomer, dashboard, browser }) => {
        const { token } = { admin, root, newcomer, nobody: { token: null } }[as];
        const tab = tabs.get(as) ?? (await openTab(browser, { ...view, url: dashboard.url, token }));
        tabs.set(as, tab);
        const { page } = tab;
        // Of the pages that have nothing to show, or nothing for the reader.
        tab.expectComplaints(/status of 40[134]/u);
        try {
          await page.goto(address);
          await settled(page);
          await act?.(view.language === 'de' ? inGerman(page) : page, view);
          await accessible(page);
          await fits(page);
          await page.setViewportSize({ width: otherWidth, height: 1000 });
          await fits(page);
          tab.quiet();
        } finally {
          // The next shot starts without this one's drafts, routes, size and mouse position.
          await page.evaluate('localStorage.clear(); sessionStorage.clear()');
          await page.unrouteAll();
          await page.setViewportSize(sizeOf(view.width));
          await page.mouse.move(-1, -1);
        }
      },
    );
};
