/** The cost of the largest texts and requests permitted, and of those far beyond. */
import { setTimeout as pause } from 'node:timers/promises';
import { inventedOrcid } from '../support/history/papers.ts';
import { richText } from '../../commands/text/index.ts';
import { newCaller } from '../../commands/caller.ts';
import { handle } from '../../commands/handle.ts';
import { publicationAggregate } from '../../commands/publication.ts';
import type { Recorded } from '../../domain/event.ts';
import { groupedBy } from '../../domain/grouped.ts';
import { RECORD, REQUEST, SEARCH, TEXT } from '../../domain/limits.ts';
import { randomIds } from '../../infra/system.ts';
import { closing } from '../support/closing.ts';
import { addPaper } from '../support/papers.ts';
import { filesIn } from '../support/stores.ts';
import { serveDashboard } from '../support/dashboard.ts';
import { ingestAll } from '../support/ingesting.ts';
import { openInstallation } from '../support/installation.ts';
import { servePublic, type Reply } from '../support/serving.ts';
import { BOMBS } from '../support/text-bombs.ts';
import { atMost, ratioAtMost, type Bench, type Report } from './report.ts';
import { ownInstallation } from './support/installations.ts';
import { startServer, type Server } from './support/server.ts';
import { elapsed, median } from './support/timing.ts';

const AIM_MS = 250;
const CARBERRY = '0000-0002-1825-0097';
const LIST = '/v1/publications';

const texts = (report: Report): void => {
  for (const [what, bomb] of Object.entries(BOMBS))
    for (const times of [1, 10]) {
      const text = bomb(times * TEXT.abstractCharacters);
      const began = performance.now();
      richText(text);
      const value = performance.now() - began;
      const size = `${text.length.toLocaleString('en')} characters`;
      report({ what: `${what}, ${size}`, value, unit: 'ms', ...(times === 1 ? { aim: atMost(AIM_MS) } : {}) });
    }
};

const count = <T>(length: number, of: (n: number) => T): readonly T[] => Array.from({ length }, (_, n) => of(n));

const ADDRESSES: Readonly<Record<string, string>> = {
  [`q of ${SEARCH.characters} characters, one word`]: `${LIST}?q=${'a'.repeat(SEARCH.characters)}`,
  [`q of ${SEARCH.terms} words`]: `${LIST}?q=${count(SEARCH.terms, (n) => n.toString(36)).join('+')}`,
  'the longest URL': `${LIST}?q=`.padEnd(REQUEST.urlBytes, 'a'),
  'a URL ten times as long': `${LIST}?q=`.padEnd(10 * REQUEST.urlBytes, 'a'),
  '10,000 unknown parameters': `${LIST}?${count(10_000, (n) => n.toString(36)).join('&')}`,
  'as many unknown parameters as a URL can contain': `${LIST}?${count(2_000, (n) => n.toString(36)).join('&')}`,
};

const timed = async (report: Report, what: string, ask: () => Promise<Reply | Response>): Promise<void> => {
  const began = performance.now();
  const { status } = await ask();
  const value = performance.now() - began;
  report({ what: `${what}: ${status}`, value, unit: 'ms' });
};

const patch = (value: unknown): readonly object[] =>
  count(REQUEST.patchOperations, () => ({ op: 'add', path: '/note', value }));

const requests = async (report: Report): Promise<void> => {
  await using installation = await openInstallation();
  await using served = await servePublic(installation, { cacheBytes: 0 });
  await using dashboard = await serveDashboard(installation);
  await ingestAll(installation, [CARBERRY]);
  const member = await dashboard.signIn('member');
  const listed = await member.get('/api/publications');
  const [first] = (listed.body as { readonly publications: readonly { readonly id: string }[] }).publications;
  const address = `/api/publications/${first?.id}`;
  // The first request of a process compiles what all others use.
  await served.get(LIST);
  for (const [what, path] of Object.entries(ADDRESSES)) await timed(report, what, () => fetch(served.url + path));
  const operations = `a patch of ${REQUEST.patchOperations.toLocaleString('en')} operations`;
  await timed(report, operations, () => member.patch(address, patch('x'.repeat(900))));
  const long = patch('x'.repeat(10_000)).slice(0, 100);
  await timed(report, 'a patch of the longest values', () => member.patch(address, long));
  const orcids = count(REQUEST.listItems, inventedOrcid);
  await timed(report, 'the longest list of iDs', () => member.post('/api/ingest', { orcid_ids: orcids }));
  const nested = '['.repeat(REQUEST.bodyBytes / 2 - 1) + ']'.repeat(REQUEST.bodyBytes / 2 - 1);
  await timed(report, 'a body of brackets only', () => member.patch(address, nested));
};

