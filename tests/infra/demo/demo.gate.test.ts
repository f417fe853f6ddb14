/** The demo as a visitor sees it: one URL to open, and something on every page. */
import assert from 'node:assert/strict';
import type { JsonObject } from '../../../domain/json.ts';
import { OFFERED } from '../../../infra/demo/sample.ts';
import { LOCKED } from '../../../infra/demo/story.ts';
import { colophon } from '../../support/program.ts';
import { suite } from '../../support/suite.ts';
import { closing } from '../../support/closing.ts';
import { until } from '../../support/until.ts';
import { inFolder } from '../../support/folder.ts';

const demo = suite('the demo', { onFilesAlone: 'it is made in a folder of its own' });

type Visit = {
  readonly shown: string;
  readonly publicUrl: string;
  readonly text: (path: string) => Promise<string>;
  readonly get: (path: string) => Promise<JsonObject>;
  readonly post: (path: string, body: JsonObject) => Promise<number>;
};

/** From its start until it was shut down. */
const visit = async (folder: string, test: (visit: Visit) => Promise<void>): Promise<void> => {
  await using program = closing(colophon({ DATA_DIR: folder, PUBLIC_PORT: '0', DASHBOARD_PORT: '0' }, ['demo']));
  const { input: shown } = await program.prints(/Ctrl-C/u);
  const [, publicUrl = ''] = /public API {2}(http:\S+)\/v1\/publications/u.exec(shown) ?? [];
  const [, token = '', dashboardUrl = ''] = /Bearer (\S+)' (http:\S+)\/me/u.exec(shown) ?? [];
  const text = async (path: string): Promise<string> => {
    const response = await fetch(`${dashboardUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });
    assert.equal(response.status, 200, path);
    return response.text();
  };
  const get = async (path: string): Promise<JsonObject> => JSON.parse(await text(path)) as JsonObject;
  const post = async (path: string, body: JsonObject): Promise<number> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return (await fetch(`${dashboardUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };
  await test({ shown, publicUrl, text, get, post });
  const { code, err } = await program.stop('SIGTERM');
  assert.deepEqual([code, err], [0, '']);
};

const totalOf = async ({ get }: Visit, path: string): Promise<number> => Number((await get(path))['total']);

/** All events except failed checks of a missing proof, whose number grows with time; counted in a single read. */
const happened = async ({ text }: Visit): Promise<number> => {
  const lines = (await text('/api/activity?housekeeping=false&format=ndjson')).trimEnd().split('\n');
  return lines.filter((line) => (JSON.parse(line) as JsonObject)['event_type'] !== 'OriginCheckFailed').length;
};

/** What it prints to be imported and registered is there, without a network. */
const tryOffered = async ({ shown, get, post }: Visit): Promise<void> => {
  const { dois, orcid } = OFFERED;
  for (const each of [...dois, orcid]) assert.ok(shown.includes(each), each);
  for (const doi of dois) assert.equal(await post('/api/import/doi', { doi }), 201, doi);
  assert.equal(await post('/api/people', { orcid }), 201);
  assert.equal(await post('/api/ingest', { orcid_ids: [orcid] }), 202);
  await until(
    () => get(`/api/people/${orcid}`),
    ({ name, publication_count: count }) => name === 'Ottoline Scherbe' && count === 1,
  );
};

const list = (body: JsonObject, name: string): readonly JsonObject[] => body[name] as unknown as readonly JsonObject[];

/** One URL, what it does, and where everything is. */
const lookAtWords = async ({ shown, publicUrl }: Visit, folder: string): Promise<void> => {
  const [, address = ''] = /Open:\n\n {2}(http:\S+)\n/u.exec(shown) ?? [];
  const page = await fetch(address, { headers: { accept: 'text/html' } });
  assert.equal(page.status, 200);
  assert.match(await page.text(), /<form/u);
  assert.match(shown, /signs you in as librarian@example\.org, once, until \d\d:\d\d/u);
  assert.ok(shown.includes(`data        ${folder}/demo`), shown);
  const { servers } = (await (await fetch(`${publicUrl}/openapi.json`)).json()) as { servers: readonly unknown[] };
  assert.deepEqual(servers[0], { url: publicUrl });
  assert.equal((await fetch(`${publicUrl}/docs`)).status, 200);
};

demo('prints one URL to open, has something for every page, and is the same at the next start', () =>
  inFolder(async (folder) => {
    let total = 0;
    await visit(folder, async (first) => {
      await lookAtWords(first, folder);
      const { get } = first;
      for (const [path, least] of [
        ['/api/suggestions', 10],
        ['/api/publications', 20],
        ['/api/publications?visibility=hidden', 2],
        ['/api/publications?status=deleted', 1],
        ['/api/people', 6],
        ['/api/works', 3],
        ['/api/projects', 2],
        ['/api/entities', 2],
        ['/api/categories', 2],
        ['/api/members', 2],
        ['/api/members?status=invited', 1],
        ['/api/installations', 1],
        ['/api/site-tools/api-keys', 1],
      ] as const)
        assert.ok((await totalOf(first, path)) >= least, path);

      const { original, edited } = await get('/api/publications/10.5555%2Fbook.shards');
      assert.match(JSON.stringify(original), /second edition/u);
      assert.equal((edited as JsonObject)['title'], 'Shards: A Reader in Psychoceramics');
      await until(
        async () => list(await get('/api/publications?citations=true&per_page=1'), 'publications'),
        ([cited]) => typeof cited?.['apa_citation'] === 'string',
      );
      const retracted = await get('/api/publications/10.5555%2Fcpot.2023.021');
      assert.match(JSON.stringify(retracted), /cpot\.2023\.021-r/u);
      const [job] = list(await get('/api/ingest/jobs?status=failed'), 'jobs');
      assert.equal(job?.['orcid_id'], LOCKED);
      const history = list(await get('/api/publications/10.5555%2Fconf.kiln.77/history'), 'history');
      const actors = history.map(({ actor }) => (actor as JsonObject)['label']);
      for (const who of ['librarian@example.org', 'assistant@example.org']) assert.ok(actors.includes(who), who);
      const [website] = list(await get('/api/installations'), 'installations');
      assert.equal((website?.['origins'] as unknown as readonly unknown[]).length, 1);
      const [key] = list(await get('/api/site-tools/api-keys'), 'keys');
      assert.ok(Number(key?.['last_used_at']) > 0);
      // Matches may arrive a moment later.
      total = await happened(first);
    });
    await visit(folder, async (second) => {
      await lookAtWords(second, folder);
      assert.doesNotMatch(second.shown, /ingest/u);
      assert.equal(await happened(second), total);
      await tryOffered(second);
    });
  }),
);
