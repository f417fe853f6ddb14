/** Responses of the dashboard to browsers where programs get JSON. */
import assert from 'node:assert/strict';
import { serveDashboard } from '../../support/dashboard.ts';
import { openInstallation } from '../../support/installation.ts';
import { staffed } from '../../support/staffed.ts';
import { suite } from '../../support/suite.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const pages = suite('a browser at the dashboard');
const { dashboard } = await staffed(pages);

const ask = (path: string, accept: string, method = 'GET'): Promise<Response> =>
  fetch(`${dashboard.url}${path}`, { method, headers: { accept } });

pages('gets the application at every URL that is not for programs', async () => {
  for (const path of ['/', '/w/org', '/w/org/publications?q=x', '/w/org/publications/10.5555%2Fa', '/invitations']) {
    const response = await ask(path, BROWSER);
    assert.equal(response.status, 200, path);
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/u);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(response.headers.get('content-security-policy'), POLICY);
    assert.match(response.headers.get('vary') ?? '', /accept/iu);
    assert.doesNotMatch(await response.text(), /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/u);
  }
});

pages('gets JSON where a program would, as do programs at unknown URLs', async () => {
  for (const [path, accept, status] of [
    ['/', '*/*', 404],
    ['/', 'application/json', 404],
    ['/', '', 404],
    ['/w/org', '*/*', 404],
    ['/health', BROWSER, 200],
  ] as const) {
    const response = await ask(path, accept);
    assert.equal(response.status, status, `${path} for ${accept}`);
    assert.match(response.headers.get('content-type') ?? '', /json/u);
  }
  assert.equal((await ask('/', BROWSER, 'POST')).status, 404);
});

pages('loads files named by a hash of their content, which are cached for ever', async () => {
  const html = await (await ask('/', BROWSER)).text();
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/gu)].map(([, file = '']) => file);
  assert.ok(files.length >= 3, html);
  for (const file of files) {
    const response = await ask(file, '*/*');
    assert.equal(response.status, 200, file);
    assert.match(file, /-[A-Z0-9]{8}\.(?:js|css)$/u);
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.match(response.headers.get('content-type') ?? '', /^text\/(?:javascript|css)/u);
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  }
  assert.equal((await ask('/assets/nothing.js', '*/*')).status, 404);
  assert.equal((await ask('/assets/..%2F..%2Fpackage.json', '*/*')).status, 404);
});

pages('names the command for the first sign-in link until there is a member', async () => {
  await using installation = await openInstallation();
  await installation.settled();
  await using unentered = await serveDashboard(installation);
  const waysIn = async ({ url }: { readonly url: string }): Promise<string | undefined> => {
    const response = await fetch(`${url}/w/org`, { headers: { accept: BROWSER } });
    return /name="colophon-sign-in" content="([^"]*)"/u.exec(await response.text())?.[1];
  };
  assert.equal(await waysIn(unentered), 'link command');
  const proxy = { header: 'x-jwt', verify: () => Promise.reject(new Error('not asked')) };
  await using behindProxy = await serveDashboard(installation, { proxy });
  assert.equal(await waysIn(behindProxy), 'proxy link');
  await unentered.signIn('member');
  assert.equal(await waysIn(unentered), 'link');
});

pages('gets a list in the response of what the requested page needs besides the application', async () => {
  const named = async (path: string): Promise<readonly string[]> => {
    const html = await (await ask(path, BROWSER)).text();
    return [...html.matchAll(/"modulepreload" href="([^"]+)"/gu)].map(([, file = '']) => file);
  };
  const application = await named('/invitations');
  const [list, one, other] = [
    await named('/w/org/publications?page=2'),
    await named('/w/org/publications/10.5555/a'),
    await named('/w/org/publications/10.5555%2Fb/'),
  ];
  for (const files of [list, one]) {
    assert.deepEqual(files.slice(0, application.length), application);
    assert.ok(files.length > application.length);
  }
  assert.deepEqual(one, other);
  assert.notDeepEqual(list, one);
  assert.deepEqual(await named('/w/org/nothing'), application);
});

pages('reaches the application after signing in, in pages of the same policy', async () => {
  const response = await ask('/auth/link?token=x', BROWSER);
  assert.equal(response.headers.get('content-security-policy'), POLICY);
  assert.match(await response.text(), /<link rel="stylesheet" href="\/assets\//u);
});