const DOI = '10.5555/long';
const SORTS = ['last_fetched_at', 'publication_date', 'publication_year', 'cited_by_count', 'title'];
const MEMBER = { type: 'user', id: 'member' } as const;
const EDITS = 400;
const PREVIEWS = 60;
/** Listings requested while nothing else happens. */
const IDLE = 100;
const POLL_MS = 20;
/** More than are requested, each another: the public cache has none of them. */
const LISTINGS = count(100 * REQUEST.pageItems, (n) => {
  const [perPage, sort, cited] = [
    n % REQUEST.pageItems,
    Math.floor(n / REQUEST.pageItems) % SORTS.length,
    Math.floor(n / 500),
  ];
  return `${LIST}?per_page=${1 + perPage}&sort=${SORTS[sort]}&min_cited_by=${cited}`;
});

/** An installation where a member has rewritten all authors of a publication again and again. */
const longHistory = async (folder: string): Promise<{ readonly token: string; readonly event: string }> => {
  await using installation = await openInstallation({ place: filesIn(folder), matching: false });
  await using dashboard = await serveDashboard(installation);
  const { token } = await dashboard.signIn('member');
  await addPaper(installation, DOI);
  const lists = ['a', 'b'].map((given) =>
    count(RECORD.authors, (n) => ({ family: `${given}${n.toString(36)}`, given })),
  );
  const { events } = installation;
  for (const after of [...lists, ...lists]) {
    const edit = { type: 'EditPublication', changes: [{ path: '/author', after }] } as const;
    await handle(installation, publicationAggregate, DOI, edit, newCaller(randomIds, 'org', MEMBER));
  }
  // The last two revert each other, so that they can be repeated.
  const stream = publicationAggregate.stream('org', DOI);
  const pair: Recorded[] = [];
  for await (const event of events.readStream(stream, { direction: 'backwards', limit: 2 })) pair.unshift(event);
  let last = '';
  for (let n = 2 * lists.length; n < EDITS; n += 1)
    for (const { type, data, schemaVersion, metadata } of pair.slice(n % 2, (n % 2) + 1)) {
      last = randomIds.next();
      const cause = { ...metadata, correlationId: last };
      await events.append(stream, [{ id: last, type, data, schemaVersion, metadata: cause }], 'any');
    }
  return { token: token ?? '', event: last };
};

/** The largest resident memory until the work has ended, MiB. */
const memoryDuring = async (server: Server, work: Promise<unknown>): Promise<number> => {
  let [most, isOver] = [0, false];
  const ended = work.finally(() => (isOver = true));
  ended.catch(() => undefined);
  while (!isOver) {
    most = Math.max(most, server.memory()?.now ?? 0);
    await pause(POLL_MS);
  }
  await ended;
  return most;
};

/** Milliseconds of each, one after the other. */
const listed = async (addresses: readonly string[], isOver = (): boolean => false): Promise<readonly number[]> => {
  const times: number[] = [];
  for (const address of addresses) {
    if (isOver()) break;
    times.push(await elapsed(async () => (await fetch(address)).arrayBuffer()));
    await pause(POLL_MS);
  }
  return times;
};

const previews = async (report: Report): Promise<void> => {
  const folder = await ownInstallation(1_000);
  const { token, event } = await longHistory(folder);
  await using server = closing(await startServer(folder));
  const addresses = LISTINGS.map((path) => server.publicUrl + path);
  await listed(addresses.splice(0, IDLE));
  const idle = await listed(addresses.splice(0, IDLE));
  const before = server.memory()?.now;
  const ask = async (): Promise<number> => {
    const response = await fetch(`${server.dashboardUrl}/api/activity/${event}/undo`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ dry_run: true }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  let isOver = false;
  const asked = Promise.all(count(PREVIEWS, ask)).finally(() => (isOver = true));
  const times = listed(addresses, () => isOver);
  const most = await memoryDuring(server, Promise.all([asked, times]));
  const statuses = groupedBy(await asked, String);
  const what = `while a member requests ${PREVIEWS} previews of undoing one of ${EDITS} edits`;
  const note = [...statuses].map(([status, of]) => `${of.length} × ${status}`).join(', ');
  const unit = 'ms';
  const value = median(await times);
  report({
    what: `GET ${LIST} ${what}, p50`,
    value,
    unit,
    baseline: { what: 'idle', value: median(idle) },
    aim: ratioAtMost(2),
    note,
  });
  if (before === undefined) report({ what: `memory ${what}`, skipped: 'this system does not tell' });
  else
    report({
      what: `memory ${what}`,
      value: most,
      unit: 'MiB',
      baseline: { what: 'before', value: before },
      aim: ratioAtMost(1.5),
    });
};

export const hostile: Bench = {
  about:
    'Cleaning of hostile texts, as long as the longest abstract and ten times as long; and requests at their ' +
    'limits and beyond, with the response status. Client and server share a process, so the client’s time is included. Then the built ' +
    'program, with all roles: public listings one after the other, alone and while a member has undos previewed.',
  measure: async (report) => {
    texts(report);
    await requests(report);
    await previews(report);
  },
};
