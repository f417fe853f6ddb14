/** Every page, in German, whose words are longest, on the narrowest phone and on the widest screen. */
import { accessible, fits } from './support/accessible.ts';
import { settled } from './support/browser.ts';
import { browserSuite } from './support/in-browser.ts';
import { seedKeys } from './support/keys.ts';
import { seedNamed, seedProjects, seedWorks } from './support/records.ts';
import { SHOTS } from './support/shots.ts';
import { suggestAuthors } from './support/suggesting.ts';

const sizes = browserSuite('every page', {
  prepare: async (staff) => {
    for (const seed of [suggestAuthors, seedKeys, seedWorks, seedNamed, seedProjects]) await seed(staff);
  },
});

const ADDRESSES = SHOTS.filter(({ as, act }) => as === 'admin' && act === undefined).map(({ address }) => address);

sizes('is accessible and never scrolls sideways', async ({ open }) => {
  const tab = await open({ width: 360, theme: 'dark', language: 'de' });
  const { page } = tab;
  // Of the pages that say that there is nothing here, or nothing for the reader.
  tab.expectComplaints(/status of 40[34]/u);
  for (const address of ADDRESSES) {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(address);
    await settled(page);
    await fits(page);
    await accessible(page);
    await page.setViewportSize({ width: 3840, height: 2160 });
    await fits(page);
  }
});
