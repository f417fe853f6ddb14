/** Verifies tokens of an identity-aware proxy with its published keys. */
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import type { ProxyTokens } from '../../api/dashboard/ports.ts';
import { Refused, Unavailable } from '../../domain/errors.ts';
import type { Config } from '../config.ts';
import { bounded, identityIn } from './answers.ts';

/** Asymmetric only: anyone able to verify a token with a shared secret could also forge one. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const TIMEOUT_MS = 5_000;
/** A token with an unknown key id refetches the keys; this bounds how often forged key ids can do so. */
const COOLDOWN_MS = 5_000;
const CLOCK_TOLERANCE_SECONDS = 5;

const KEY_ERRORS: ReadonlySet<string> = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']);

/** Whether the keys could not be fetched, as opposed to an invalid token. */
const isAboutKeys = (error: unknown): boolean => !(error instanceof errors.JOSEError) || KEY_ERRORS.has(error.code);

export type ProxyTokensOptions = { readonly cooldownMs?: number; readonly timeoutMs?: number };

/** Keys that the proxy no longer publishes are trusted for at most ten minutes (`cacheMaxAge` of jose). */
export const openProxyTokens = (
  { header, jwksUrl, audience, issuer }: NonNullable<Config['dashboard']['proxyJwt']>,
  { cooldownMs = COOLDOWN_MS, timeoutMs = TIMEOUT_MS }: ProxyTokensOptions = {},
): ProxyTokens => {
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: timeoutMs,
    cooldownDuration: cooldownMs,
    [customFetch]: async (url, options) => bounded(await fetch(url, options)),
  });
  return {
    header,
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify(token, keys, {
          issuer,
          audience,
          algorithms: ALGORITHMS,
          requiredClaims: ['exp', 'sub'],
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
        });
        return identityIn(payload);
      } catch (error) {
        if (error instanceof Refused) throw error;
        if (isAboutKeys(error)) throw new Unavailable('keys of the proxy', 'they cannot be fetched', { cause: error });
        throw new Refused('forbidden', 'invalid_token', 'the token of the proxy is not valid');
      }
    },
  };
};
