/** Every page, in German, whose words are longest, on the narrowest phone and on the widest screen. */
import { accessible, fits } from './support/accessible.ts';
import { settled } from './support/browser.ts';
import { browserSuite } from './support/in-browser.ts';
import { seedShots } from './support/every-shot.ts';
import { SHOTS } from './support/shots.ts';

const sizes = browserSuite('every page', { prepare: seedShots });

const ADDRESSES = new Set(SHOTS.filter(({ as }) => as === 'admin').map(({ address }) => address));

for (const address of ADDRESSES)
  sizes(`is accessible and never scrolls sideways: ${address}`, async ({ open }) => {
    const tab = await open({ width: 360, theme: 'dark', language: 'de' });
    const { page } = tab;
    // Of the pages that say that there is nothing here, or nothing for the reader.
    tab.expectComplaints(/status of 40[34]/u);
    await page.goto(address);
    await settled(page);
    await fits(page);
    await accessible(page);
    await page.setViewportSize({ width: 3840, height: 2160 });
    await fits(page);
  });
