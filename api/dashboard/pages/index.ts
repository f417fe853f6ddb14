/** What a browser gets from the dashboard: the page that its application starts from, and the files that it loads. */
import { ANYONE } from '../../http/access.ts';
import { HttpFailure } from '../../http/errors.ts';
import type { BrowserPage } from '../../http/browser.ts';
import type { Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { ASSETS_PATH, webAssets, type WebAssets } from './assets.ts';
import { htmlPage, PAGE_HEADERS } from './html.ts';

const FOR_EVER = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/** Addresses that programs call: what is wrong with them is said in JSON. */
const PROGRAMS = /^\/(?:api|auth|assets|docs)(?:\/|$)/iu;

const NO_SCRIPT =
  '<noscript><main class="alone"><h1>Colophon</h1><p>The dashboard needs JavaScript. Everything it does is also in <a href="/docs">the interface</a>.</p></main></noscript>';

/** `signIn`: the ways in, for who is not signed in yet. */
const shell = (assets: WebAssets, signIn: readonly string[]): string =>
  htmlPage(assets, {
    title: 'Colophon',
    head: [
      `<meta name="colophon-sign-in" content="${signIn.join(' ')}">`,
      ...assets.preloaded.map((file) => `<link rel="modulepreload" href="${file}">`),
      `<script type="module" src="${assets.dashboard}"></script>`,
    ],
    body: `<body><div id="app"></div>${NO_SCRIPT}</body>`,
  });

const assetRoute = ({ files }: WebAssets): Route => ({
  method: 'GET',
  path: `${ASSETS_PATH}/:name`,
  access: ANYONE,
  extension: true,
  summary: 'A file of a page',
  description: 'Its name holds a hash of what is in it, so it may be kept for ever.',
  query: {},
  responses: { 200: { type: 'string' } },
  errors: [404],
  handle: ({ params }) => {
    const file = files.get(params['name'] ?? '');
    if (file === undefined) throw new HttpFailure(404, 'no such file');
    return Promise.resolve({ body: null, file, headers: FOR_EVER });
  },
});

export type DashboardPages = { readonly routes: readonly Route[]; readonly page: BrowserPage };

/** Reads the bundled files. They are no part of the contract. */
export const dashboardPages = ({ oidc }: Pick<DashboardDeps, 'oidc'>): DashboardPages => {
  const assets = webAssets();
  const html = shell(assets, [...(oidc === null ? [] : ['openid']), 'link']);
  return {
    routes: [assetRoute(assets)],
    page: (path) => (PROGRAMS.test(path) ? null : { html, headers: PAGE_HEADERS }),
  };
};
