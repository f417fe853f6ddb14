/** Checks a partner's key; every admitted use is recorded before the request is handled. */
import { causeOf, newCaller } from '../../commands/caller.ts';
import type { RequestCounter } from '../../commands/credentials/rates.ts';
import { recordUse, refusalCounter } from '../../commands/credentials/uses.ts';
import type { ApiKeyScope } from '../../domain/api-key/events.ts';
import type { ApiKeyRow } from '../../projections/api-keys.ts';
import type { Granted, AccessRequest } from '../http/access.ts';
import { CredentialRefused, HttpFailure } from '../http/errors.ts';
import type { KeyDeps } from './deps.ts';
import { knownApiKey, type FindInstallation } from './known.ts';
import { presentedIn } from './presented.ts';
import { counted } from './rate.ts';

const mustAllow = ({ status, scopes }: ApiKeyRow, scope: ApiKeyScope): void => {
  if (status !== 'active')
    throw new CredentialRefused(403, 'credential_inactive', `the key is ${status}`, { details: { status } });
  if (!scopes.includes(scope))
    throw new CredentialRefused(403, 'scope_missing', 'the key lacks the scope', { details: { needed: scope } });
};

/** The caller acts in the key's workspace. Throws `CredentialRefused`, `Unavailable`. */
export const admitApiKey = (deps: KeyDeps, count: RequestCounter, find: FindInstallation) => {
  const countRefusal = refusalCounter(deps);

  /** Returns the rate-limit headers. A refusal is thrown even if it cannot be counted. */
  const allowed = async (key: ApiKeyRow, hash: string, scope: ApiKeyScope, correlationId: string) => {
    try {
      mustAllow(key, scope);
      return await counted(count, `key/${hash}`, key.rateLimitPerMinute);
    } catch (error) {
      if (error instanceof CredentialRefused)
        await countRefusal(hash, error.code).catch((err: unknown) => {
          deps.log.warn({ correlationId, err }, 'could not count the refusal of a key');
        });
      throw error;
    }
  };

  return async (scope: ApiKeyScope, { method, path, headers, requestId, address }: AccessRequest): Promise<Granted> => {
    const { kind, hash } = presentedIn(headers);
    if (kind === 'installation') {
      await find(hash);
      throw new CredentialRefused(403, 'scope_missing', 'an installation credential does not open this address', {
        details: { accepted: 'an API key' },
      });
    }
    const actor = { type: 'api_key', id: hash } as const;
    const cause = causeOf(actor, requestId);
    const { correlationId } = cause;
    const key = await knownApiKey(deps.readModels, hash);
    const rate = await allowed(key, hash, scope, correlationId);
    const settle = await recordUse(deps, hash, {
      operation: `${method} ${path}`,
      outcome: 'admitted',
      address,
      correlationId,
    }).catch((err: unknown) => {
      deps.log.error({ correlationId, err }, 'the use of a key could not be recorded');
      throw new HttpFailure(500, 'API key logging is incomplete: the use of the key could not be recorded', {
        correlation_id: correlationId,
      });
    });
    return {
      caller: { ...newCaller(deps.ids, key.workspace, actor), ...cause },
      answerHeaders: { Vary: 'X-API-Key', ...rate },
      // The request succeeds even if its outcome cannot be recorded.
      onAnswered: (status) =>
        settle(String(status)).catch((err: unknown) => {
          deps.log.warn({ correlationId, err }, 'the outcome of the use of a key could not be recorded');
        }),
    };
  };
};
