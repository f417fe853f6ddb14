/** Serves the web application: its HTML shell and assets. */
import { assetRoute } from '../../pages/asset-route.ts';
import { webAssets, type WebAssets } from '../../pages/assets.ts';
import { errorPageOf } from '../../pages/error-page.ts';
import { htmlPage, PAGE_HEADERS } from '../../pages/html.ts';
import type { DashboardDeps } from '../deps.ts';

/** Paths that never serve the web application. */
const PROGRAMS = /^\/(?:api|auth|assets|docs)(?:\/|$)/iu;

const NO_SCRIPT =
  '<noscript><main class="alone"><h1>Colophon</h1><p>The dashboard needs JavaScript. Everything it does is also available through <a href="/docs">the API</a>.</p></main></noscript>';

/** `signIn`: the available sign-in methods. `files`: the modules to preload for this page. */
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

/** The start page prompts users to sign in. */
const START = '<a class="button" href="/">Go to the start page</a>';

/** Reads the bundled files. The pages are not part of the OpenAPI contract. */
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
