/** The rules of a partner's key: it can be suspended and resumed; revoking is final. */
import type { Decider } from '../decider.ts';
import { deciding } from '../deciding.ts';
import { equal } from '../equal.ts';
import { Refused } from '../errors.ts';
import { evolving } from '../evolving.ts';
import type { Known } from '../must-exist.ts';
import { defined } from '../own.ts';
import type { ApiKeyEvent, ApiKeySettings } from './events.ts';

export type ApiKey =
  | { readonly status: 'absent' }
  | ({ readonly status: 'active' | 'suspended' | 'revoked'; readonly clientName: string } & ApiKeySettings);

export type ApiKeyCommand =
  | ({
      readonly type: 'IssueApiKey';
      readonly keyHash: string;
      readonly clientName: string;
      readonly rotatedFrom: string | null;
    } & ApiKeySettings)
  /** Absent fields stay unchanged. */
  | ({ readonly type: 'ChangeApiKey'; readonly isActive?: boolean } & Partial<ApiKeySettings>)
  | { readonly type: 'RevokeApiKey'; readonly replacedBy: string | null };

type Change = Extract<ApiKeyCommand, { readonly type: 'ChangeApiKey' }>;

const switched = ({ status }: Known<ApiKey>, isActive: boolean | undefined): readonly ApiKeyEvent[] => {
  if (isActive === undefined || isActive === (status === 'active')) return [];
  if (status !== 'revoked') return [{ type: isActive ? 'ApiKeyResumed' : 'ApiKeySuspended', data: {} }];
  if (!isActive) return [];
  throw new Refused('invalid', 'api_key_revoked', 'a revoked key cannot be made active again', {
    field: 'is_active',
    accepted: 'a new key',
  });
};

const changed = (state: Known<ApiKey>, { isActive, scopes, rateLimitPerMinute }: Change): readonly ApiKeyEvent[] => {
  const before: ApiKeySettings = { scopes: state.scopes, rateLimitPerMinute: state.rateLimitPerMinute };
  const after: ApiKeySettings = { ...before, ...defined({ scopes, rateLimitPerMinute }) };
  const settings: readonly ApiKeyEvent[] = equal(before, after)
    ? []
    : [{ type: 'ApiKeyChanged', data: { before, after } }];
  return [...settings, ...switched(state, isActive)];
};

export const apiKey: Decider<ApiKey, ApiKeyCommand, ApiKeyEvent> = {
  initial: { status: 'absent' },

  decide: deciding<ApiKey, ApiKeyCommand, ApiKeyEvent>('API key')(
    {
      IssueApiKey: ({ status }, { type: _, ...data }) => (status === 'absent' ? [{ type: 'ApiKeyIssued', data }] : []),
    },
    {
      ChangeApiKey: changed,
      RevokeApiKey: ({ status }, { replacedBy }) =>
        status === 'revoked' ? [] : [{ type: 'ApiKeyRevoked', data: { replacedBy } }],
    },
  ),

  evolve: evolving<ApiKey, ApiKeyEvent, 'ApiKeyIssued'>(
    {
      ApiKeyIssued: (_state, { clientName, scopes, rateLimitPerMinute }) => ({
        status: 'active',
        clientName,
        scopes,
        rateLimitPerMinute,
      }),
    },
    {
      ApiKeyChanged: (state, { after }) => ({ ...state, ...after }),
      ApiKeySuspended: (state) => ({ ...state, status: 'suspended' }),
      ApiKeyResumed: (state) => ({ ...state, status: 'active' }),
      ApiKeyRevoked: (state) => ({ ...state, status: 'revoked' }),
    },
  ),
};
