/** The program over a long log with finished rows: how soon it is ready, how fast a listing responds, and its memory. */
import { atMost, type Bench, type Report } from './report.ts';
import { ownInstallation } from './support/installations.ts';
import { A_SECOND, paced } from './support/paced.ts';
import { progress } from './support/progress.ts';
import { startServer, type Server } from './support/server.ts';
import { median, reportLatency } from './support/timing.ts';
import { closing } from '../support/closing.ts';

const STARTS = 5;
const SECONDS = 5;
const PER_PAGE = 20;
const MOST_PER_PAGE = 100;
const FAR = 10_000;
const MEMORY = atMost(300);

const SORTS = ['last_fetched_at', 'publication_date', 'publication_year', 'cited_by_count', 'title'];
const ORDERS = SORTS.flatMap((sort) => ['asc', 'desc'].map((dir) => `sort=${sort}&dir=${dir}`));
const SEARCHES = ['dor', 'theory', 'ba el', 'quib', 'm', 'zzzz'].map((q) => `q=${encodeURIComponent(q)}`);
const FILTERS = [
  'publication_type=article-journal',
  'publication_year=2020',
  'min_cited_by=300',
  'publication_type=dataset&publication_year=2001',
];

const totalOf = async (url: string): Promise<number> =>
  ((await (await fetch(`${url}/v1/publications`)).json()) as { total: number }).total;

/** Each requests another number of rows, so that no response is cached. */
const addressesOf = (url: string, queries: readonly string[], offset = 0): readonly string[] =>
  Array.from({ length: queries.length * MOST_PER_PAGE }, (_, n) => {
    const perPage = 1 + (Math.floor(n / queries.length) % MOST_PER_PAGE);
    const page = 1 + Math.floor(offset / perPage);
    return `${url}/v1/publications?${queries[n % queries.length]}&per_page=${perPage}&page=${page}`;
  });

const listings = async (report: Report, { publicUrl }: Server): Promise<void> => {
  const last = (await totalOf(publicUrl)) - MOST_PER_PAGE;
  const each = [...ORDERS, ...SEARCHES, ...FILTERS].map((query) => `${publicUrl}/v1/publications?${query}`);
  const first = await paced(each, { seconds: each.length / A_SECOND });
  reportLatency(report, { what: 'GET /v1/publications, the first of each after the start', times: first });
  const far = (FAR - 1) * PER_PAGE;
  for (const { what, queries, offset, aim } of [
    { what: 'each sort, page 1', queries: ORDERS, offset: 0, aim: atMost(5) },
    { what: last < far ? 'each sort, last page' : `each sort, page ${FAR.toLocaleString('en')}`, queries: ORDERS, offset: Math.min(far, last), aim: atMost(25) }, // oxfmt-ignore
    { what: 'searches', queries: SEARCHES, offset: 0, aim: atMost(5) },
    { what: 'filters', queries: FILTERS, offset: 0, aim: atMost(5) },
  ]) {
    const times = await paced(addressesOf(publicUrl, queries, offset), { seconds: SECONDS });
    reportLatency(report, { what: `GET /v1/publications, ${what}`, times, aim });
  }
};

const memory = (report: Report, server: Server, what: string): void => {
  const held = server.memory();
  if (held === null) report({ what, skipped: 'this system does not tell' });
  else report({ what, value: held.now, unit: 'MiB', aim: MEMORY, note: `at most ${held.most.toFixed(0)} MiB so far` });
};

const starts = async (report: Report, folder: string): Promise<void> => {
  const times: number[] = [];
  for (let n = 0; n < STARTS; n += 1) {
    const server = await startServer(folder);
    times.push(server.readyMs);
    if (n === 0) memory(report, server, 'memory when ready');
    await server.stop();
  }
  report({
    what: 'from start to ready',
    value: median(times) / 1_000,
    unit: 's',
    aim: atMost(2),
    note: `median of ${STARTS}`,
  });
};

export const serving: Bench = {
  about: `The built program, over an embedded installation with this many events and finished rows (a publication is about
four events). Start to ready: from the start of the process until \`/health/ready\` returns 200, with all roles. Listings: over
HTTP, ${A_SECOND} requests a second at a steady pace, each counted from when it was due; page 1, 2 and on up to ${MOST_PER_PAGE} rows, so that none is
served from the cache. Memory: resident, after that.`,
  sizes: { of: 'events', each: [10_000, 100_000, 1_000_000] },
  measure: async (report, size) => {
    const folder = await ownInstallation(size);
    progress('starting the server');
    await starts(report, folder);
    for (const role of ['all', 'api']) {
      await using server = closing(await startServer(folder, role));
      if (role === 'all') await listings(report, server);
      else
        await paced(
          ORDERS.map((order) => `${server.publicUrl}/v1/publications?${order}`),
          { seconds: SECONDS },
        );
      memory(report, server, `memory after serving, ${role === 'all' ? 'all roles in one process' : 'role api alone'}`);
    }
  },
};
