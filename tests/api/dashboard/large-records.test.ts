/** Listings over records of the maximum size: a page is limited by its items, not by the records behind them. */
import assert from 'node:assert/strict';
import type { CslItem } from '../../../domain/csl.ts';
import { jsonBytes, RECORD, TIMELINE } from '../../../domain/limits.ts';
import { publications } from '../../../projections/catalogue/publications.ts';
import type { Find } from '../../../projections/ports.ts';
import { openLongReads } from '../../../api/dashboard/long-reads.ts';
import { bodyOf, serveDashboard } from '../../support/dashboard.ts';
import { openInstallation } from '../../support/installation.ts';
import { plainCitations } from '../../support/plain-citations.ts';
import { suite } from '../../support/suite.ts';
import { addPaper } from '../../support/papers.ts';

const PAPERS = 5;
const AUTHORS = 3_000;
/** A generous limit for the rest of an item. */
const ITEM_BYTES = 2_000;

const doiOf = (n: number): string => `10.5555/large.${n}`;
const record = (n: number): CslItem => ({
  type: 'article-journal',
  title: `Large ${n}`,
  DOI: doiOf(n),
  author: Array.from({ length: AUTHORS }, (_, at) => ({ family: `Family${at}`, given: `Given${n}` })),
  abstract: 'A long one. '.repeat(500),
});

type Change = {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly after_bytes?: number;
};
type Event = {
  readonly id: string;
  readonly event_type: string;
  readonly changes: readonly Change[];
  readonly changes_omitted?: number | null;
};

const large = suite('a listing of large records');
const finds: Find[] = [];

const installation = await large.holds(openInstallation({ matching: false }));
for (let n = 0; n < PAPERS; n += 1)
  await addPaper(installation, doiOf(n), { original: record(n), fetchedAt: Date.now() });
const { readModels } = installation;
const find: typeof readModels.find = (collection, query) => {
  if (collection.name === publications.name) finds.push(query);
  return readModels.find(collection, query);
};
const apa = (_workspace: string, items: readonly (CslItem | null)[]): Promise<readonly string[]> =>
  Promise.resolve(items.map((item) => (item?.author ?? []).map(({ family }) => family).join(' ')));
const eventPages = openLongReads({ atOncePerWorkspace: 1, atOnce: 1, waitMs: 20 });
const dashboard = await large.holds(
  serveDashboard(installation, {
    readModels: { ...readModels, find },
    citations: { ...plainCitations, apa },
    eventPages,
  }),
);
const jo = await dashboard.signIn('member');

const eventsOf = async (path: string, name: 'events' | 'history'): Promise<readonly Event[]> => {
  const reply = await jo.get(path);
  const events = bodyOf<Record<typeof name, readonly Event[]>>(reply)[name];
  for (const event of events) {
    assert.ok(jsonBytes(event) <= TIMELINE.changesBytes + ITEM_BYTES, `${jsonBytes(event)} bytes of one event`);
    for (const { before, after } of event.changes)
      for (const side of [before, after]) assert.ok(jsonBytes(side) <= TIMELINE.valueBytes);
  }
  return events;
};

large('of publications reads only what it shows of each, and cites it from that', async () => {
  finds.length = 0;
  const reply = await jo.get('/api/publications?per_page=100');
  const { publications: items } = bodyOf<{
    publications: readonly { id: string; title: string; apa_citation: string | null }[];
  }>(reply);
  assert.equal(items.length, PAPERS);
  assert.ok(reply.text.length < PAPERS * ITEM_BYTES);
  const named = [...Array.from({ length: 20 }, (_, at) => at), AUTHORS - 1].map((at) => `Family${at}`).join(' ');
  for (const { apa_citation: from } of items) assert.equal(from, named);
  const requestedFields = finds.flatMap(({ fields }) => fields ?? ['everything']);
  assert.ok(requestedFields.includes('cited'));
  for (const field of ['everything', 'view', 'terms']) assert.ok(!requestedFields.includes(field), `reads ${field}`);
});

