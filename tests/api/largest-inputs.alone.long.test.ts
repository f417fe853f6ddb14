/** Every operation with a body: with the largest that it permits, ten times that, and a body ten times too long. */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { Route } from '../../api/http/route.ts';
import type { Schema } from '../../api/http/schema-types.ts';
import { PROJECT, REQUEST, TEXT } from '../../domain/limits.ts';
import { bodyOf, type Person } from '../support/dashboard.ts';
import { heapUsed } from '../support/heap.ts';
import { ingestAll } from '../support/ingesting.ts';
import { largestOf } from '../support/largest.ts';
import { servePublic, type Reply } from '../support/serving.ts';
import { idsOf, staffed } from '../support/staffed.ts';
import { suite } from '../support/suite.ts';

const CARBERRY = '0000-0002-1825-0097';
const MIB = 1024 ** 2;
/** The heap growth that one request may cause, garbage included: the body as bytes, text, values, events and rows. */
const ONE_REQUEST = 64 * MIB;
/** The heap growth that all of them may cause together, including caches and indexes in memory. */
const ALL_REQUESTS = 48 * MIB;

const largest = suite('an operation with a body');
const { installation, dashboard, jo, admin, root } = await staffed(largest);
const served = await largest.holds(servePublic(installation));
await ingestAll(installation, [CARBERRY]);
const doi = idsOf(await admin.get('/api/publications'), 'publications')[0] ?? assert.fail('no publication');
const issue = async (): Promise<{ readonly key: string; readonly key_hash: string }> => {
  const keyRequest = { client_name: 'Partner', scopes: ['ingest', 'membership.update'], rate_limit_per_minute: 10_000 };
  return bodyOf(await admin.post('/api/site-tools/api-keys', keyRequest), 201);
};
// One for requests, and one to be changed.
const { key } = await issue();
const { key_hash: keyHash } = await issue();

type Target = {
  readonly route: Route & { readonly body: Schema };
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  send(path: string, body: string): Promise<Reply>;
};

const withBody = (routes: readonly Route[]): readonly Target['route'][] =>
  routes.flatMap((route) => (route.body === undefined || route.form === true ? [] : [{ ...route, body: route.body }]));

const byPerson = (person: Person, url: string, route: Target['route']): Target => ({
  ...{ route, url, headers: { authorization: `Bearer ${person.token}` } },
  send: (path, body) => (route.method === 'PATCH' ? person.patch(path, body) : person.post(path, body)),
});

const targets = (): readonly Target[] => {
  const headers = { 'x-api-key': key };
  return [
    ...withBody(served.routes).map((route) => ({
      ...{ route, url: served.url, headers },
      send: (path: string, body: string) => served.post(path, body, headers),
    })),
    // Operations that create a record come before those that change it.
    ...withBody(dashboard.routes)
      .map((route) => byPerson(root, dashboard.listening, route))
      .sort((a, b) => b.route.method.localeCompare(a.route.method)),
  ];
};

/** The records by the URL that creates them. */
const made = new Map<string, string>();

const idFor = (of: string): string | null | undefined =>
  of === '/api/workspaces' ? 'org' : of === '/api/members' ? jo.userId : made.get(of);

const pathTo = ({ path }: Route): string => {
  const id = idFor(path.slice(0, path.indexOf('/:')));
  return path
    .replace('*id', doi)
    .replace(':orcid', CARBERRY)
    .replace(':keyHash', keyHash)
    .replace(':id', id ?? 'missing')
    .replaceAll(/:\w+/gu, 'missing');
};

const patchOf = (value: string, count: number): string =>
  JSON.stringify(Array.from({ length: count }, () => ({ op: 'add', path: '/note', value })));

/** Room for the brackets. */
const MARGIN = 8 * 1024;

/** For a body with limits as a whole as well, one for each of them. */
const largestFor = ({ route: { path, body } }: Target): readonly string[] => [
  ...new Set(
    [REQUEST.bodyBytes, PROJECT.bytes, TEXT.localizedBytes].map((bytes) => largestOf(body, 1, bytes - MARGIN)),
  ),
  ...(path === '/api/publications/*id'
    ? [patchOf('x'.repeat(900), REQUEST.patchOperations), patchOf('x'.repeat(50_000), 20)]
    : []),
];

largest('accepts the largest input, refuses one ten times as large, and retains no memory of either', async () => {
  const accepted = new Set<string>();
  const before = heapUsed();
  for (const target of targets()) {
    const { method, path } = target.route;
    const ask = async (body: string): Promise<Reply> => {
      const start = heapUsed();
      let reply = await target.send(pathTo(target.route), body);
      // A machine busy with other tests takes longer than the response timeout.
      for (let again = 0; again < 2 && reply.status === 503; again += 1)
        reply = await target.send(pathTo(target.route), body);
      const growth = process.memoryUsage().heapUsed - start;
      assert.ok(reply.status < 500, `${method} ${path} ${body.length} characters: ${reply.text}`);
      assert.ok(growth < ONE_REQUEST, `${method} ${path}: ${growth} bytes for ${body.length} characters`);
      return reply;
    };
    for (const body of largestFor(target)) {
      const { status } = await ask(body);
      if (status >= 300) continue;
      accepted.add(`${method} ${path}`);
      const { id } = JSON.parse(body) as { readonly id?: string };
      if (method === 'POST' && id !== undefined) made.set(path, id);
    }
    const { status, text } = await ask(largestOf(target.route.body, 10, REQUEST.bodyBytes - MARGIN));
    assert.equal(status, 400, `${method} ${path}: ${text}`);
    assert.ok(text.length < 20_000, `${method} ${path} answers ${text.length} characters`);
  }
  assert.ok(accepted.size >= 25, `only ${[...accepted].join(', ')} accepted the largest that they permit`);
  await installation.settled();
  const kept = heapUsed() - before;
  assert.ok(kept < ALL_REQUESTS, `${kept} bytes are retained`);
});

/** The response status for a body that the listener need not read to its end. */
const flood = ({ url, headers, route }: Target, body: Buffer): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(new URL(pathTo(route), url), {
      method: route.method,
      headers: { ...headers, 'content-type': 'application/json', 'content-length': body.length },
    });
    // The listener may close the connection while the rest is being sent.
    sent.once('error', reject).once('response', (response) => {
      sent.removeListener('error', reject).on('error', () => undefined);
      response.resume();
      sent.destroy();
      resolve(response.statusCode ?? 0);
    });
    sent.end(body);
  });

largest('responds 413 to a body ten times too long', async () => {
  const body = Buffer.from(JSON.stringify('x'.repeat(10 * REQUEST.bodyBytes)));
  for (const target of targets()) {
    assert.equal(await flood(target, body), 413, `${target.route.method} ${target.route.path}`);
  }
});

largest('limits each field of a form, and the form as a whole', async () => {
  const forms = dashboard.routes.filter(({ form }) => form === true);
  assert.ok(forms.length > 0);
  for (const { method, path } of forms)
    for (const [characters, status] of [
      [2_000, 400],
      [10 * REQUEST.formBytes, 413],
    ] as const) {
      const body = new URLSearchParams({ token: 'x'.repeat(characters) });
      assert.equal((await dashboard.fetch(path, { method, body })).status, status, path);
    }
});
