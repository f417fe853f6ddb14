/** Errors in a browser, over a socket: pages on either listener, and JSON for everything else. */
import assert from 'node:assert/strict';
import { ANYONE } from '../../api/http/access.ts';
import { createApp } from '../../api/http/app.ts';
import type { Route } from '../../api/http/route.ts';
import { listen } from '../../api/http/server.ts';
import { publicPages } from '../../api/public-pages.ts';
import { Unavailable } from '../../domain/errors.ts';
import { randomIds } from '../../infra/system.ts';
import { silent } from '../support/installation.ts';
import { servePublic } from '../support/serving.ts';
import { staffed } from '../support/staffed.ts';
import { suite } from '../support/suite.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const errors = suite('an error in a browser');
const { installation, dashboard } = await staffed(errors);
const open = await errors.holds(servePublic(installation));

/** A page with this text, in the look and under the policy of the others. */
const assertPage = async (response: Response, status: number, words: RegExp): Promise<string> => {
  assert.equal(response.status, status, response.url);
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/u);
  assert.equal(response.headers.get('content-security-policy'), POLICY);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.match(response.headers.get('vary') ?? '', /accept/iu);
  assert.equal(response.headers.get('etag'), null);
  const html = await response.text();
  assert.match(html, words);
  assert.match(html, new RegExp(`<title>${status} [A-Z]`, 'u'));
  assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)|<style|<[a-z][^>]*\s(?:style|on\w+)=/u);
  return html;
};

const assertJson = async (response: Response, status: number): Promise<void> => {
  assert.equal(response.status, status, response.url);
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/u);
  assert.equal(typeof ((await response.json()) as { readonly error: unknown }).error, 'string');
};

type Case = readonly [method: string, path: string, status: number, words: RegExp];

const ON_PUBLIC: readonly Case[] = [
  ['GET', '/', 404, /No such address\./u],
  ['GET', '/v1/nowhere', 404, /No such address\./u],
  ['GET', '/v1/researchers/0000-0002-1825-0097', 404, /<p>/u],
  ['GET', '/v1/publications?sort=colour', 400, /sort/u],
  ['GET', '/integrations/v1/publications', 401, /<p>/u],
  ['DELETE', '/v1/publications', 405, /does not accept that method/u],
  ['GET', `/v1/publications?q=${'a'.repeat(9_000)}`, 414, /The address is too long\./u],
];

const ON_DASHBOARD: readonly Case[] = [
  ['GET', '/me', 401, /href="\/"/u],
  ['GET', '/api/publications', 401, /href="\/"/u],
  ['GET', '/api/nowhere', 404, /No such address\./u],
  ['POST', '/', 404, /No such address\./u],
];

for (const [listener, cases] of [
  ['public listener', ON_PUBLIC],
  ['dashboard', ON_DASHBOARD],
] as const) {
  const urlOf = (): string => (listener === 'dashboard' ? dashboard.url : open.url);

  errors(`is a page on the ${listener}`, async () => {
    for (const [method, path, status, words] of cases)
      await assertPage(await fetch(`${urlOf()}${path}`, { method, headers: { accept: BROWSER } }), status, words);
  });

  errors(
    `is JSON on the ${listener} for clients that accept anything, prefer JSON, or send no preference`,
    async () => {
      for (const [method, path, status] of cases)
        for (const accept of ['*/*', 'application/json, text/html;q=0.5', 'application/json', ''])
          await assertJson(await fetch(`${urlOf()}${path}`, { method, headers: { accept } }), status);
    },
  );

  errors(`loads from the ${listener} everything that its page needs`, async () => {
    const html = await (await fetch(`${urlOf()}/api/nowhere`, { headers: { accept: BROWSER } })).text();
    const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/gu)].map(([, file = '']) => file);
    assert.equal(files.length, 2, html);
    for (const file of files) assert.equal((await fetch(`${urlOf()}${file}`)).status, 200, file);
  });
}

errors('does not repeat the URL as markup', async () => {
  for (const url of [open.url, dashboard.url]) {
    const address = `${url}/api/%3Cscript%3Ealert(1)%3C/script%3E?<img src=x onerror=alert(1)>`;
    assert.doesNotMatch(await (await fetch(address, { headers: { accept: BROWSER } })).text(), /alert/u);
  }
  const response = await fetch(`${open.url}/v1/publications?%3Cimg%20onerror%3D1%3E=1`, {
    headers: { accept: BROWSER },
  });
  const html = await assertPage(response, 400, /&lt;img onerror/u);
  assert.doesNotMatch(html, /<img/u);
});

errors('reveals nothing about a server error but the correlation id', async () => {
  const route = (path: string, error: Error): Route => ({
    ...{ method: 'GET', path, access: ANYONE, summary: 's', description: 'd', query: {}, errors: [] },
    responses: { 200: { type: 'object' } },
    handle: () => Promise.reject(error),
  });
  const faults = [
    route('/fault', new Error('secret of the house')),
    route('/away', new Unavailable('store', 'secret')),
  ];
  const pages = publicPages();
  const app = createApp([...faults, ...pages.routes], {
    ...{ log: silent, ids: randomIds, requestTimeoutMs: 5_000, cacheBytes: 0, crossOrigin: null },
    guard: () => Promise.resolve({}),
    errorPage: pages.errorPage,
  });
  const listener = await listen(app, { host: '127.0.0.1', port: 0 });
  try {
    for (const [path, status] of [
      ['/fault', 500],
      ['/away', 503],
    ] as const) {
      const headers = { accept: BROWSER, 'x-request-id': 'a-number-to-quote' };
      const html = await assertPage(
        await fetch(`http://127.0.0.1:${listener.port}${path}`, { headers }),
        status,
        /<code>a-number-to-quote<\/code>/u,
      );
      assert.doesNotMatch(html, /secret|\.ts|node_modules/u);
    }
  } finally {
    await listener.close(100);
  }
});
