/** The timeline: search, filters, cursors and clean-up; full events and the histories of records. */
import assert from 'node:assert/strict';
import { userByEmail } from '../../../commands/identity/users.ts';
import { SEARCH } from '../../../domain/limits.ts';
import { bodyOf } from '../../support/dashboard.ts';
import { suite } from '../../support/suite.ts';
import { staffed } from '../../support/staffed.ts';

const CARBERRY = '0000-0002-1825-0097';
const PAPER = '10.5555/cpot.2019.001';

type Event = {
  readonly id: string;
  readonly position: number;
  readonly occurred_at: number;
  readonly event_type: string;
  readonly severity: string;
  readonly status: string;
  readonly actor: { readonly type: string; readonly id: string; readonly label: string };
  readonly subject: { readonly type: string; readonly id: string; readonly label: string };
  readonly summary: string;
  readonly changes: readonly { readonly path: string; readonly before: unknown; readonly after: unknown }[];
  readonly correlation_id: string;
};
type Timeline = {
  readonly events: readonly Event[];
  readonly total: number;
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

const timeline = suite('the timeline');

const { installation, dashboard, admin, stranger } = await staffed(timeline, { ingested: true });
const jo = await dashboard.signIn('member', { email: 'jo.librarian@example.org' });
await jo.patch(`/api/publications/${PAPER}`, [{ op: 'replace', path: '/title', value: 'Right' }]);
await jo.patch(`/api/publications/${PAPER}`, [
  { op: 'add', path: '/note', value: 'Not ours' },
  { op: 'replace', path: '/visible', value: false },
]);
await installation.settled();

const read = async (query = '', who = jo): Promise<Timeline> =>
  bodyOf<Timeline>(await who.get(`/api/activity${query}`));

const walk = async (
  query: string,
  size: number,
  between: () => Promise<unknown> = async () => undefined,
): Promise<readonly Event[]> => {
  const events: Event[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const at: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page = await read(`?per_page=${size}${query}${at}`);
    events.push(...page.events);
    cursor = page.next_cursor;
    assert.equal(page.has_more, cursor !== null);
    await between();
  }
  return events;
};

timeline('is a file with every event that matches, newest first', async () => {
  const path = '/api/activity?event_type=PublicationAdded';
  const { total } = bodyOf<Timeline>(await jo.get(path));
  const ndjson = await jo.get(`${path}&format=ndjson`);
  const events = ndjson.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Event);
  assert.equal(events.length, total);
  assert.deepEqual(events.slice(0, 5), bodyOf<Timeline>(await jo.get(`${path}&per_page=5`)).events);
  assert.equal(ndjson.headers.get('content-disposition'), 'attachment; filename="activity.ndjson"');
  const csv = await jo.get('/api/activity?q=Right&format=csv');
  assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8');
  const [head = '', ...lines] = csv.text.trim().split('\r\n');
  assert.match(head, /^occurred_at,event_type,summary,actor,/u);
  assert.equal(lines.length, bodyOf<Timeline>(await jo.get('/api/activity?q=Right')).total);
  assert.equal((await jo.get(`${path}&format=xlsx`)).status, 400);
  assert.equal((await jo.get(`${path}&format=csv&page=2`)).status, 400);
  assert.ok(!(await stranger.get('/api/activity?format=csv')).text.includes(PAPER));
});

