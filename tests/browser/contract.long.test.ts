/** The page of a contract at another URL than the contract states: below a path, by another name, through a proxy. */
import assert from 'node:assert/strict';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../api/http/app.ts';
import { ANYONE } from '../../api/http/access.ts';
import type { Route } from '../../api/http/route.ts';
import { listen } from '../../api/http/server.ts';
import { withPublicContract } from '../../api/openapi/listeners.ts';
import { randomIds } from '../../infra/system.ts';
import { silent } from '../support/silent.ts';
import { suite } from '../support/suite.ts';
import { noBrowser, sharedBrowser } from './support/browser.ts';

const pages = suite('the page of a contract');
const TITLE = 'sends requests to where it was opened: below a path, behind a proxy and by another name';

const greeting: Route = {
  ...{ method: 'GET', path: '/v1/greeting', access: ANYONE, summary: 'A greeting', description: 'Greets.', query: {} },
  responses: { 200: { type: 'object', properties: { hello: { type: 'string' } } } },
  errors: [],
  handle: () => Promise.resolve({ body: { hello: 'from behind the proxy' } }),
};

const PREFIX = '/behind/a/path';

/** Forwards what is below the prefix, without it. */
const proxyTo = async (port: number) => {
  const proxy = createServer((incoming, outgoing) => {
    const path = incoming.url?.startsWith(PREFIX) === true ? incoming.url.slice(PREFIX.length) : '/nowhere';
    const { method, headers } = incoming;
    const passed = ask({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return proxy;
};

if (noBrowser !== null) pages.skip(TITLE, noBrowser);
else
  pages(TITLE, async () => {
    const surface = withPublicContract([greeting], () => 'https://elsewhere.example');
    const app = createApp(surface, {
      ...{ log: silent, ids: randomIds, requestTimeoutMs: 5_000, cacheBytes: 0, crossOrigin: null },
      guard: () => Promise.resolve({}),
    });
    const listener = await listen(app, { host: '127.0.0.1', port: 0 });
    const proxy = await proxyTo(listener.port);
    const context = await (await sharedBrowser()).newContext();
    try {
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
      const here = `http://localhost:${(proxy.address() as AddressInfo).port}${PREFIX}`;
      for (const address of [`${here}/docs`, `${here}/docs/`]) {
        await page.goto(address);
        await page.getByText('/v1/greeting').click();
        await page.getByRole('button', { name: 'Execute' }).click();
        await page.getByText('from behind the proxy').first().waitFor();
        const guide = await page.getByRole('link', { name: 'Guide', exact: false }).first().getAttribute('href');
        assert.equal(guide, `${here}/docs/guides/partner`);
      }
      const background = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
      const light = await background();
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.locator('html.dark-mode').waitFor();
      assert.notEqual(await background(), light);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.locator('html:not(.dark-mode)').waitFor();
      assert.equal(await background(), light);
      assert.deepEqual(complaints, []);
    } finally {
      await context.close();
      proxy.closeAllConnections();
      proxy.close();
      await listener.close(100);
    }
  });
