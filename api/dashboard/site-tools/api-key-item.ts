/** How a partner's key is shown: never the key itself. */
import { API_KEY_SCOPES } from '../../../domain/api-key/events.ts';
import { ACCESS } from '../../../domain/limits.ts';
import type { ApiKeyRow } from '../../../projections/api-keys.ts';
import type { Schema } from '../../http/route.ts';
import { asShown, BOOLEAN, MILLISECONDS, object, orNull, STRING } from '../../http/schemas.ts';

export const SCOPES: Schema = {
  type: 'array',
  minItems: 1,
  maxItems: API_KEY_SCOPES.length,
  uniqueItems: true,
  items: { type: 'string', enum: API_KEY_SCOPES },
};
export const RATE: Schema = { type: 'integer', minimum: 1, maximum: ACCESS.keyPerMinute };

export const API_KEY: Readonly<Record<string, Schema>> = {
  key_hash: { ...STRING, description: 'SHA-256 of the key, hex: its address.' },
  client_name: STRING,
  scopes: asShown(SCOPES),
  rate_limit_per_minute: RATE,
  is_active: BOOLEAN,
  status: { type: 'string', enum: ['active', 'suspended', 'revoked'] },
  created_at: MILLISECONDS,
  created_by: object({ type: STRING, id: STRING }),
  updated_at: MILLISECONDS,
  revoked_at: orNull('integer'),
  rotated_from: orNull('string'),
  replaced_by: orNull('string'),
  last_used_at: orNull('integer'),
};

export const API_KEY_ITEM: Schema = { title: 'ApiKey', ...object(API_KEY) };

export const apiKeyItem = (row: ApiKeyRow, lastUsedAt: number | null): Readonly<Record<string, unknown>> => ({
  key_hash: row.id,
  client_name: row.clientName,
  scopes: row.scopes,
  rate_limit_per_minute: row.rateLimitPerMinute,
  is_active: row.status === 'active',
  status: row.status,
  created_at: row.createdAt,
  created_by: row.createdBy,
  updated_at: row.updatedAt,
  revoked_at: row.revokedAt,
  rotated_from: row.rotatedFrom,
  replaced_by: row.replacedBy,
  last_used_at: lastUsedAt,
});
