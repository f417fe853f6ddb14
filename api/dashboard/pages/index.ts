/** What a browser gets from the dashboard: the page that its application starts from, and the files that it loads. */
import { assetRoute } from '../../pages/asset-route.ts';
import { webAssets, type WebAssets } from '../../pages/assets.ts';
import { errorPageOf } from '../../pages/error-page.ts';
import { htmlPage, PAGE_HEADERS } from '../../pages/html.ts';
import type { DashboardDeps } from '../deps.ts';

/** Addresses that programs call: the application is at none of them. */
const PROGRAMS = /^\/(?:api|auth|assets|docs)(?:\/|$)/iu;

const NO_SCRIPT =
  '<noscript><main class="alone"><h1>Colophon</h1><p>The dashboard needs JavaScript. Everything it does is also in <a href="/docs">the interface</a>.</p></main></noscript>';

/** `signIn`: the ways to sign in. `files`: what the page at the address needs besides. */
const shell = (assets: WebAssets, signIn: readonly string[], files: readonly string[] = []): string =>
  htmlPage(assets, {
    title: 'Colophon',
    head: [
      `<meta name="colophon-sign-in" content="${signIn.join(' ')}">`,
      ...[...assets.preloaded, ...files].map((file) => `<link rel="modulepreload" href="${file}">`),
      `<script type="module" src="${assets.dashboard}"></script>`,
    ],
    body: `<body><div id="app"></div>${NO_SCRIPT}</body>`,
  });

const patternOf = (path: string): RegExp =>
  new RegExp(`^/w/[^/]+${path.replace(/:\w+/gu, '[^/]+').replace(/\*\w+/u, '.+')}/?$`, 'u');

/** Where the application asks who is not signed in to do so. */
const START = '<a class="button" href="/">Go to the start page</a>';

/** Reads the bundled files. They are no part of the contract. */
export const dashboardPages = ({ oidc }: Pick<DashboardDeps, 'oidc'>) => {
  const assets = webAssets();
  const signIn = [...(oidc === null ? [] : ['openid']), 'link'];
  const html = shell(assets, signIn);
  const pages = assets.pages.map(({ path, files }) => ({ at: patternOf(path), html: shell(assets, signIn, files) }));
  const htmlAt = (path: string): string => pages.find(({ at }) => at.test(path))?.html ?? html;
  return {
    routes: [assetRoute(assets.files)],
    page: (path: string) => (PROGRAMS.test(path) ? null : { html: htmlAt(path), headers: PAGE_HEADERS }),
    errorPage: errorPageOf(assets, START),
  };
};
