/** Site tools: keys, stuck jobs, and resetting a workspace. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { shardOf } from '../../../commands/shard.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { ORCIDS } from '../../../infra/demo/sample.ts';
import { allProjections } from '../../../projections/all.ts';
import { bodyOf, serveDashboard, type Person } from '../../support/dashboard.ts';
import { ingestAll } from '../../support/ingesting.ts';
import { addPaper } from '../../support/papers.ts';
import { suite } from '../../support/suite.ts';
import { staffed } from '../../support/staffed.ts';

const ROOT = 'root@example.org';
const SHARDS = 4;
const KEYS = '/api/site-tools/api-keys';

type Key = { readonly key: string; readonly key_hash: string; readonly is_active: boolean; readonly status: string };
type Shards = { readonly shards: readonly { readonly shard: number; readonly error: string | null }[] };
type Reset = Shards & { readonly publications: number; readonly works: number; readonly ingestion_jobs: number };

const tools = suite('the site tools');
/** A shard whose publications cannot be written. */
let broken: number | null = null;

const { installation, dashboard, jo, admin, root, stranger } = await staffed(tools, {
  ingested: true,
  deps: ({ events: log }) => ({
    resetDataEmails: [ROOT],
    events: {
      ...log,
      append: (stream, events, expected) => {
        const doi = stream.startsWith('publication-') ? stream.slice(stream.indexOf('~') + 1) : null;
        if (doi !== null && broken !== null && shardOf(doi, SHARDS) === broken)
          return Promise.reject(new Unavailable('event store', 'the disk is full'));
        return log.append(stream, events, expected);
      },
    },
  }),
});

const create = async (body: unknown = { client_name: 'Partner', scopes: ['ingest'] }): Promise<Key> =>
  bodyOf<Key>(await admin.post(KEYS, body), 201);
const listed = async (): Promise<{ readonly text: string; readonly keys: readonly Key[] }> => {
  const reply = await admin.get(`${KEYS}?perPage=100`);
  return { text: reply.text, keys: bodyOf<{ keys: readonly Key[] }>(reply).keys };
};

tools('issue a key that is shown once and found by its hash', async () => {
  const reply = await admin.post(KEYS, { client_name: 'Partner', scopes: ['ingest', 'membership.update'] });
  const { key, key_hash: hash } = bodyOf<Key>(reply, 201);
  assert.match(key, /^colk_[0-9A-Za-z]{49}$/u);
  assert.equal(hash, createHash('sha256').update(key).digest('hex'));
  const { text, keys } = await listed();
  assert.ok(keys.some(({ key_hash: each }) => each === hash));
  assert.ok(!text.includes(key));
  assert.equal(reply.headers.get('cache-control'), 'no-store');
  for await (const event of installation.events.readAll()) assert.ok(!JSON.stringify(event).includes(key));
});

tools('show one key, and who created it', async () => {
  const { key_hash: hash } = await create();
  const reply = await admin.get(`${KEYS}/${hash}`);
  type Shown = { created_by: { label: string }; uses_by_day: readonly unknown[]; base_url: string };
  const shown = bodyOf<Shown>(reply);
  assert.equal(shown.base_url, dashboard.deps.publicUrl);
  assert.equal(shown.created_by.label, admin.email);
  assert.equal(shown.uses_by_day.length, 30);
});

tools('refuse a key that does not match the documentation', async () => {
  const bad: readonly unknown[] = [
    {},
    { client_name: '', scopes: ['ingest'] },
    { client_name: 'x'.repeat(121), scopes: ['ingest'] },
    { client_name: 'x', scopes: [] },
    { client_name: 'x', scopes: ['everything'] },
    { client_name: 'x', scopes: Array.from({ length: 90_000 }, () => 'ingest') },
    { client_name: 'x', scopes: ['ingest', 'ingest'] },
    { client_name: 'x', scopes: ['ingest'], rate_limit_per_minute: 0 },
    { client_name: 'x', scopes: ['ingest'], rate_limit_per_minute: 10_001 },
    { client_name: 'x', scopes: ['ingest'], admin: true },
  ];
  for (const body of bad) assert.equal((await admin.post(KEYS, body)).status, 400, JSON.stringify(body).slice(0, 200));
});

