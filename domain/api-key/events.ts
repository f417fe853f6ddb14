/** Keys of partner systems: `api-key-{workspace}~{SHA-256 of the key}`. No event contains the key itself. */
import type { DomainEvent } from '../event.ts';

export const API_KEY_SCOPES = ['ingest', 'membership.update'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

export type ApiKeySettings = { readonly scopes: readonly ApiKeyScope[]; readonly rateLimitPerMinute: number };

export type ApiKeyEvent =
  | DomainEvent<
      'ApiKeyIssued',
      ApiKeySettings & {
        readonly keyHash: string;
        readonly clientName: string;
        /** The hash of the key that this one replaces; null for a client's first key. */
        readonly rotatedFrom: string | null;
      }
    >
  | DomainEvent<'ApiKeyChanged', { readonly before: ApiKeySettings; readonly after: ApiKeySettings }>
  | DomainEvent<'ApiKeySuspended', Record<string, never>>
  | DomainEvent<'ApiKeyResumed', Record<string, never>>
  /** Final. `replacedBy` is the hash of the key that replaces it, if any. */
  | DomainEvent<'ApiKeyRevoked', { readonly replacedBy: string | null }>;
