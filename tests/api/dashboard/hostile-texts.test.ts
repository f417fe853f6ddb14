/** Input by staff is sanitized like provider data: no tag survives, and nothing is a 500. */
import assert from 'node:assert/strict';
import { assertCleanEvents } from '../../support/clean-events.ts';
import { ingestAll } from '../../support/ingesting.ts';
import { bodyOf } from '../../support/dashboard.ts';
import { staffed } from '../../support/staffed.ts';
import type { Reply } from '../../support/serving.ts';
import { suite } from '../../support/suite.ts';

const typed = suite('a text that staff type');
const { installation, jo, admin, root } = await staffed(typed);

const CARBERRY = '0000-0002-1825-0097';
const PAPER = '/api/publications/10.5555/cpot.2019.001';
const HOSTILE = 'Jo\0\ufffe\u{1ffff} <img src=x onerror=alert(1)> &lt;svg/onload=alert(1)&gt; <b>& co</b>';
const PLAIN = 'Jo < img src=x onerror=alert(1)> < svg/onload=alert(1)> & co';
const RICH = 'Jo < img src=x onerror=alert(1)> < svg/onload=alert(1)> <b>& co</b>';
const NOTHING = '<p>&#32;</p>';
const UNSEEN = '<i>\u200b</i>';

await ingestAll(installation, [CARBERRY]);

type Body = Readonly<Record<string, unknown>>;
type Detail = {
  readonly merged: Body;
  readonly original: Body;
  readonly edited: Body | null;
  readonly edit_count: number;
};

const done = (reply: Reply): Body => {
  assert.ok(reply.status >= 200 && reply.status < 300, `${reply.status} ${reply.text}`);
  return reply.body as Body;
};
const paper = async (): Promise<Detail> => bodyOf<Detail>(await jo.get(PAPER));
const patch = (path: string, value: unknown): Promise<Reply> => jo.patch(PAPER, [{ op: 'add', path, value }]);

typed('in a publication keeps the markup of titles, and no other', async () => {
  for (const field of ['title', 'container-title', 'publisher', 'note']) done(await patch(`/${field}`, HOSTILE));
  done(await patch('/author', [{ literal: HOSTILE }]));
  done(await patch('/custom', { [HOSTILE]: [{ deep: HOSTILE, href: 'https://example.org/?a=1&copy=2' }] }));
  const { merged } = await paper();
  assert.deepEqual(
    [
      merged['title'],
      merged['container-title'],
      merged['publisher'],
      merged['note'],
      merged['author'],
      merged['custom'],
    ],
    [
      RICH,
      RICH,
      PLAIN,
      PLAIN,
      [{ literal: PLAIN }],
      { [PLAIN]: [{ deep: PLAIN, href: 'https://example.org/?a=1&copy=2' }] },
    ],
  );
});

typed("equal to the provider's value reverts the edit, however it is written", async () => {
  done(await patch('/title', 'Otherwise'));
  const { original } = await paper();
  done(await patch('/title', `  <em></em>${String(original['title'])}&#32;`));
  const { merged, edited, edit_count: count } = await paper();
  assert.equal(merged['title'], original['title']);
  assert.ok(!Object.hasOwn(edited ?? {}, 'title'));
  done(await patch('/title', `${String(original['title'])}<p></p>`));
  assert.equal((await paper()).edit_count, count);
});

typed('as the name of a person or a biography is plain', async () => {
  const path = `/api/people/${CARBERRY}`;
  done(await jo.patch(path, { name: { en: HOSTILE }, biography: `${HOSTILE}\n\nMore` }));
  const person = bodyOf<Body>(await jo.get(path));
  assert.deepEqual([person['name'], person['biography']], [{ en: PLAIN }, `${PLAIN}\n\nMore`]);
  done(await jo.patch(`${path}/details`, { people_type: HOSTILE }));
  assert.equal(bodyOf<Body>(await jo.get(path))['people_type'], PLAIN);
});