tools('suspend, resume and revoke a key, the last for good', async () => {
  const { key_hash: hash } = await create();
  const change = async (body: unknown, status = 200): Promise<Key> =>
    bodyOf<Key>(await admin.patch(`${KEYS}/${hash}`, body), status);
  assert.equal((await change({ is_active: false })).is_active, false);
  assert.equal((await change({ is_active: true, rate_limit_per_minute: 5 })).is_active, true);
  await change({ scopes: [] }, 400);
  assert.equal(bodyOf<Key>(await admin.delete(`${KEYS}/${hash}`)).status, 'revoked');
  assert.equal((await admin.delete(`${KEYS}/${hash}`)).status, 200);
  await change({ is_active: true }, 400);
  await change({ is_active: false });
  assert.equal((await admin.post(`${KEYS}/${hash}/rotate`, {})).status, 400);
});

tools('rotate a key, keeping the old one only on request', async () => {
  const first = await create();
  const second = bodyOf<Key>(await admin.post(`${KEYS}/${first.key_hash}/rotate`, { revoke_old: false }));
  const third = bodyOf<Key>(await admin.post(`${KEYS}/${second.key_hash}/rotate`, {}));
  const { keys } = await listed();
  const status = (hash: string): string | undefined => keys.find(({ key_hash: each }) => each === hash)?.status;
  assert.deepEqual(
    [first, second, third].map(({ key_hash: hash }) => status(hash)),
    ['active', 'revoked', 'active'],
  );
});

tools('find no key of another workspace, refuse a malformed hash, and refuse members', async () => {
  const { key_hash: hash } = await create();
  assert.equal((await stranger.delete(`${KEYS}/${hash}`)).status, 404);
  assert.equal(bodyOf<{ total: number }>(await stranger.get(KEYS)).total, 0);
  assert.equal((await admin.delete(`${KEYS}/abc`)).status, 400);
  assert.equal((await admin.delete(`${KEYS}/${'0'.repeat(64)}`)).status, 404);
  assert.equal((await stranger.get(`${KEYS}/${hash}`)).status, 404);
  assert.equal((await jo.get(`${KEYS}/${hash}`)).status, 403);
  assert.equal((await jo.get(KEYS)).status, 403);
});

tools('clear stuck jobs, after listing them', async () => {
  const orcids = ['0000-0001-5109-3700', '0000-0002-1694-233X'];
  await jo.post('/api/ingest', { orcid_ids: orcids });
  const later = await serveDashboard(installation, { clock: { now: () => Date.now() + 7_200_000 } });
  try {
    const { token } = admin;
    const clear = async (body: unknown): Promise<{ cleared: number; jobs: unknown }> => {
      const reply = await later.nobody.post('/api/site-tools/clear-stuck-jobs', body, {
        headers: { authorization: `Bearer ${token}` },
      });
      return bodyOf(reply);
    };
    const planned = await clear({ dryRun: true });
    assert.equal(planned.cleared, 2);
    assert.equal((await clear({ dryRun: true })).cleared, 2);
    assert.deepEqual(
      new Set((await clear({ reason: 'worker gone' })).jobs as object[]),
      new Set(planned.jobs as object[]),
    );
    assert.equal((await clear({})).cleared, 0);
  } finally {
    await later.close();
  }
  const { statuses } = bodyOf<{ statuses: { status: string; error: { message: string } }[] }>(
    await jo.get(`/api/ingest/status?orcid_ids=${orcids.join()}`),
  );
  assert.deepEqual(
    statuses.map(({ status, error }) => [status, error.message]),
    [
      ['failed', 'worker gone'],
      ['failed', 'worker gone'],
    ],
  );
  for (const body of [{ thresholdSeconds: 59 }, { thresholdSeconds: 86_401 }, { reason: '' }, { dryrun: true }])
    assert.equal((await admin.post('/api/site-tools/clear-stuck-jobs', body)).status, 400, JSON.stringify(body));
  assert.equal((await jo.post('/api/site-tools/clear-stuck-jobs', {})).status, 403);
});

const reset = (body: unknown, who: Person = root): ReturnType<Person['post']> =>
  who.post('/api/site-tools/reset-data', body);
const total = async (): Promise<number> =>
  bodyOf<{ total: number }>(await jo.get('/api/publications?status=all')).total;

