import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { openSession } from '../../../commands/identity/sessions.ts';
import { isAtLeast } from '../../../domain/member/events.ts';
import type { Log } from '../../../commands/ports.ts';
import type { Route } from '../../../api/http/route.ts';
import { serveDashboard } from '../../support/dashboard.ts';
import { suite } from '../../support/suite.ts';
import { staffed } from '../../support/staffed.ts';

const attacks = suite('an attacker');
const logged: string[] = [];

const listening: Log = {
  debug: (fields, message) => void logged.push(JSON.stringify([fields, message])),
  info: (fields, message) => void logged.push(JSON.stringify([fields, message])),
  warn: (fields, message) => void logged.push(JSON.stringify([fields, message])),
  error: (fields, message) => void logged.push(JSON.stringify([fields, message])),
};

const { installation, dashboard, jo, admin, stranger } = await staffed(attacks, { deps: () => ({ log: listening }) });

const address = ({ path }: Route): string =>
  path
    .replace('*id', '10.5555/x')
    .replace(':orcid', '0000-0002-1825-0097')
    .replace(':keyHash', '0'.repeat(64))
    .replace(/:\w+/gu, 'x');

const inWorkspace = (): readonly Route[] => dashboard.routes.filter(({ access }) => access.kind === 'workspace');

const ask = (route: Route, token: string | null, headers: Record<string, string> = {}): Promise<Response> =>
  dashboard.fetch(address(route), {
    method: route.method,
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
  });

attacks('finds no route that accepts a workspace of others', async () => {
  for (const route of inWorkspace())
    assert.equal(
      (await ask(route, stranger.token, { 'x-workspace-id': 'org' })).status,
      403,
      `${route.method} ${route.path}`,
    );
});

attacks('finds no route that accepts a role below the required one', async () => {
  for (const route of inWorkspace()) {
    const { access } = route;
    if (access.kind !== 'workspace') continue;
    for (const [who, role] of [
      [jo, 'member'],
      [admin, 'workspace_admin'],
    ] as const)
      if (!isAtLeast(role, access.role))
        assert.equal((await ask(route, who.token)).status, 403, `${role} ${route.method} ${route.path}`);
  }
  for (const route of dashboard.routes.filter(({ access }) => access.kind === 'superadmin'))
    assert.equal((await ask(route, admin.token)).status, 403, `${route.method} ${route.path}`);
});

