/** Who signs people in: an identity-aware proxy, an OpenID Connect provider. */
export { openOpenIdProvider } from './openid.ts';
export { openProxyTokens } from './proxy-tokens.ts';
