/**
 * `npm run screenshots [-- --width 360 --theme dark --language de NAME…]`: every page and state, wide and narrow, light and
 * dark, as files to look at. They are written to `screenshots/`, or the folder in `SCREENSHOTS`.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createWorkspace } from '../../commands/bootstrap.ts';
import { serveDashboard } from '../support/dashboard.ts';
import { openIngested } from '../support/ingested.ts';
import { openBrowser, openTab, settled, type View } from './support/browser.ts';
import { inGerman } from './support/in-german.ts';
import { seedShots } from './support/every-shot.ts';
import { SHOTS } from './support/shots.ts';

const folder = process.env['SCREENSHOTS'] ?? 'screenshots';
const { values: chosen, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', multiple: true },
    theme: { type: 'string', multiple: true },
    language: { type: 'string', default: 'en' },
  },
});
const language = chosen.language === 'de' ? 'de' : 'en';
const widths = chosen.width?.map((width) => Number(width) as View['width']) ?? [1280, 390];
const themes = (['light', 'dark'] as const).filter((theme) => chosen.theme?.includes(theme) ?? true);
const views = widths.flatMap((width) => themes.map((theme): View => ({ width, theme, language })));
const shots = SHOTS.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));

const installation = await openIngested();
await createWorkspace(installation, 'other', 'Other');
await installation.settled();
const dashboard = await serveDashboard(installation, { resetDataEmails: ['root@example.org'] });
const people = {
  admin: await dashboard.signIn('workspace_admin', { email: 'librarian@example.org' }),
  root: await dashboard.signIn('superadmin', { email: 'root@example.org' }),
  newcomer: await dashboard.signIn('workspace_admin', { workspace: 'other', email: 'newcomer@example.org' }),
  nobody: dashboard.nobody,
};
await dashboard.signIn('member', { email: 'jo@example.org' });
await seedShots({ installation, admin: people.admin });
const browser = await openBrowser();
await mkdir(folder, { recursive: true });

for (const { name, as, address, act, whole = false } of shots)
  for (const view of views) {
    const tab = await openTab(browser, { ...view, url: dashboard.url, token: people[as].token });
    const file = path.join(folder, `${name}-${view.width}-${view.theme}.png`);
    try {
      await tab.page.goto(address);
      await settled(tab.page);
      await act?.(language === 'de' ? inGerman(tab.page) : tab.page, view);
      await tab.page.screenshot({ path: file, fullPage: whole });
      tab.quiet();
      console.log(file);
    } catch (error) {
      console.error(`${file}: ${String(error)}`);
      process.exitCode = 1;
    } finally {
      await tab.close();
    }
  }

await browser.close();
await dashboard.close();
await installation.stop();
