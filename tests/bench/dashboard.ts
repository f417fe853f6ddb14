/** The dashboard over HTTP, over a long history (`--full`: a million events): each sort and filter of its listings. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openEmbeddedEventStore } from '../../infra/eventstore/embedded/index.ts';
import { allProjections } from '../../projections/all.ts';
import { publications } from '../../projections/catalogue/publications.ts';
import { waitForPosition } from '../../projections/queries/position.ts';
import { serveDashboard, type Person } from '../support/dashboard.ts';
import { writeHistory } from '../support/history.ts';
import { openInstallation, type Installation } from '../support/installation.ts';
import { filesIn } from '../support/stores.ts';
import type { Bench, Measurement } from './report.ts';

const EVENTS = process.argv.includes('--full') ? 1_000_000 : 200_000;
const REPEATS = 100;
const AIM = 'aim: p99 at most 10 ms, citations warm';

const PUBLICATIONS = [
  ...['last_fetched_at', 'publication_date', 'publication_year', 'cited_by_count', 'title', 'last_edited_at', 'edit_count'].map((sort) => `sort=${sort}`), // prettier-ignore
  'sort=title&dir=asc',
  'status=deleted',
  'status=all&sort=title',
  'visibility=hidden',
  'visibility=hidden&sort=cited_by_count',
  'publication_type=article-journal',
  'publication_year=2020',
  'min_cited_by=50',
  'q=dor',
  'page=500',
];
const ACTIVITY = ['', 'event_type=PublicationAdded', 'severity=error', 'status=pending', 'actor=system', 'q=crossref', 'page=500']; // prettier-ignore

const percentile = (times: readonly number[], part: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;

const settle = async ({ events, readModels }: Installation): Promise<void> => {
  const head = await events.head();
  while (!(await waitForPosition(readModels, allProjections, head, { timeoutMs: 60_000 }))) await pause(100);
};

const measure = async (report: (measurement: Measurement) => void, jo: Person, path: string): Promise<void> => {
  const times: number[] = [];
  for (let n = 0; n < REPEATS; n += 1) {
    const began = performance.now();
    const { status, text } = await jo.get(path);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    // The first answers write the citations and count the total.
    if (n > 1) times.push(performance.now() - began);
  }
  const what = (part: string): string => `GET ${path}, ${part}`;
  report({ bench: 'dashboard', what: what('p50'), value: percentile(times, 0.5), unit: 'ms' });
  report({ bench: 'dashboard', what: what('p99'), value: percentile(times, 0.99), unit: 'ms', note: AIM });
};

export const dashboard: Bench = async (report) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'colophon-bench-'));
  // Written before anybody projects it, so that rows are filled in bulk.
  const log = await openEmbeddedEventStore({ file: path.join(folder, 'events.db') });
  await writeHistory(log, { events: EVENTS });
  await log.close();
  const installation = await openInstallation({ place: filesIn(folder), matching: false });
  try {
    await settle(installation);
    const served = await serveDashboard(installation);
    try {
      const jo = await served.signIn('member');
      const rows = await installation.readModels.count(publications, { all: [] });
      report({ bench: 'dashboard', what: `publications among ${EVENTS} events`, value: rows, unit: 'rows' });
      for (const query of PUBLICATIONS) await measure(report, jo, `/api/publications?${query}`);
      for (const query of ACTIVITY) await measure(report, jo, `/api/activity?${query}`);
    } finally {
      await served.close();
    }
  } finally {
    await installation.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
