/** The api role: the public listener and the dashboard's, over the same stores. */
import { compile } from 'proxy-addr';
import { createApp } from '../../api/http/app.ts';
import { listen, type Listener } from '../../api/http/server.ts';
import { dashboardGuard } from '../../api/dashboard/access/guard.ts';
import { openChangeFeed } from '../../api/dashboard/changes/feed.ts';
import { openLongReads } from '../../api/dashboard/long-reads.ts';
import { openStreams } from '../../api/dashboard/changes/streams.ts';
import type { DashboardDeps } from '../../api/dashboard/deps.ts';
import { dashboardRoutes } from '../../api/dashboard/index.ts';
import { dashboardPages } from '../../api/dashboard/pages/index.ts';
import { publicListenerAccess, publicListenerRoutes, type PublicListenerDeps } from '../../api/public-listener.ts';
import { publicPages } from '../../api/public-pages.ts';
import { withDashboardContract, withPublicContract } from '../../api/openapi/listeners.ts';
import { allProjections } from '../../projections/all.ts';
import { httpAddress } from '../address.ts';
import { openCitations } from '../citations/index.ts';
import { isPublicAddress } from '../origins/address.ts';
import { openPictures } from '../pictures/index.ts';
import { version } from '../version.ts';
import { openOpenIdProvider } from '../identity/openid.ts';
import { openProxyTokens } from '../identity/proxy-tokens.ts';
import { randomIds, systemClock } from '../system.ts';
import { openImports } from './threads/imports.ts';
import { listenAs, type Setting } from './listening.ts';
import type { RoleContext } from './roles/context.ts';

/** URLs of the listeners: external ones, or (`local`) those that bypass any proxy from this machine. */
export type Addresses = { readonly publicUrl: string; readonly dashboardUrl: string };

const REQUEST_TIMEOUT_MS = 30_000;
const CACHE_BYTES = 32 * 1024 * 1024;

const addressOf = ({ port }: Listener, host: string, configured: { readonly port: number; readonly url: string }) =>
  configured.port === 0 ? httpAddress(host, port) : configured.url;

/** Wildcard addresses can be bound but not connected to. */
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

const localAddressOf = ({ port }: Listener, host: string): string => httpAddress(LOOPBACK[host] ?? host, port);

type App = ReturnType<typeof createApp>;
type Opened = Pick<
  DashboardDeps,
  'imports' | 'citations' | 'pictures' | 'changes' | 'streams' | 'longReads' | 'eventPages'
>;

/** `url` is read per request: with port 0, it is unknown until the listener is bound. */
const dashboardDeps = (
  context: RoleContext,
  opened: Opened,
  { publicUrl, url }: { readonly publicUrl: string; readonly url: () => string },
): DashboardDeps => {
  const { config, stores, log } = context;
  const { dashboard } = config;
  return {
    ...stores,
    clock: systemClock,
    ids: randomIds,
    log,
    get url() {
      return url();
    },
    altUrl: dashboard.altUrl,
    publicUrl,
    proxy: dashboard.proxyJwt === null ? null : openProxyTokens(dashboard.proxyJwt),
    oidc: dashboard.oidc === null ? null : openOpenIdProvider(dashboard.oidc, { log }),
    ...opened,
    shards: config.shards,
    resetDataEmails: dashboard.resetDataEmails,
  };
};

/** The dashboard's citations are those of the only style. */
const styled = (citations: DashboardDeps['citations']): PublicListenerDeps['citations'] => ({
  styles: ['apa'],
  cite: (workspace, items, { locale }) => citations.apa(workspace, items, locale),
});

const publicDeps = (
  { config, stores, log }: RoleContext,
  { citations }: Pick<Opened, 'citations'>,
  url: () => string,
): PublicListenerDeps => ({
  ...stores,
  clock: systemClock,
  ids: randomIds,
  log,
  rates: config.rates,
  shards: config.shards,
  citations: styled(citations),
  get url() {
    return url();
  },
});

/** Serves until the signal is aborted and pending requests are answered. */
export const serveApi = async (
  context: RoleContext,
  listening: (addresses: Addresses, local: Addresses) => void,
): Promise<void> => {
  const { config, stores, log, signal, watch } = context;
  const { host, publicPort, publicUrl, dashboard } = config;
  const trustsProxy = compile([...config.trustedProxies]);
  const envelope = {
    log,
    ids: randomIds,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    trustsProxy,
    hstsIncludeSubDomains: config.hstsIncludeSubDomains,
  };
  const isExempt = (address: string): boolean => trustsProxy(address, 0);
  const bound = { perAddress: config.connectionsPerAddress, isExempt, log };
  const opened = {
    imports: openImports(config, { log, providerCall: watch?.providerCall }),
    citations: openCitations({ log }),
    pictures: openPictures({ mayReach: isPublicAddress, version }),
    changes: openChangeFeed({ readModels: stores.readModels, projections: allProjections, log }),
    streams: openStreams(),
    longReads: openLongReads(),
    eventPages: openLongReads(),
  };
  const listeners: Listener[] = [];
  const open = async (variable: Setting['variable'], port: number, pool: string, app: App) => {
    const listener = await listenAs({ variable, host, port }, () => listen(app, { host, port, bound }));
    listeners.push(listener);
    watch?.connections(pool, () => listener.connections());
    return listener;
  };
  try {
    let baseUrl = publicUrl;
    const deps = publicDeps(context, opened, () => baseUrl);
    const forBrowsers = publicPages();
    const publicOptions = {
      ...envelope,
      cacheBytes: CACHE_BYTES,
      ...publicListenerAccess(deps),
      watch: watch?.requests('public'),
      errorPage: forBrowsers.errorPage,
    };
    const publicSurface = [...withPublicContract(publicListenerRoutes(deps), () => baseUrl), ...forBrowsers.routes];
    const forPublic = await open('PUBLIC_PORT', publicPort, 'http_public', createApp(publicSurface, publicOptions));
    baseUrl = addressOf(forPublic, host, { port: publicPort, url: publicUrl });

    let dashboardUrl = dashboard.url;
    const staffDeps = dashboardDeps(context, opened, { publicUrl: baseUrl, url: () => dashboardUrl });
    const pages = dashboardPages(staffDeps);
    const staffOptions = {
      ...{ ...envelope, cacheBytes: 0, guard: dashboardGuard(staffDeps), crossOrigin: null },
      ...{ watch: watch?.requests('dashboard'), page: pages.page, errorPage: pages.errorPage },
    };
    const staffSurface = withDashboardContract(dashboardRoutes(staffDeps), () => dashboardUrl);
    const staffApp = createApp([...staffSurface, ...pages.routes], staffOptions);
    const forStaff = await open('DASHBOARD_PORT', dashboard.port, 'http_dashboard', staffApp);
    dashboardUrl = addressOf(forStaff, host, dashboard);
    const local = { publicUrl: localAddressOf(forPublic, host), dashboardUrl: localAddressOf(forStaff, host) };
    listening({ publicUrl: baseUrl, dashboardUrl }, local);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  } finally {
    // Otherwise the listeners would wait for its open streams.
    opened.changes.close();
    await Promise.all(listeners.map((listener) => listener.close()));
    opened.citations.close();
    await opened.imports.close();
  }
};
