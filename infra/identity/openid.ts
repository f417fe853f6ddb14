/** Signing in with an OpenID Connect provider: authorization code with PKCE (OpenID Connect Core 1.0, RFC 7636). */
import * as client from 'openid-client';
import type { OpenIdProvider } from '../../api/dashboard/ports.ts';
import { Refused, Unavailable } from '../../domain/errors.ts';
import type { DashboardConfig } from '../config.ts';
import { identityIn } from './claims.ts';
import { isAway } from './failures.ts';

const TIMEOUT_SECONDS = 10;
const SCOPE = 'openid email profile';

type Config = NonNullable<DashboardConfig['oidc']>;

const refusal = (error: unknown): Error => {
  if (isAway(error)) return new Unavailable('sign-in provider', 'it does not answer', { cause: error });
  return new Refused('invalid', 'sign_in_failed', 'the sign-in provider did not confirm who you are');
};

export const openOpenIdProvider = ({ issuer, clientId, clientSecret }: Config): OpenIdProvider => {
  let known: Promise<client.Configuration> | null = null;

  const discover = async (): Promise<client.Configuration> => {
    // The operator who configures an address without TLS has their reasons, such as loopback.
    const execute = new URL(issuer).protocol === 'http:' ? [client.allowInsecureRequests] : [];
    try {
      return await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
        execute,
        timeout: TIMEOUT_SECONDS,
      });
    } catch (error) {
      throw new Unavailable('sign-in provider', 'its configuration cannot be read', { cause: error });
    }
  };

  /** Asked once; again after a failure. */
  const configuration = (): Promise<client.Configuration> => {
    known ??= discover().catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
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
        // Many providers put the address into the user info alone.
        const more =
          claims['email'] === undefined && config.serverMetadata().userinfo_endpoint !== undefined
            ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
            : {};
        return identityIn({ ...more, ...claims });
      } catch (error) {
        throw refusal(error);
      }
    },

    signOutUrl: async (returnUrl) => {
      const config = await configuration().catch(() => null);
      if (config?.serverMetadata().end_session_endpoint === undefined) return null;
      return client.buildEndSessionUrl(config, { post_logout_redirect_uri: returnUrl }).href;
    },
  };
};
