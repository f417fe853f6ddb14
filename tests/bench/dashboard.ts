/** The dashboard over HTTP, over a long history: each sort and filter of its listings. */
import { publications } from '../../projections/catalogue/publications.ts';
import { serveDashboard, type Person } from '../support/dashboard.ts';
import { openInstallation } from '../support/installation.ts';
import { filesIn } from '../support/stores.ts';
import { atMost, type Bench, type Report } from './report.ts';
import { installationOf } from './support/installations.ts';
import { repeated, reportLatency } from './support/timing.ts';

const REPEATS = 100;
const AIM = atMost(10);
/** The first responses format the citations and count the total. */
const FIRST = 2;

const PUBLICATIONS = [
  ...['last_fetched_at', 'publication_date', 'publication_year', 'cited_by_count', 'title', 'last_edited_at', 'edit_count'].map((sort) => `sort=${sort}`), // oxfmt-ignore
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
const ACTIVITY = [
  '',
  'event_type=PublicationAdded',
  'severity=error',
  'status=pending',
  'actor=system',
  'q=crossref',
  'page=500',
];

const measure = async (report: Report, jo: Person, path: string): Promise<void> => {
  const ask = async (): Promise<void> => {
    const { status, text } = await jo.get(path);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  };
  for (let n = 0; n < FIRST; n += 1) await ask();
  reportLatency(report, { what: `GET ${path}`, times: await repeated(ask, { repeats: REPEATS }), aim: AIM });
};

export const dashboard: Bench = {
  about: `The listings of the dashboard over HTTP, for a signed-in member, over an embedded installation with this many events:
${REPEATS} requests each, one after the other, citations warm. Server and client share a process here, so the time of both is included.`,
  sizes: { of: 'events', each: [100_000, 1_000_000] },
  measure: async (report, size) => {
    // A few events are added, which do not affect the next user of it.
    await using installation = await openInstallation({ place: filesIn(await installationOf(size)), matching: false });
    await installation.settled();
    await using served = await serveDashboard(installation);
    const jo = await served.signIn('member');
    const rows = await installation.readModels.count(publications, { all: [] });
    report({ what: 'publications', value: rows, unit: 'rows' });
    for (const query of PUBLICATIONS) await measure(report, jo, `/api/publications?${query}`);
    for (const query of ACTIVITY) await measure(report, jo, `/api/activity?${query}`);
  },
};
