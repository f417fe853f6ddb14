/** The served contract: the document, the page, and everything that the page loads. */
import assert from 'node:assert/strict';
import { dashboardRoutes } from '../../api/dashboard/index.ts';
import type { DashboardDeps } from '../../api/dashboard/deps.ts';
import { createApp } from '../../api/http/app.ts';
import type { Route } from '../../api/http/route.ts';
import { listen } from '../../api/http/server.ts';
import { withDashboardContract, withPublicContract } from '../../api/openapi/listeners.ts';
import { publicCrossOrigin } from '../../api/http/cross-origin.ts';
import { publicListenerRoutes, type PublicListenerDeps } from '../../api/public-listener.ts';
import { publicRoutes } from '../../api/public/index.ts';
import type { Serving } from '../../api/public/served.ts';
import { randomIds } from '../../infra/system.ts';
import { silent } from '../support/installation.ts';
import { suite } from '../support/suite.ts';

type Document = {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, unknown>>;
};

const page = suite('a served contract');

const serve = async (surface: (url: () => string) => readonly Route[]): Promise<string> => {
  let url = '';
  const app = createApp(
    surface(() => url),
    {
      log: silent,
      ids: randomIds,
      requestTimeoutMs: 5_000,
      cacheBytes: 0,
      guard: () => Promise.resolve({}),
      crossOrigin: publicCrossOrigin(() => Promise.resolve(false)),
    },
  );
  const listener = await listen(app, { host: '127.0.0.1', port: 0 });
  await page.holds({ close: () => listener.close(100) });
  url = `http://127.0.0.1:${listener.port}`;
  return url;
};

const documentAt = async (address: string): Promise<Document> => {
  const response = await fetch(address);
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/u);
  return (await response.json()) as Document;
};

const urls: Readonly<Record<string, string>> = {
  public: await serve((url) => withPublicContract(publicListenerRoutes({} as PublicListenerDeps), url)),
  alone: await serve((url) => withPublicContract(publicRoutes({} as Serving), url)),
  dashboard: await serve((url) => withDashboardContract(dashboardRoutes({} as DashboardDeps), url)),
};

page('is at /openapi.json, with the URL of the listener', async () => {
  for (const url of Object.values(urls)) {
    const { openapi, servers, paths } = await documentAt(`${url}/openapi.json`);
    assert.equal(openapi, '3.1.0');
    assert.equal(servers[0]?.url, url);
    assert.ok('/health' in paths);
  }
});

page('has an ETag, so that an unchanged one is not sent again', async () => {
  const address = `${urls['public']}/openapi.json`;
  const tag = (await fetch(address)).headers.get('etag');
  const again = await fetch(address, { headers: { 'if-none-match': String(tag) } });
  assert.equal(again.status, 304);
});

page('of the integrations API is a separate document, if that is enabled', async () => {
  const { paths } = await documentAt(`${urls['public']}/integrations/v1/openapi.json`);
  assert.ok(
    Object.keys(paths).every((path) => path.startsWith('/integrations/v1/')) &&
      '/integrations/v1/installation' in paths,
  );
  const all = await documentAt(`${urls['public']}/openapi.json`);
  assert.ok('/v1/publications' in all.paths && '/integrations/v1/installation' in all.paths);
  assert.equal((await fetch(`${urls['alone']}/integrations/v1/openapi.json`)).status, 404);
});

const TYPES: Readonly<Record<string, RegExp>> = {
  js: /^text\/javascript/u,
  css: /^text\/css/u,
  json: /^application\/json/u,
};

/** URLs that a page loads by itself. */
const references = (html: string): readonly string[] =>
  [...html.matchAll(/(?:src|href)="([^"]+)"/gu)].flatMap(([, address = '']) =>
    address.startsWith('data:') ? [] : [address],
  );

page('has a page whose files all exist, are cached for long, and come from the same host', async () => {
  for (const at of Object.values(urls).flatMap((url) => [`${url}/docs`, `${url}/docs/`])) {
    const response = await fetch(at);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/u);
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /script-src 'self'(;|$)/u);
    const html = await response.text();
    assert.ok(!/<script>|\son\w+=|style="/u.test(html), 'nothing inline');
    const loaded = references(html);
    assert.ok(loaded.length >= 4, loaded.join());
    for (const address of new Set(loaded)) {
      assert.match(address, /^\.\.?\/[^/]/u, 'relative, so that it works below any path');
      const file = await fetch(new URL(address, at));
      assert.equal(file.status, 200, address);
      assert.match(file.headers.get('content-type') ?? '', TYPES[address.split('.').at(-1) ?? ''] ?? /^$/u, address);
      if (address.includes('/docs/assets/'))
        assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      const text = await file.text();
      if (address.endsWith('.css'))
        assert.ok(!/url\((?!["']?data:)/u.test(text.replaceAll(/\s/gu, '')), 'only data URLs in CSS');
      if (address.endsWith('/init.js')) assert.ok(!/https?:/u.test(text), 'no other host');
    }
  }
});

type Tags = {
  readonly tags: readonly { readonly name: string; readonly externalDocs?: { readonly url: string } }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly tags: readonly string[] }>>>>;
};

page('groups its operations by audience, and links to the guides', async () => {
  const expected: Readonly<Record<string, readonly [path: string, method: string, tag: string][]>> = {
    public: [
      ['/v1/publications', 'get', 'Public API'],
      ['/integrations/v1/publications', 'get', 'Website plug-ins'],
      ['/v1/people', 'get', 'Website plug-ins'],
      ['/api/ingest', 'post', 'Partners'],
      ['/health', 'get', 'Operation'],
    ],
    dashboard: [
      ['/api/publications', 'get', 'Staff: publications'],
      ['/api/members', 'get', 'Administrators: members'],
      ['/api/workspaces', 'get', 'Superadmins: workspaces'],
      ['/auth/link', 'post', 'Signing in'],
    ],
  };
  for (const [listener, operations] of Object.entries(expected)) {
    const url = urls[listener] ?? '';
    const { tags, paths } = (await (await fetch(`${url}/openapi.json`)).json()) as Tags;
    for (const [path, method, tag] of operations) assert.deepEqual(paths[path]?.[method]?.tags, [tag], path);
    const used = Object.values(paths).flatMap((each) => Object.values(each).flatMap((operation) => operation.tags));
    assert.deepEqual([...new Set(used)].sort(), tags.map(({ name }) => name).sort());
    const guides = new Set(tags.flatMap(({ externalDocs }) => externalDocs?.url ?? []));
    assert.ok(guides.size > 0);
    for (const guide of guides) {
      const response = await fetch(`${url}${guide}`);
      assert.equal(response.status, 200, guide);
      assert.match(await response.text(), /<h1 id="[^"]+">[^<]*(?:For|program)/u);
    }
  }
});
