/** Serves the web application: its HTML shell and assets. */
import { Unavailable } from '../../../domain/errors.ts';
import { hasMembers } from '../../../projections/queries/members.ts';
import { assetRoute } from '../../pages/asset-route.ts';
import { webAssets, type WebAssets } from '../../pages/assets.ts';
import { errorPageOf } from '../../pages/error-page.ts';
import { htmlPage, PAGE_HEADERS } from '../../pages/html.ts';
import type { DashboardDeps } from '../deps.ts';

type PagesDeps = Pick<DashboardDeps, 'oidc' | 'proxy' | 'readModels'>;

/** Paths that never serve the web application. */
const PROGRAMS = /^\/(?:api|auth|assets|docs)(?:\/|$)/iu;

const NO_SCRIPT =
  '<noscript><main class="alone"><h1>Colophon</h1><p>The dashboard needs JavaScript. Everything it does is also available through <a href="/docs">the API</a>.</p></main></noscript>';

/** `signIn`: the available sign-in methods; `command` if only the operator's command can make the first. `files`: the modules to preload for this page. */
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

/** Whether no one can sign in yet: there is no provider, and no workspace has a member. Rows that are unavailable cannot tell. */
const isUnentered = ({ oidc, proxy, readModels }: PagesDeps) => {
  let isEntered = oidc !== null || proxy !== null;
  return async (): Promise<boolean> => {
    try {
      isEntered ||= await hasMembers(readModels);
      return !isEntered;
    } catch (error) {
      if (error instanceof Unavailable) return false;
      throw error;
    }
  };
};

const patternOf = (path: string): RegExp =>
  new RegExp(`^/w/[^/]+${path.replace(/:\w+/gu, '[^/]+').replace(/\*\w+/u, '.+')}/?$`, 'u');

/** The start page prompts users to sign in. */
const START = '<a class="button" href="/">Go to the start page</a>';

/** Reads the bundled files. The pages are not part of the OpenAPI contract. */
export const dashboardPages = (deps: PagesDeps) => {
  const assets = webAssets();
  const { oidc, proxy } = deps;
  const signIn = [...(oidc === null ? [] : ['openid']), ...(proxy === null ? [] : ['proxy']), 'link'];
  const html = shell(assets, signIn);
  const unentered = shell(assets, [...signIn, 'command']);
  const isNew = isUnentered(deps);
  const pages = assets.pages.map(({ path, files }) => ({ at: patternOf(path), html: shell(assets, signIn, files) }));
  const htmlAt = async (path: string): Promise<string> =>
    (await isNew()) ? unentered : (pages.find(({ at }) => at.test(path))?.html ?? html);
  const pageAt = async (path: string) => ({ html: await htmlAt(path), headers: PAGE_HEADERS });
  return {
    routes: [assetRoute(assets.files)],
    page: (path: string) => (PROGRAMS.test(path) ? null : pageAt(path)),
    errorPage: errorPageOf(assets, START),
  };
};
