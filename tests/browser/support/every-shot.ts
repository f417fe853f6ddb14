/** What pictures are taken of, in a catalogue that has something for each of them. */
import type { Staff } from '../../support/staffed.ts';
import { accessible, fits } from './accessible.ts';
import { settled, type View } from './browser.ts';
import { browserSuite } from './in-browser.ts';
import { seedKeys } from './keys.ts';
import { drift } from './publications.ts';
import { seedNamed, seedProjects, seedWorks } from './records.ts';
import { SHOTS, type Shot } from './shots.ts';
import { suggestAuthors } from './suggesting.ts';
import { overlinked, stuckJob } from './tools.ts';

/** Over the sample, with a member and an administrator. */
export const seedShots = async (staff: Pick<Staff, 'installation' | 'admin'>): Promise<void> => {
  for (const seed of [drift, suggestAuthors, seedKeys, seedWorks, seedNamed, seedProjects]) await seed(staff);
  await staff.admin.post('/api/members', { email: 'ada@example.org', role: 'workspace_admin' });
  await stuckJob(staff.installation, '0000-0002-1694-233X');
  await overlinked(staff.installation, '10.5555/lids');
};

/** axe finds nothing wrong with any of them, and none is wider than its window. */
export const everyShot = (views: (shot: Shot) => readonly View[]): void => {
  const shown = browserSuite('what is shown', {
    prepare: seedShots,
    deps: () => ({ resetDataEmails: ['root@example.org'] }),
  });
  for (const each of SHOTS)
    for (const view of views(each))
      shown(`as ${each.name} is accessible (${view.width} px, ${view.theme})`, async (scene) => {
        const { admin, root, stranger: newcomer, open } = scene;
        const { token } = { admin, root, newcomer, nobody: { token: null } }[each.as];
        const tab = await open({ ...view, token });
        // Of the pages that say that there is nothing here, or nothing for the reader.
        tab.expectComplaints(/status of 40[134]/u);
        await tab.page.goto(each.address);
        await settled(tab.page);
        await each.act?.(tab.page, view);
        await accessible(tab.page);
        await fits(tab.page);
        await tab.page.setViewportSize({ width: 390, height: 844 });
        await fits(tab.page);
      });
};
