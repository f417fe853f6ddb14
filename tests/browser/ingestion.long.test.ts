/** Ingestion: iDs from any text, with live progress; failed and stuck jobs. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { parsed } from '../../api/web/client/parsed.ts';
import { parseOrcid } from '../../domain/orcid.ts';
import { runIngestionWorker } from '../../workers/ingestion/worker.ts';
import type { Installation } from '../support/installation.ts';
import { bodyOf } from '../support/dashboard.ts';
import { accessible } from './support/accessible.ts';
import { settled } from './support/browser.ts';
import { browserSuite, ORCIDS } from './support/in-browser.ts';
import { picture } from './support/pictures.ts';
import { pressAt, tabTo } from './support/keyboard.ts';
import { running } from '../support/closing.ts';
import { noWaits } from '../support/silent.ts';

const [CARBERRY = '', ILSE = '', THORA = '', LUCJAN = '', MIHARU = '', AMARA = ''] = ORCIDS;
/** Valid, but unknown to the providers. */
const STRANGER = '0000-0001-5109-3700';

const ingestion = browserSuite('ingestion', { isFilled: false });

/** Runs a worker during `during`. */
const working = async (installation: Installation, during: () => Promise<unknown>): Promise<void> => {
  await using _worker = running((signal) =>
    runIngestionWorker(installation, { name: 'browser', signal, waits: noWaits }),
  );
  await during();
};

const rowOf = (page: Page, orcid: string) => page.getByRole('listitem').filter({ hasText: orcid });

ingestion('accepts five iDs from an e-mail, and shows their progress', async ({ open, installation }) => {
  const { page } = await open();
  await page.goto('/w/org');
  await page.getByRole('link', { name: 'Ingestion', exact: true }).click();
  const mail = `Dear all,\nplease add Josiah (https://orcid.org/${CARBERRY}), Ilse ${ILSE}; ${THORA}\n${LUCJAN}\t"${MIHARU}"
    and Josiah again: ${CARBERRY}. This one is wrong: 0000-0002-1825-0098.`;
  await page.getByLabel('ORCID iDs').fill(mail);
  await page.getByText('5 ready · 1 repeated · 1 malformed').waitFor();
  await page.getByText('Check digit is wrong').waitFor();
  await page.getByText('New', { exact: true }).nth(4).waitFor();
  await picture(page, 'ingestion');
  await page.reload();
  await page.getByText('5 ready · 1 repeated · 1 malformed').waitFor();
  await page.getByRole('button', { name: 'Ingest 5 people' }).click();
  await page.getByText('5 jobs queued').waitFor();
  await page.getByText('Waiting', { exact: true }).first().waitFor();
  await page.reload();
  await working(installation, async () => {
    for (const orcid of [CARBERRY, ILSE, THORA, LUCJAN, MIHARU])
      await rowOf(page, orcid).getByText('Done', { exact: true }).waitFor({ timeout: 60_000 });
  });
  await rowOf(page, CARBERRY).getByText('Josiah S. Carberry').waitFor();
  await rowOf(page, CARBERRY).getByRole('link', { name: 'What this run changed' }).click();
  await page
    .locator('.happening')
    .filter({ hasText: /Publication(?: without DOI)? added/u })
    .first()
    .waitFor();
  await page.goBack();
  await rowOf(page, CARBERRY).getByText('Josiah S. Carberry').waitFor();
  await accessible(page);
  await page.getByLabel('ORCID iDs').fill(CARBERRY);
  await rowOf(page, CARBERRY)
    .getByText(/^Ingested /u)
    .waitFor();
  await page.getByLabel('Skip people who were ingested before').check();
  assert.equal(await page.getByRole('button', { name: 'Ingest', exact: true }).isDisabled(), true);
});

ingestion('can be used by keyboard alone', async ({ open, installation }) => {
  const { page } = await open();
  await page.goto('/w/org/ingestion');
  await settled(page);
  await tabTo(page, 'ORCID iDs');
  await page.keyboard.insertText(AMARA);
  await page.getByText('1 ready', { exact: true }).waitFor();
  await pressAt(page, 'Ingest 1 person');
  await page.getByText('1 job queued').waitFor();
  await working(installation, () => rowOf(page, AMARA).getByText('Done', { exact: true }).waitFor({ timeout: 60_000 }));
  await tabTo(page, `Run again: Amara Okonjo-Fıstık`);
  await page.keyboard.press('Enter');
  await rowOf(page, AMARA).getByText('Waiting', { exact: true }).waitFor();
});

ingestion('shows why a job failed, and runs it again', async ({ open, installation }) => {
  const { page } = await open();
  await page.goto('/w/org/ingestion');
  await page.getByLabel('ORCID iDs').fill(STRANGER);
  await page.getByRole('button', { name: 'Ingest 1 person' }).click();
  const row = rowOf(page, STRANGER);
  await row.getByRole('button', { name: /^End as failed/u }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End as failed' }).click();
  await row.getByText('ended by hand').waitFor();
  await page.getByRole('link', { name: /^Failed/u }).click();
  await row.getByRole('button', { name: /^Run again/u }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /^All/u }).click();
  // The list of all may still show the job that was ended by hand.
  await working(installation, () =>
    row.getByText('ORCID does not know this iD, and no source lists works for it').waitFor({ timeout: 60_000 }),
  );
  await row.getByText('Failed', { exact: true }).waitFor();
});

ingestion('shows how many of the jobs are listed if not all are', async ({ open, stranger }) => {
  const valid = (base: string): string => {
    const orcid = Array.from('0123456789X', (digit) => `${base}${digit}`.replace(/(.{4})(?=.)/gu, '$1-'));
    return orcid.find((each) => parsed(parseOrcid, each) !== null) ?? '';
  };
  const orcids = Array.from({ length: 103 }, (_, n) => valid(String(n + 1).padStart(15, '0')));
  for (const orcid_ids of [orcids.slice(0, 100), orcids.slice(100)])
    bodyOf(await stranger.post('/api/ingest', { orcid_ids }), 202);
  const { page } = await open({ token: stranger.token });
  await page.goto('/w/other/ingestion');
  await page.getByText('The latest 100 of 103 jobs').waitFor();
  await accessible(page);
  await page.getByRole('link', { name: /^Failed/u }).click();
  await page.getByText('No jobs of this kind').waitFor();
  assert.equal(await page.getByText(/^The latest/u).count(), 0);
});
