/** The api role: two listeners over the same stores, the public one and the dashboard's. */
import { compile } from 'proxy-addr';
import { createApp } from '../../api/http/app.ts';
import { listen, type Listener } from '../../api/http/server.ts';
import { dashboardGuard } from '../../api/dashboard/access/guard.ts';
import { openChangeFeed } from '../../api/dashboard/changes/feed.ts';
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
import { openOpenIdProvider } from '../identity/openid.ts';
import { openProxyTokens } from '../identity/proxy-tokens.ts';
import { randomIds, systemClock } from '../system.ts';
import { openImports } from './threads/imports.ts';
import { listenAs } from './listening.ts';
import type { RoleContext } from './roles/context.ts';

/** Of the listeners, as the world calls them, or (`local`) as this machine does, whatever is in front. */
export type Addresses = { readonly publicUrl: string; readonly dashboardUrl: string };

const REQUEST_TIMEOUT_MS = 30_000;
const CACHE_BYTES = 32 * 1024 * 1024;

const addressOf = (
  { port }: Listener,
  host: string,
  configured: { readonly port: number; readonly url: string },
): string => (configured.port === 0 ? httpAddress(host, port) : configured.url);

/** A host that stands for every address of the machine is none that can be called. */
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

const localAddressOf = ({ port }: Listener, host: string): string => httpAddress(LOOPBACK[host] ?? host, port);

type Opened = Pick<DashboardDeps, 'imports' | 'citations' | 'changes' | 'streams'>;

/** `url` is asked for with each request: where a free port is taken, it is known only once the listener listens. */
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

const publicDeps = ({ config, stores, log }: RoleContext, url: () => string): PublicListenerDeps => ({
  ...stores,
  clock: systemClock,
  ids: randomIds,
  log,
  rates: config.rates,
  shards: config.shards,
  get url() {
    return url();
  },
});

/** Serves until the signal is aborted and requests under way have been answered. */
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
    changes: openChangeFeed({ readModels: stores.readModels, projections: allProjections, log }),
    streams: openStreams(),
  };
  const listeners: Listener[] = [];
  try {
    let baseUrl = publicUrl;
    const deps = publicDeps(context, () => baseUrl);
    const forBrowsers = publicPages();
    const open = {
      ...envelope,
      cacheBytes: CACHE_BYTES,
      ...publicListenerAccess(deps),
      watch: watch?.requests('public'),
      errorPage: forBrowsers.errorPage,
    };
    const publicSurface = [...withPublicContract(publicListenerRoutes(deps), () => baseUrl), ...forBrowsers.routes];
    const forPublic = await listenAs({ variable: 'PUBLIC_PORT', host, port: publicPort }, () =>
      listen(createApp(publicSurface, open), { host, port: publicPort, bound }),
    );
    listeners.push(forPublic);
    watch?.connections('http_public', () => forPublic.connections());
    baseUrl = addressOf(forPublic, host, { port: publicPort, url: publicUrl });

    let dashboardUrl = dashboard.url;
    const staffDeps = dashboardDeps(context, opened, { publicUrl: baseUrl, url: () => dashboardUrl });
    const pages = dashboardPages(staffDeps);
    const closed = {
      ...{ ...envelope, cacheBytes: 0, guard: dashboardGuard(staffDeps), crossOrigin: null },
      ...{ watch: watch?.requests('dashboard'), page: pages.page, errorPage: pages.errorPage },
    };
    const staffSurface = withDashboardContract(dashboardRoutes(staffDeps), () => dashboardUrl);
    const forStaff = await listenAs({ variable: 'DASHBOARD_PORT', host, port: dashboard.port }, () =>
      listen(createApp([...staffSurface, ...pages.routes], closed), { host, port: dashboard.port, bound }),
    );
    listeners.push(forStaff);
    watch?.connections('http_dashboard', () => forStaff.connections());

    dashboardUrl = addressOf(forStaff, host, dashboard);
    const local = { publicUrl: localAddressOf(forPublic, host), dashboardUrl: localAddressOf(forStaff, host) };
    listening({ publicUrl: baseUrl, dashboardUrl }, local);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  } finally {
    // Else they would be waited for.
    opened.changes.close();
    await Promise.all(listeners.map((listener) => listener.close()));
    await Promise.all([opened.imports.close(), opened.citations.close()]);
  }
};
