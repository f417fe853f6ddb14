/** How each event of a partner's key is undone. */
import { apiKey, type ApiKey, type ApiKeyCommand } from './api-key.ts';
import type { ApiKeyEvent, ApiKeyScope } from './events.ts';
import { cannot, restoring, type Parts } from '../undo/inverse.ts';
import type { Undoable } from '../undo/plan.ts';

const STATUS = '/status';
const SCOPES = '/scopes';
const RATE = '/rate_limit_per_minute';

const view = (state: ApiKey): Parts =>
  state.status === 'absent'
    ? {}
    : {
        [STATUS]: state.status === 'active' ? 'active' : 'suspended',
        [SCOPES]: state.scopes,
        [RATE]: state.rateLimitPerMinute,
      };

const back = restoring<ApiKey, ApiKeyCommand, ApiKeyEvent>({
  role: 'workspace_admin',
  view,
  put: ({ [STATUS]: status, [SCOPES]: scopes, [RATE]: rate }) => [
    {
      type: 'ChangeApiKey',
      ...(status === undefined ? {} : { isActive: status === 'active' }),
      ...(Array.isArray(scopes) ? { scopes: scopes as readonly ApiKeyScope[] } : {}),
      ...(typeof rate === 'number' ? { rateLimitPerMinute: rate } : {}),
    },
  ],
});

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
