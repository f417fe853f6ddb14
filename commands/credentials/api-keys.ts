/** Creates partners' keys: shown once, stored as a hash. */
import { Refused } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import type { ApiKeySettings } from '../../domain/api-key/events.ts';
import { known } from '../../domain/must-exist.ts';
import { loadState } from '../aggregate.ts';
import { apiKeyAggregate } from '../aggregates.ts';
import { causedBy, type Caller } from '../caller.ts';
import { handle, type Deps } from '../handle.ts';
import { hashOf } from '../identity/secret.ts';
import { credentialFrom } from './format.ts';

export type IssuedKey = {
  /** Shown only here. */
  readonly key: string;
  readonly keyHash: string;
  readonly position: Position | null;
};

export type KeyRequest = ApiKeySettings & { readonly clientName: string; readonly rotatedFrom?: string };

export const issueApiKey = async (deps: Deps, request: KeyRequest, caller: Caller): Promise<IssuedKey> => {
  const key = credentialFrom('colk_');
  const keyHash = hashOf(key);
  const { clientName, scopes, rateLimitPerMinute, rotatedFrom = null } = request;
  const command = { type: 'IssueApiKey', keyHash, clientName, scopes, rateLimitPerMinute, rotatedFrom } as const;
  const { position } = await handle(deps, apiKeyAggregate, keyHash, command, caller);
  return { key, keyHash, position };
};

const revoked = (): Refused =>
  new Refused('invalid', 'api_key_revoked', 'a revoked key cannot be rotated', { accepted: 'a new key' });

/** Creates a new key for the same client. Throws `Refused('not_found')`; `Refused('invalid')` for a revoked key. */
export const rotateApiKey = async (
  deps: Deps,
  oldHash: string,
  { revokeOld }: { readonly revokeOld: boolean },
  caller: Caller,
): Promise<IssuedKey> => {
  const { state } = await loadState(deps.events, apiKeyAggregate, caller.workspace, oldHash);
  const { status, clientName, scopes, rateLimitPerMinute } = known(state, 'API key');
  if (status === 'revoked') throw revoked();
  // The new key first: a crash in between leaves the client with a working key.
  const issued = await issueApiKey(deps, { clientName, scopes, rateLimitPerMinute, rotatedFrom: oldHash }, caller);
  if (!revokeOld) return issued;
  const revoke = { type: 'RevokeApiKey', replacedBy: issued.keyHash } as const;
  const { events, position } = await handle(deps, apiKeyAggregate, oldHash, revoke, causedBy(deps.ids, caller));
  if (events.length > 0) return { ...issued, position };
  // Another request revoked or rotated it concurrently: that is kept, and the new key must not remain without a holder.
  const withdraw = { type: 'RevokeApiKey', replacedBy: null } as const;
  await handle(deps, apiKeyAggregate, issued.keyHash, withdraw, causedBy(deps.ids, caller));
  throw revoked();
};
