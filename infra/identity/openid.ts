/** Signing in with an OpenID Connect provider: authorization code with PKCE (OpenID Connect Core 1.0, RFC 7636). */
import * as client from 'openid-client';
import type { OpenIdProvider } from '../../api/dashboard/ports.ts';
import type { Log } from '../../commands/ports.ts';
import { Refused, Unavailable } from '../../domain/errors.ts';
import type { Config } from '../config.ts';
import { bounded, identityIn, isAway, reasonOf } from './answers.ts';

export type OpenIdOptions = {
  readonly log: Log;
  /** Timeout of one request to the provider. */
  readonly timeoutMs?: number;
};

const WHAT = 'sign-in provider';
const TIMEOUT_MS = 10_000;
const SCOPE = 'openid email profile';

export const openOpenIdProvider = (
  { issuer, clientId, clientSecret }: NonNullable<Config['dashboard']['oidc']>,
  { log, timeoutMs = TIMEOUT_MS }: OpenIdOptions,
): OpenIdProvider => {
  let known: Promise<client.Configuration> | null = null;

  const discover = async (): Promise<client.Configuration> => {
    const execute = [client.enableNonRepudiationChecks];
    // The configuration accepts a URL without TLS only on loopback.
    if (new URL(issuer).protocol === 'http:') execute.push(client.allowInsecureRequests);
    try {
      return await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
        execute,
        timeout: timeoutMs / 1_000,
        [client.customFetch]: async (url, options) => bounded(await fetch(url, options as RequestInit)),
      });
    } catch (error) {
      log.warn({ issuer, reason: reasonOf(error) }, 'the configuration of the sign-in provider cannot be read');
      throw new Unavailable(WHAT, 'its configuration cannot be read');
    }
  };

  /** Cached after the first success; a failure is retried on the next call. */
  const configuration = (): Promise<client.Configuration> => {
    known ??= discover().catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };

  /** Drops the causes, which contain codes and tokens. */
  const failure = (error: unknown): Error => {
    if (error instanceof Refused) return error;
    log.warn({ issuer, reason: reasonOf(error) }, 'a sign-in was not confirmed');
    if (isAway(error)) return new Unavailable(WHAT, 'it does not answer');
    return new Refused('invalid', 'sign_in_failed', 'the sign-in provider did not confirm who you are');
  };

  return {
    begin: async (redirectUrl) => {
      const config = await configuration();
      const checks = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUrl,
        scope: SCOPE,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, checks };
    },

    finish: async (callbackUrl, { state, nonce, verifier }) => {
      const config = await configuration();
      try {
        const tokens = await client.authorizationCodeGrant(config, new URL(callbackUrl), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('no ID token');
        // Many providers return the email address only in the user info.
        const more =
          claims['email'] === undefined && config.serverMetadata().userinfo_endpoint !== undefined
            ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
            : {};
        return identityIn({ ...more, ...claims });
      } catch (error) {
        throw failure(error);
      }
    },

    signOutUrl: async (returnUrl) => {
      const config = await configuration().catch(() => null);
      if (config?.serverMetadata().end_session_endpoint === undefined) return null;
      return client.buildEndSessionUrl(config, { post_logout_redirect_uri: returnUrl }).href;
    },
  };
};
