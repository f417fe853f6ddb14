/** Listings over records of the maximum size: a page is limited by its items, not by the records behind them. */
import assert from 'node:assert/strict';
import type { CslItem } from '../../../domain/csl.ts';
import { jsonBytes, TIMELINE } from '../../../domain/limits.ts';
import { publications } from '../../../projections/catalogue/publications.ts';
import type { Find } from '../../../projections/ports.ts';
import { bodyOf, serveDashboard } from '../../support/dashboard.ts';
import { openInstallation } from '../../support/installation.ts';
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
  readonly changes_omitted?: number;
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
const dashboard = await large.holds(
  serveDashboard(installation, { readModels: { ...readModels, find }, citations: { apa } }),
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
