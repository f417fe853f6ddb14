/** Who signs people in: an identity-aware proxy, an OpenID Connect provider. */
import type { OpenIdProvider, ProxyTokens } from '../../api/dashboard/ports.ts';
import type { DashboardConfig } from '../config.ts';

const later = (what: string): never => {
  throw new Error(`${what} is not there yet`);
};

export const openProxyTokens = (_config: NonNullable<DashboardConfig['proxyJwt']>): ProxyTokens =>
  later('sign-in by a proxy');

export const openOpenIdProvider = (_config: NonNullable<DashboardConfig['oidc']>): OpenIdProvider =>
  later('sign-in with OpenID Connect');