const PROJECT = { title: HOSTILE, programme: HOSTILE, abstract: HOSTILE, href: 'https://example.org/p' };
const WORK = { title: HOSTILE, work_type: 'book', href: 'https://example.org/w' };

typed('as any other name is plain, and as a title may have markup', async () => {
  const category = done(await jo.post('/api/categories', { id: 'hostile', name: HOSTILE }));
  const entity = done(await admin.post('/api/entities', { id: 'hostile', name: HOSTILE }));
  const workspace = done(await root.post('/api/workspaces', { id: 'hostile', name: HOSTILE }));
  for (const { name } of [category, entity, workspace]) assert.equal(name, PLAIN);
  const project = done(await jo.post('/api/projects', { ...PROJECT, funding_entities: [{ name: HOSTILE }] }));
  assert.deepEqual(
    [project['title'], project['abstract'], project['programme'], project['funding_entities']],
    [RICH, RICH, PLAIN, [{ name: PLAIN }]],
  );
  assert.equal(done(await jo.post('/api/works', { ...WORK, id: 'typed' }))['title'], RICH);
  const installation = done(
    await admin.post('/api/installations', {
      platform: 'cms_a',
      display_name: HOSTILE,
      description: HOSTILE,
      scopes: [],
    }),
  );
  assert.deepEqual([installation['display_name'], installation['description']], [PLAIN, PLAIN]);
  const key = done(await admin.post('/api/site-tools/api-keys', { client_name: HOSTILE, scopes: ['ingest'] }));
  assert.ok(JSON.stringify(key).includes(JSON.stringify(PLAIN).slice(1, -1)), JSON.stringify(key));
});

typed('as the reason for clearing jobs is plain', async () => {
  const clear = { thresholdSeconds: 60, reason: HOSTILE, dryRun: false };
  done(await admin.post('/api/site-tools/clear-stuck-jobs', clear));
  for await (const { type, data } of installation.events.readAll())
    if (type === 'StuckJobsCleared') assert.equal((data as { readonly reason: string }).reason, PLAIN);
});

typed('that is blank after sanitizing is a 400 that names the field', async () => {
  const replies: readonly (readonly [string, Reply])[] = [
    ['name', await jo.patch(`/api/people/${CARBERRY}`, { name: NOTHING })],
    ['biography', await jo.patch(`/api/people/${CARBERRY}`, { name: 'Jo', biography: NOTHING })],
    ['name', await jo.post('/api/categories', { id: 'nothing', name: { en: NOTHING } })],
    ['name', await root.post('/api/workspaces', { id: 'nothing', name: NOTHING })],
    ['title', await jo.post('/api/projects', { ...PROJECT, title: NOTHING })],
    ['title', await jo.post('/api/projects', { ...PROJECT, title: UNSEEN })],
    ['title', await patch('/title', NOTHING)],
    ['title', await patch('/title', UNSEEN)],
    ['title', await jo.post('/api/works', { ...WORK, title: NOTHING })],
    ['title', await jo.post('/api/works', { ...WORK, title: UNSEEN })],
    ['title', await jo.patch('/api/works/typed', { title: NOTHING })],
    ['display_name', await admin.post('/api/installations', { platform: 'cms_a', display_name: NOTHING, scopes: [] })],
    ['client_name', await admin.post('/api/site-tools/api-keys', { client_name: NOTHING, scopes: ['ingest'] })],
  ];
  for (const [field, reply] of replies) {
    assert.equal(reply.status, 400, reply.text);
    assert.ok(reply.text.includes(field), reply.text);
  }
});

typed('is clean in every event', async () => {
  await assertCleanEvents(installation.events, [
    'PublicationEdited',
    'PublicationCreated',
    'ProjectCreated',
    'PersonDescribed',
    'ApiKeyIssued',
    'StuckJobsCleared',
  ]);
});