attacks('finds no write that accepts a cross-site request with the cookie', async () => {
  const token = await openSession(installation, { userId: String(admin.userId), source: 'local' });
  const cookie = `colophon_session=${token}`;
  const from: readonly Record<string, string>[] = [
    {},
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${dashboard.url}.evil.example` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { referer: dashboard.url },
  ];
  const writes = dashboard.routes.filter(({ method, access }) => method !== 'GET' && access.kind !== 'anyone');
  for (const route of writes)
    for (const headers of from) {
      const reply = await ask(route, null, { cookie, 'content-type': 'text/plain', ...headers });
      assert.equal(reply.status, 403, `${route.method} ${route.path} ${JSON.stringify(headers)}`);
    }
  const form = await dashboard.fetch('/api/publications/bulk', {
    method: 'POST',
    headers: { cookie, origin: dashboard.url },
    body: new URLSearchParams({ action: 'delete' }),
  });
  assert.equal(form.status, 415);
});

attacks('cannot pass an operator, a prototype or a repeated parameter in a query', async () => {
  const queries = [
    'q[$ne]=x',
    'page[$gt]=0',
    'sort=$where',
    'page=1&page=2',
    '__proto__[x]=1',
    'constructor=x',
    'per_page=1e2',
    'page=0x1',
    'page=-1',
    'page=9007199254740993',
  ];
  const lists = dashboard.routes.filter(
    ({ method, query, access }) => method === 'GET' && access.kind === 'workspace' && 'per_page' in query,
  );
  assert.ok(lists.length > 8);
  for (const route of lists)
    for (const query of queries) {
      const reply = await dashboard.fetch(`${address(route)}?${query}`, {
        headers: { authorization: `Bearer ${admin.token}` },
      });
      assert.ok(reply.status === 400 || reply.status === 404, `${route.path}?${query} ${reply.status}`);
    }
});

attacks('has every body refused that is too large, too deep or not JSON', async () => {
  const bulk = '/api/publications/bulk';
  const large = await jo.post(bulk, JSON.stringify({ ids: ['x'.repeat(10 * 1024 * 1024)], action: 'delete' }));
  assert.equal(large.status, 413);
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  assert.equal((await jo.post(bulk, deep)).status, 400);
  assert.equal(
    (await jo.patch('/api/publications/10.5555/x', `[{"op":"add","path":"/custom","value":${deep}}]`)).status,
    400,
  );
  for (const body of [
    '{',
    '"',
    'null',
    '[]',
    '1',
    '{"ids":["10.5555/x"],"action":"delete","__proto__":{"x":1}}',
    '{"constructor":1}',
  ])
    assert.equal((await jo.post(bulk, body)).status, 400, body);
  for (const type of ['text/plain', 'application/xml', 'multipart/form-data'])
    assert.equal((await jo.post(bulk, '{}', { headers: { 'content-type': type } })).status, 415, type);
  const zipped = await jo.post(bulk, '{}', { headers: { 'content-encoding': 'bogus' } });
  assert.ok(zipped.status === 415 || zipped.status === 400);
});

/** The response to bytes that no client library would send. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(dashboard.url);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });

attacks('injects nothing into a header or the log', async () => {
  const injected = await raw(
    'GET /health HTTP/1.1\r\nHost: x\r\nX-Request-Id: abc\tdef<script>\r\nConnection: close\r\n\r\n',
  );
  assert.match(injected, /^HTTP\/1\.1 200/u);
  assert.ok(!injected.includes('<script>'));
  const twice = await raw(
    `GET /me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${jo.token}\r\nX-Workspace-Id: org\r\nX-Workspace-Id: other\r\nConnection: close\r\n\r\n`,
  );
  assert.match(twice, /^HTTP\/1\.1 403/u);
  const hosts = await raw('GET /auth/link?token=x HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
  assert.ok(!hosts.includes('evil.example'));
});

attacks('gets a 4xx for a malformed URL', async () => {
  for (const path of [
    '/api/publications/%',
    '/api/publications/%zz',
    '/api/people/%E0%A4%A',
    '//api/publications',
    '/api/works/%00',
    '/api/people/..%2F..%2Fme',
  ]) {
    const { status, text } = await jo.get(path);
    assert.ok(status >= 400 && status < 500, `${path} ${status} ${text}`);
  }
});

attacks('gets a 400 for a URL without the id at its end, not a listing', async () => {
  for (const [path, parameter] of [
    ['/api/publications/', 'id'],
    ['/api/people/', 'orcid'],
    ['/API/Works/', 'id'],
  ] as const)
    for (const method of ['GET', 'DELETE', 'PATCH']) {
      // Not in the contract, where this is another URL.
      const headers = { authorization: `Bearer ${jo.token}` };
      const response = await fetch(`${dashboard.listening}${path}`, { method, headers });
      assert.equal(response.status, 400, `${method} ${path}`);
      const { details } = (await response.json()) as { details: { errors: readonly { parameter: string }[] } };
      assert.deepEqual(details.errors, [{ parameter, message: 'is required' }]);
    }
  assert.equal((await jo.get('/api/publications')).status, 200);
  assert.equal((await jo.get('/api/publications/stats/')).status, 200);
});

attacks('learns no token, stack or path of the machine from responses and logs', async () => {
  const broken = await serveDashboard(installation, {
    log: listening,
    readModels: { ...installation.readModels, find: () => Promise.reject(new Error('secret detail at /srv/colophon')) },
  });
  try {
    const reply = await broken.nobody.get('/api/publications', {
      headers: { authorization: `Bearer ${jo.token}` },
    });
    assert.equal(reply.status, 500);
    assert.ok(!/secret detail|\/srv|at .*\.ts/u.test(reply.text), reply.text);
    assert.match(reply.text, /correlation_id/u);
  } finally {
    await broken.close();
  }
  const tokens = [jo.token, admin.token, stranger.token].map(String);
  for (const line of logged) for (const token of tokens) assert.ok(!line.includes(token), line);
  for await (const event of installation.events.readAll()) {
    const text = JSON.stringify(event);
    for (const token of tokens) assert.ok(!text.includes(token));
    assert.ok(!text.includes('@example.org'), text);
  }
});
