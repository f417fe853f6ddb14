/** Partners' API keys, by the hash under which requests look them up. */
import type { ApiKeySettings } from '../domain/api-key/events.ts';
import type { Actor, Revision } from '../domain/event.ts';
import { defineFold, type EventOf, type Projection, versioned } from './define.ts';
import { subjectOf } from './ids.ts';
import type { Collection } from './ports.ts';

export type ApiKeyRow = ApiKeySettings & {
  /** The SHA-256 of the key, hex. */
  readonly id: string;
  readonly workspace: string;
  readonly clientName: string;
  readonly status: 'active' | 'suspended' | 'revoked';
  readonly createdAt: number;
  readonly createdBy: Actor;
  readonly updatedAt: number;
  readonly revokedAt: number | null;
  readonly rotatedFrom: string | null;
  readonly replacedBy: string | null;
  readonly revision: Revision;
};

const VERSION = 2;

export const apiKeys: Collection<ApiKeyRow> = {
  name: versioned('api_keys', VERSION),
  indexes: [{ equal: ['workspace'], sort: 'createdAt', asked: 'desc' }],
};

type UpdateEvent = EventOf<'ApiKeyChanged' | 'ApiKeySuspended' | 'ApiKeyResumed' | 'ApiKeyRevoked'>;

const update =
  <E extends UpdateEvent>(change: (event: E) => Partial<ApiKeyRow>) =>
  (row: ApiKeyRow | null, event: E): ApiKeyRow | null =>
    row === null ? null : { ...row, ...change(event), updatedAt: event.metadata.at, revision: event.revision };

export const apiKeysProjection: Projection = {
  name: 'api-keys',
  version: VERSION,
  streams: ['api-key-'],
  folds: [
    defineFold<ApiKeyRow>({
      collection: apiKeys,
      ids: (event) => (event.stream.startsWith('api-key-') ? [subjectOf(event)] : []),
      when: {
        ApiKeyIssued: (_row, { data, metadata, revision }, id) => ({
          id,
          workspace: metadata.workspace,
          clientName: data.clientName,
          scopes: data.scopes,
          rateLimitPerMinute: data.rateLimitPerMinute,
          status: 'active',
          createdAt: metadata.at,
          createdBy: metadata.actor,
          updatedAt: metadata.at,
          revokedAt: null,
          rotatedFrom: data.rotatedFrom,
          replacedBy: null,
          revision,
        }),
        ApiKeyChanged: update(({ data }) => data.after),
        ApiKeySuspended: update(() => ({ status: 'suspended' })),
        ApiKeyResumed: update(() => ({ status: 'active' })),
        ApiKeyRevoked: update(({ data, metadata }) => ({
          status: 'revoked',
          revokedAt: metadata.at,
          replacedBy: data.replacedBy,
        })),
      },
    }),
  ],
};
