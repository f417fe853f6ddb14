/** A partner's key can be suspended and resumed any number of times, and is revoked once. */
import { apiKey, type ApiKeyCommand } from '../../../domain/api-key/api-key.ts';
import type { ApiKeyEvent, ApiKeySettings } from '../../../domain/api-key/events.ts';
import { given } from '../../support/given.ts';
import { suite } from '../../support/suite.ts';

const SETTINGS: ApiKeySettings = { scopes: ['ingest'], rateLimitPerMinute: 60 };
const first = { keyHash: 'a'.repeat(64), clientName: 'Partner', rotatedFrom: null, ...SETTINGS } as const;

const issued: ApiKeyEvent = { type: 'ApiKeyIssued', data: first };
const suspended: ApiKeyEvent = { type: 'ApiKeySuspended', data: {} };
const resumed: ApiKeyEvent = { type: 'ApiKeyResumed', data: {} };
const revoked: ApiKeyEvent = { type: 'ApiKeyRevoked', data: { replacedBy: null } };

const change = (what: Omit<Extract<ApiKeyCommand, { type: 'ChangeApiKey' }>, 'type'>): ApiKeyCommand => ({
  type: 'ChangeApiKey',
  ...what,
});
const revoke: ApiKeyCommand = { type: 'RevokeApiKey', replacedBy: null };

const keys = suite('a key');

keys('is issued once', () => {
  given(apiKey)
    .when({ type: 'IssueApiKey', ...first })
    .then(issued);
  given(apiKey, issued)
    .when({ type: 'IssueApiKey', ...first })
    .thenNothing();
});

keys('that was never issued is not found', () => {
  for (const command of [change({ isActive: false }), revoke])
    given(apiKey).when(command).thenRefused('not_found', 'api_key_not_found');
});

keys('is suspended and resumed, each once', () => {
  given(apiKey, issued)
    .when(change({ isActive: false }))
    .then(suspended);
  given(apiKey, issued, suspended)
    .when(change({ isActive: false }))
    .thenNothing();
  given(apiKey, issued, suspended)
    .when(change({ isActive: true }))
    .then(resumed);
  given(apiKey, issued, suspended, resumed)
    .when(change({ isActive: true }))
    .thenNothing();
});

keys('records its former scopes and rate limit', () => {
  const after: ApiKeySettings = { ...SETTINGS, rateLimitPerMinute: 5 };
  const changed: ApiKeyEvent = { type: 'ApiKeyChanged', data: { before: SETTINGS, after } };
  given(apiKey, issued)
    .when(change({ rateLimitPerMinute: 5 }))
    .then(changed);
  given(apiKey, issued, changed).when(change(after)).thenNothing();
  given(apiKey, issued).when(change({})).thenNothing();
  given(apiKey, issued)
    .when(change({ rateLimitPerMinute: 5, isActive: false }))
    .then(changed, suspended);
});

keys('is revoked for good, whether active or suspended', () => {
  given(apiKey, issued).when(revoke).then(revoked);
  given(apiKey, issued, suspended).when(revoke).then(revoked);
  given(apiKey, issued, revoked).when(revoke).thenNothing();
  given(apiKey, issued, revoked)
    .when(change({ isActive: true }))
    .thenRefused('invalid', 'api_key_revoked');
  given(apiKey, issued, revoked)
    .when(change({ isActive: false }))
    .thenNothing();
});