timeline('can be limited to one publication or one person', async () => {
  const ofPaper = await read(`?doi=${encodeURIComponent(`https://doi.org/${PAPER.toUpperCase()}`)}&per_page=100`);
  assert.ok(ofPaper.total >= 3);
  assert.deepEqual(new Set(ofPaper.events.map(({ subject }) => subject.id)), new Set([PAPER]));
  const ofPerson = await read(`?orcid=${CARBERRY}&per_page=100`);
  const subjects = new Set(ofPerson.events.map(({ subject }) => `${subject.type} ${subject.id}`));
  assert.deepEqual(subjects, new Set([`person ${CARBERRY}`, `ingestion ${CARBERRY}`]));
  assert.equal((await read('?doi=10.5555/nothing')).total, 0);
  assert.equal((await jo.get('/api/activity?orcid=nonsense')).status, 400);
});

timeline('names the members by whom it can be narrowed, to every member', async () => {
  const { actors } = bodyOf<{ actors: readonly { id: string; label: string }[] }>(await jo.get('/api/activity/actors'));
  const mine = actors.find(({ id }) => id === jo.userId);
  assert.equal(mine?.label, 'jo.librarian@example.org');
  assert.ok(actors.some(({ id }) => id === admin.userId));
  assert.ok(!actors.some(({ id }) => id === stranger.userId));
  assert.ok((await read(`?actor=${mine?.id ?? ''}`)).events.every(({ actor }) => actor.id === jo.userId));
});

timeline('shows exactly who changed what, newest first', async () => {
  const { events } = await read('?actor=jo.librarian@example.org');
  const [hid, edited, sameRequest] = events;
  assert.equal(hid?.event_type, 'PublicationHidden');
  const [last] = events.filter(({ event_type: type }) => type === 'PublicationEdited').slice(-1);
  assert.deepEqual(
    last?.changes.map(({ path, after }) => [path, after]),
    [['/title', 'Right']],
  );
  assert.equal(last?.actor.label, 'jo.librarian@example.org');
  assert.equal(last?.subject.label, 'Right');
  assert.equal(last?.subject.id, PAPER);
  assert.equal(edited?.correlation_id, hid?.correlation_id);
  assert.notEqual(sameRequest?.correlation_id, hid?.correlation_id);
});

timeline('has everything that happened in the workspace and nothing of another', async () => {
  const all = await walk('', 100);
  const recorded: string[] = [];
  for await (const { id, metadata } of installation.events.readAll())
    if (metadata.workspace === 'org') recorded.push(id);
  assert.deepEqual(
    all.map(({ id }) => id),
    recorded.reverse(),
  );
  assert.equal((await read()).total, recorded.length);
  const foreign = await read('?per_page=100', stranger);
  assert.ok(foreign.events.every(({ id }) => !recorded.includes(id)));
  assert.equal((await stranger.get(`/api/activity/${recorded[0]}`)).status, 404);
});

timeline('finds the same entries by any combination of filters as a full scan', async () => {
  const all = await walk('', 100);
  const found = await jo.get('/api/publications?q=josiah&perPage=100&status=all');
  const authored = new Set(bodyOf<{ publications: readonly { id: string }[] }>(found).publications.map(({ id }) => id));
  const middle = all[Math.floor(all.length / 2)]?.occurred_at ?? 0;
  const tests: readonly (readonly [string, (event: Event) => boolean])[] = [
    ['event_type=PublicationAdded', (event) => event.event_type === 'PublicationAdded'],
    ['status=pending', (event) => event.status === 'pending'],
    ['severity=warning', (event) => event.severity === 'warning'],
    ['actor=user', (event) => event.actor.type === 'user'],
    [`actor=${jo.userId}`, (event) => event.actor.id === jo.userId],
    [`from=${middle}`, (event) => event.occurred_at >= middle],
    [`to=${middle}`, (event) => event.occurred_at <= middle],
    [`q=${encodeURIComponent(PAPER)}`, (event) => event.subject.id === PAPER || event.summary.includes(PAPER)],
    ['q=visib', (event) => / visib/u.test(event.summary)],
    ['q=jo.librarian', ({ actor, subject }) => [actor.id, subject.id].includes(String(jo.userId))],
    ['q=librarian+edited', ({ actor, summary }) => actor.id === jo.userId && /^Edited/u.test(summary)],
    ['q=right', (event) => event.subject.id === PAPER],
    [`doi=https://doi.org/${PAPER}`, ({ subject }) => subject.id === PAPER],
    [`orcid=${CARBERRY}`, ({ subject }) => subject.id === CARBERRY],
    [`subject=${jo.userId}`, ({ subject }) => subject.id === jo.userId],
    ['subject=org&subject_type=entity', ({ subject }) => subject.id === 'org' && subject.type === 'entity'],
    [`correlation_id=${all[0]?.correlation_id}`, (event) => event.correlation_id === all[0]?.correlation_id],
    [
      'housekeeping=false',
      ({ event_type: type }) =>
        !/^Ingestion(?!Failed|ForceFailed|Reset)|^Citation|Enriched$|^AuthorsMatched|^IdentifierAssigned|^PublicationIdentified|^PublicationKeptApart/u.test(
          type,
        ),
    ],
    ['q=josiah', ({ subject }) => subject.id === CARBERRY || authored.has(subject.id)],
  ];
  for (const [one, fits] of tests)
    for (const [other, also] of tests) {
      if (one.split('=')[0] === other.split('=')[0] && one !== other) continue;
      const query = one === other ? one : `${one}&${other}`;
      const expected = all.filter((event) => fits(event) && also(event)).map(({ id }) => id);
      assert.deepEqual(
        (await walk(`&${query}`, 50)).map(({ id }) => id),
        expected,
        query,
      );
      assert.equal((await read(`?${query}`)).total, expected.length, query);
    }
});

timeline('is searched by the names of its own users, however many others have the same', async () => {
  const found = async () => (await read('?q=jo.librarian+edited&per_page=100')).events.map(({ id }) => id);
  const before = await found();
  assert.ok(before.length > 0);
  for (let n = 0; n < SEARCH.meanings; n += 1) await userByEmail(installation, `jo.librarian${n}@example.org`);
  assert.deepEqual(await found(), before);
  const { total } = await read('?actor=jo.librarian');
  assert.equal(total, (await read(`?actor=${jo.userId}`)).total);
});

timeline('has one entry for a patch that only hides or shows, which counts as an edit', async () => {
  const before = await read('?per_page=1');
  const { edit_count: count } = bodyOf<{ edit_count: number }>(await jo.get(`/api/publications/${PAPER}`));
  for (const [edits, visible] of [true, false].entries()) {
    const patched = await jo.patch(`/api/publications/${PAPER}`, [{ op: 'replace', path: '/visible', value: visible }]);
    assert.equal(bodyOf<{ edit_count: number }>(patched).edit_count, count + edits + 1);
  }
  await installation.settled();
  const after = await read('?per_page=2');
  assert.equal(after.total, before.total + 2);
  assert.deepEqual(
    after.events.map(({ event_type: type, summary }) => [type, summary]),
    [
      ['PublicationHidden', 'Hid the publication'],
      ['PublicationShown', 'Showed the publication'],
    ],
  );
});

timeline('accepts the type of a subject only with the subject', async () => {
  assert.equal((await jo.get('/api/activity?subject_type=entity')).status, 400);
  assert.equal((await jo.get('/api/activity?subject=org&subject_type=none')).status, 400);
  const typesOf = async (query: string): Promise<readonly string[]> => [
    ...new Set((await walk(query, 50)).map(({ subject }) => subject.type)),
  ];
  assert.ok((await typesOf('&subject=org')).length > 1);
  assert.deepEqual(await typesOf('&subject=org&subject_type=entity'), ['entity']);
});

timeline('is paged without drift while events arrive', async () => {
  const before = await walk('', 100);
  let n = 0;
  const walked = await walk('', 40, () =>
    jo.patch(`/api/publications/${PAPER}`, [{ op: 'replace', path: '/title', value: `Arrives ${(n += 1)}` }]),
  );
  assert.deepEqual(
    walked.slice(-before.length).map(({ id }) => id),
    before.map(({ id }) => id),
  );
  assert.equal(new Set(walked.map(({ id }) => id)).size, walked.length);
});

timeline('refuses a cursor that it did not issue, and unknown parameters', async () => {
  const { next_cursor: cursor } = await read('?per_page=1&status=pending');
  assert.ok(cursor !== null);
  const bad = [
    '?cursor=abc',
    `?cursor=${cursor}`,
    `?cursor=${cursor}&status=pending&page=1`,
    '?severity=loud',
    '?status=x',
    '?from=-1',
    '?from=x',
    '?per_page=101',
    '?actor=',
    '?evnt_type=x',
    '?q=a&q=b',
  ];
  for (const query of bad) assert.equal((await jo.get(`/api/activity${query}`)).status, 400, query);
  assert.equal((await jo.get(`/api/activity?cursor=${cursor}&status=pending`)).status, 200);
  const walk = await read('?per_page=1&status=pending&actor=system');
  const same = await jo.get(`/api/activity?actor=system&status=pending&cursor=${walk.next_cursor}`);
  assert.equal(same.status, 200);
  for (const bent of [`${cursor}=`, `${cursor}%0A`, `${cursor}A`, cursor.toLowerCase()])
    assert.equal((await jo.get(`/api/activity?cursor=${bent}&status=pending`)).status, 400, bent);
});

timeline('shows a full event, with the others of its request', async () => {
  const { events } = await read('?event_type=PublicationHidden');
  const reply = await jo.get(`/api/activity/${events.at(-1)?.id}`);
  const whole = bodyOf<{ stream: string; data: unknown; related: readonly Event[] }>(reply);
  assert.deepEqual([whole.stream, whole.data], [`publication-org~${PAPER}`, {}]);
  assert.deepEqual(
    whole.related.map(({ event_type: type }) => type),
    ['PublicationEdited'],
  );
  assert.equal((await jo.get('/api/activity/nothing')).status, 404);
});

timeline('lists the history of a record, each field with its values before and after', async () => {
  const reply = await jo.get(`/api/publications/${PAPER}/history?perPage=100`);
  const { history } = bodyOf<{ history: readonly Event[] }>(reply);
  assert.equal(history.at(-1)?.event_type, 'PublicationAdded');
  const edit = history.find(({ changes }) => changes.some(({ after }) => after === 'Right'));
  assert.equal(edit?.changes[0]?.path, '/title');
  const pages = await Promise.all(
    [1, 2, 3].map((page) => jo.get(`/api/publications/${PAPER}/history?dir=asc&perPage=2&page=${page}`)),
  );
  const oldest = pages.flatMap((page) => bodyOf<{ history: readonly Event[] }>(page).history);
  assert.deepEqual(oldest, [...history].reverse().slice(0, 6));
  assert.equal(typeof edit?.changes[0]?.before, 'string');
  bodyOf(await jo.get(`/api/people/${CARBERRY}/history`));
  assert.equal((await jo.get('/api/publications/10.5555/nothing/history')).status, 404);
});

timeline('distinguishes a null entry from a missing one', async () => {
  const path = `/api/publications/${PAPER}`;
  bodyOf(await jo.patch(path, [{ op: 'add', path: '/custom', value: { marks: ['a', null] } }]));
  bodyOf(await jo.patch(path, [{ op: 'remove', path: '/custom/marks/1' }]));
  const { history } = bodyOf<{ history: readonly Event[] }>(await jo.get(`${path}/history`));
  assert.deepEqual(history[0]?.changes, [{ path: '/custom/marks/1', before: null, after: null, before_is_null: true }]);
});

timeline('is cleaned up by an administrator on confirmation, and histories are kept', async () => {
  const clean = (body: unknown, who = admin, query = '') => who.post(`/api/activity/cleanup${query}`, body);
  const bad: readonly unknown[] = [
    { mode: 'all', confirmation: 'other' },
    { mode: 'all' },
    { mode: 'before_date', confirmation: 'org' },
    { mode: 'all', before_date: 1, confirmation: 'org' },
    { mode: 'before_date', before_date: -1, confirmation: 'org' },
    { mode: 'some', confirmation: 'org' },
    { mode: 'all', confirmation: 'org', extra: 1 },
  ];
  const { total, events } = await read();
  for (const body of bad) assert.equal((await clean(body)).status, 400, JSON.stringify(body));
  assert.equal((await clean({ mode: 'all', confirmation: 'org' }, jo)).status, 403);
  assert.equal((await read()).total, total);

  const date = events.at(-1)?.occurred_at ?? 0;
  const kept = (await read(`?from=${date}`)).total;
  const request = { mode: 'before_date', before_date: date, confirmation: 'org' };
  const planned = bodyOf<{ deleted_count: number }>(await clean(request, admin, '?dry_run=true'));
  assert.equal(planned.deleted_count, total - kept);
  assert.equal((await read()).total, total);
  const partly = await clean(request);
  assert.deepEqual(bodyOf(partly), { ok: true, mode: 'before_date', deleted_count: total - kept });
  assert.equal((await read()).total, kept + 1);

  const future = { mode: 'before_date', before_date: Date.now() + 1e9, confirmation: 'org' };
  assert.ok(bodyOf<{ deleted_count: number }>(await clean(future)).deleted_count >= kept);
  await jo.patch(`/api/publications/${PAPER}`, [{ op: 'replace', path: '/title', value: 'After' }]);
  await installation.settled();
  assert.ok((await read('?event_type=PublicationEdited')).total > 0);

  await clean({ mode: 'all', confirmation: 'org' });
  assert.deepEqual(
    (await read()).events.map(({ event_type: type }) => type),
    ['TimelineCleaned'],
  );
  const { history } = bodyOf<{ history: readonly Event[] }>(
    await jo.get(`/api/publications/${PAPER}/history?perPage=100`),
  );
  assert.equal(history.at(-1)?.event_type, 'PublicationAdded');
});
