/** Checks a plug-in's credential. */
import type { IncomingHttpHeaders } from 'node:http';
import type { RequestCounter } from '../../commands/credentials/rates.ts';
import { lastUseNoter } from '../../commands/credentials/uses.ts';
import type { InstallationScope } from '../../domain/installation/events.ts';
import type { InstallationRow } from '../../projections/installations/installations.ts';
import { isTrustedOrigin, type Credentialed } from '../../projections/queries/installations.ts';
import type { Granted, AccessRequest } from '../http/access.ts';
import { corsHeaders } from '../http/cross-origin.ts';
import { isIntegrations } from '../http/error-body.ts';
import { CredentialRefused } from '../http/errors.ts';
import type { KeyDeps } from './deps.ts';
import { knownApiKey, type FindInstallation } from './known.ts';
import { presentedIn } from './presented.ts';
import { counted } from './rate.ts';

const VARY = { Vary: 'X-API-Key, Origin' };

const refused = (code: string, error: string, details?: Readonly<Record<string, unknown>>, headers = {}): Error =>
  new CredentialRefused(403, code, error, { ...(details === undefined ? {} : { details }), headers });

const mustBeActive = ({ credential, installation }: Credentialed, now: number): void => {
  if (credential.revoked) throw refused('credential_inactive', 'the credential was revoked');
  if (credential.expiresAt !== null && credential.expiresAt <= now)
    throw refused('credential_expired', 'the credential has expired', { expired_at: credential.expiresAt });
  if (installation.status !== 'active')
    throw refused('credential_inactive', 'the installation is not active', { status: installation.status });
};

/** The CORS headers for the origin; none for calls from servers. Throws for an untrusted origin if `isStrict`. */
const originHeaders = (origin: string | undefined, { installation }: Credentialed, isStrict: boolean) => {
  if (origin === undefined) return {};
  if (installation.believedOrigins.includes(origin)) return corsHeaders(origin);
  if (!isStrict) return {};
  throw refused('origin_rejected', 'the origin is not a verified origin of the installation', { origin });
};

/** Throws `CredentialRefused`, `Unavailable`. */
export const admitInstallation = (deps: KeyDeps, count: RequestCounter, find: FindInstallation) => {
  const noteUse = lastUseNoter(deps);

  /**
   * Adds the CORS headers to a refusal that precedes the check of the origin. A script may read it where its preflight succeeds,
   * except on an origin of other installations only.
   */
  const readable = async <T>(
    origin: string | undefined,
    installation: InstallationRow | null,
    check: () => T | Promise<T>,
  ): Promise<T> => {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof CredentialRefused) || origin === undefined) throw error;
      const isOwn = installation?.origins.some((each) => each.status === 'verified' && each.origin === origin) ?? true;
      const isReadable = isOwn && (await isTrustedOrigin(deps.readModels, origin));
      throw isReadable ? error.with({ ...VARY, ...corsHeaders(origin) }) : error;
    }
  };

  const identify = async (headers: IncomingHttpHeaders): Promise<{ hash: string; found: Credentialed }> => {
    const { kind, hash } = presentedIn(headers);
    if (kind === 'installation') return { hash, found: await find(hash) };
    await knownApiKey(deps.readModels, hash);
    throw refused('scope_missing', 'an API key does not open this address', { accepted: 'an installation credential' });
  };

  return async (scope: InstallationScope | null, { headers, path }: AccessRequest): Promise<Granted> => {
    const { origin } = headers;
    const { hash, found } = await readable(origin, null, () => identify(headers));
    await readable(origin, found.installation, () => mustBeActive(found, deps.clock.now()));
    noteUse(hash);
    const open = { ...VARY, ...originHeaders(origin, found, isIntegrations(path)) };
    const { scopes } = found.installation;
    if (scope !== null && !scopes.includes(scope))
      throw refused('scope_missing', 'the installation lacks the scope', { needed: scope, granted: scopes }, open);
    const rate = await counted(count, `credential/${hash}`, deps.rates.installation, open);
    return { installation: found.installation, answerHeaders: { ...open, ...rate } };
  };
};