tools('reset data only for a named superadmin who confirms it', async () => {
  const before = await total();
  const confirmation = 'reset org';
  assert.equal((await reset({ confirmation }, jo)).status, 403);
  assert.equal((await reset({ confirmation }, admin)).status, 403);
  assert.equal((await reset({ confirmation }, await dashboard.signIn('superadmin'))).status, 403);
  assert.equal((await reset({ confirmation: 'reset' })).status, 400);
  assert.equal((await reset({ confirmation: 'reset other' })).status, 400);
  assert.equal((await reset({})).status, 400);
  assert.equal(await total(), before);
});

tools('reset the shards that can be reset, and name the one that cannot, with the reason', async () => {
  const before = await total();
  broken = 2;
  const planned = bodyOf<Reset>(await reset({ confirmation: 'reset org', dryRun: true }));
  assert.equal(planned.publications, before);
  assert.equal(await total(), before);
  const partly = await reset({ confirmation: 'reset org' });
  const { shards, publications } = bodyOf<Reset>(partly, 500);
  assert.deepEqual(
    shards.map(({ error }) => error !== null),
    [false, false, true, false],
  );
  assert.match(String(shards[2]?.error), /disk is full/u);
  assert.equal(await total(), before - publications);

  broken = null;
  const rest = bodyOf<Reset>(await reset({ confirmation: 'reset org', clearIngestionJobs: true }));
  assert.equal(rest.publications, before - publications);
  assert.ok(rest.ingestion_jobs > 0);
  assert.equal(await total(), 0);
  assert.ok(bodyOf<{ total: number }>(await jo.get('/api/people')).total > 0);
});

tools('let reset people be ingested again', async () => {
  const [first] = ORCIDS;
  await ingestAll(installation, [first ?? '']);
  assert.ok((await total()) > 0);
});

tools('restore work by staff on publications when a reset is undone after a harvest', async () => {
  const [hidden, deleted, edited] = ['10.5555/hidden', '10.5555/deleted', '10.5555/edited'];
  const harvest = async (): Promise<void> => {
    for (const doi of [hidden, deleted, edited]) await addPaper(installation, doi);
    await installation.settled();
  };
  const patch = async (doi: string, path: string, value: unknown): Promise<unknown> =>
    bodyOf(await root.patch(`/api/publications/${doi}`, [{ op: 'replace', path, value }]));
  type Shown = { readonly visible: boolean; readonly deleted_at: number | null; readonly if_value: number | null };
  const shown = async (doi: string): Promise<Shown> => bodyOf(await root.get(`/api/publications/${doi}`));

  await harvest();
  await patch(hidden, '/visible', false);
  bodyOf(await root.delete(`/api/publications/${deleted}`));
  await patch(edited, '/if_value', 3.5);
  const { correlation_id: cause } = bodyOf<{ correlation_id: string }>(await reset({ confirmation: 'reset org' }));
  await harvest();
  const undo = async () =>
    bodyOf<{ results: { outcome: string; subject: { id: string } }[] }>(
      await root.post(`/api/activity/causes/${cause}/undo`, {}),
    ).results.filter(({ subject }) => subject.id.startsWith('10.5555/'));
  assert.deepEqual(new Set((await undo()).map(({ outcome }) => outcome)), new Set(['undone']));
  assert.equal((await shown(hidden)).visible, false);
  assert.notEqual((await shown(deleted)).deleted_at, null);
  assert.equal((await shown(edited)).if_value, 3.5);
  assert.deepEqual(new Set((await undo()).map(({ outcome }) => outcome)), new Set(['unchanged']));
});

tools('show administrators how the service stands, without folders and addresses', async () => {
  const path = '/api/site-tools/status';
  assert.equal((await jo.get(path)).status, 403);
  const { projections, ...rest } = bodyOf<{ readonly projections: readonly object[] }>(await admin.get(path));
  const { lastBackup, version, disk } = await dashboard.deps.standing();
  assert.deepEqual(rest, {
    version,
    stores: { events: 'embedded', read_models: 'embedded', state: 'embedded' },
    disk: { used_bytes: disk?.usedBytes, free_bytes: disk?.freeBytes },
    last_backup: lastBackup,
  });
  const [first] = allProjections;
  const live = { phase: 'live', paused: false, lag_events: 0, lag_ms: 0 };
  assert.deepEqual(projections[0], { projection: first?.name, version: first?.version, ...live });
});
