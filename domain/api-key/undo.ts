/** How each event of a partner's key is undone. */
import { apiKey, type ApiKey, type ApiKeyCommand } from './api-key.ts';
import type { ApiKeyEvent, ApiKeySettings } from './events.ts';
import { defined } from '../own.ts';
import { cannot, changed, type Inverse, type Undoable } from '../undo/inverse.ts';

const STATUS = '/status';
const SCOPES = '/scopes';
const RATE = '/rate_limit_per_minute';

const back: Inverse<ApiKey, ApiKeyCommand, ApiKeyEvent> = {
  role: 'workspace_admin',
  parts: changed((state) =>
    state.status === 'absent'
      ? {}
      : {
          [STATUS]: state.status === 'active' ? 'active' : 'suspended',
          [SCOPES]: state.scopes,
          [RATE]: state.rateLimitPerMinute,
        },
  ),
  put: ({ [STATUS]: status, [SCOPES]: scopes, [RATE]: rateLimitPerMinute }) => [
    {
      type: 'ChangeApiKey',
      ...(status !== undefined && { isActive: status === 'active' }),
      ...(defined({ scopes, rateLimitPerMinute }) as Partial<ApiKeySettings>),
    },
  ],
};

export const undoableApiKey: Undoable<ApiKey, ApiKeyCommand, ApiKeyEvent> = {
  decider: apiKey,
  inverses: {
    ApiKeyIssued: cannot('An issued key can only be revoked, which is final.'),
    ApiKeyChanged: back,
    ApiKeySuspended: back,
    ApiKeyResumed: back,
    ApiKeyRevoked: cannot('A revoked key stays revoked; create a new one.'),
  },
};