large('of events shows short values, and the size of the others', async () => {
  const events = await eventsOf('/api/activity?per_page=100', 'events');
  const added = events.filter(({ event_type }) => event_type === 'PublicationAdded');
  assert.equal(added.length, PAPERS);
  for (const { id, changes } of added) {
    const author = changes.find(({ path }) => path === '/author');
    assert.deepEqual([author?.before, author?.after], [null, null]);
    const whole = bodyOf<Event>(await jo.get(`/api/activity/${id}`));
    const all = whole.changes.find(({ path }) => path === '/author');
    assert.equal((all?.after as readonly unknown[]).length, AUTHORS);
    assert.equal(author?.after_bytes, jsonBytes(all?.after));
    assert.equal(whole.changes.length, changes.length);
  }
});

large('of events waits for others, then is a 429', async () => {
  const [added] = await eventsOf('/api/activity?per_page=1', 'events');
  let leave = (): void => undefined;
  const others = eventPages.inTurn(
    installation,
    'elsewhere',
    new AbortController().signal,
    () => new Promise<void>((resolve) => (leave = resolve)),
  );
  for (const path of ['/api/activity', `/api/activity/${added?.id}`]) assert.equal((await jo.get(path)).status, 429);
  leave();
  await others;
  assert.equal((await jo.get('/api/activity')).status, 200);
});

large('of the changes of one of them counts omitted changes', async () => {
  const doi = doiOf(0);
  const patch = Array.from({ length: 900 }, (_, at) => ({
    op: 'replace',
    path: `/author/${at}/given`,
    value: `New${at}`,
  }));
  bodyOf(await jo.patch(`/api/publications/${doi}`, patch));
  await installation.settled();
  const path = `/api/publications/${encodeURIComponent(doi)}/history`;
  const [edited] = await eventsOf(path, 'history');
  const [shown] = await eventsOf('/api/activity?event_type=PublicationEdited', 'events');
  const whole = bodyOf<Event>(await jo.get(`/api/activity/${shown?.id}`));
  assert.ok(whole.changes.length >= patch.length);
  for (const each of [edited, shown]) {
    assert.ok((each?.changes.length ?? 0) > 10);
    assert.equal((each?.changes.length ?? 0) + (each?.changes_omitted ?? 0), whole.changes.length);
  }
});

large('of events previews their undo with the sizes of large values', async () => {
  const doi = doiOf(1);
  bodyOf(await jo.patch(`/api/publications/${doi}`, [{ op: 'replace', path: '/author', value: record(9).author }]));
  await installation.settled();
  const [edit] = bodyOf<{ events: readonly { correlation_id: string }[] }>(
    await jo.get(`/api/activity?event_type=PublicationEdited&doi=${doi}`),
  ).events;
  const { results } = bodyOf<{ results: readonly { changes: readonly (Change & { before_bytes?: number })[] }[] }>(
    await jo.post(`/api/activity/causes/${edit?.correlation_id}/undo`, { dry_run: true }),
  );
  const sizes = [jsonBytes(record(9).author), jsonBytes(record(1).author)];
  assert.deepEqual(
    results.flatMap(({ changes }) =>
      changes.map(({ path, before, before_bytes: was, after_bytes: is }) => [path, before, was, is]),
    ),
    [['/author', null, ...sizes]],
  );
});

large('of events reads at most some megabytes of them, and lists the rest without their changes', async () => {
  const author = Array.from({ length: RECORD.authors }, () => ({ family: 'F'.repeat(50) }));
  const papers = Math.ceil((2 * TIMELINE.readBytes) / jsonBytes(author));
  for (let n = 0; n < papers; n += 1)
    await addPaper(installation, `10.5555/larger.${n}`, {
      original: { type: 'article-journal', title: `Large ${n}`, author },
    });
  await installation.settled();
  const events = await eventsOf(`/api/activity?event_type=PublicationAdded&per_page=${papers}`, 'events');
  assert.equal(events.length, papers);
  const read = events.findIndex(({ changes_omitted: omitted }) => omitted === null);
  assert.ok(read * jsonBytes(author) >= TIMELINE.readBytes && read < papers, `${read} of ${papers}`);
  assert.ok(events.slice(0, read).every(({ changes }) => changes.length > 0));
  assert.ok(
    events.slice(read).every(({ changes, changes_omitted: omitted }) => changes.length === 0 && omitted === null),
  );
  const last = bodyOf<Event>(await jo.get(`/api/activity/${events.at(-1)?.id}`));
  assert.ok(last.changes.length > 0);
});
