/** Keys of partner systems: `api-key-{workspace}~{SHA-256 of the key}`. The key itself is in no event. */
import type { DomainEvent } from '../event.ts';

export const API_KEY_SCOPES = ['ingest', 'membership.update'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** What may be changed of a key. */
export type ApiKeySettings = { readonly scopes: readonly ApiKeyScope[]; readonly rateLimitPerMinute: number };

export type ApiKeyEvent =
  | DomainEvent<
      'ApiKeyIssued',
      ApiKeySettings & {
        readonly keyHash: string;
        readonly clientName: string;
        /** The hash of the key that this one was made from; null for the first of its client. */
        readonly rotatedFrom: string | null;
      }
    >
  | DomainEvent<'ApiKeyChanged', { readonly before: ApiKeySettings; readonly after: ApiKeySettings }>
  | DomainEvent<'ApiKeySuspended', Record<string, never>>
  | DomainEvent<'ApiKeyResumed', Record<string, never>>
  /** For good. `replacedBy` is the hash of the key that was made in its place, if one was. */
  | DomainEvent<'ApiKeyRevoked', { readonly replacedBy: string | null }>;
