/** API keys as responses show them, never with the key itself. */
import { API_KEY_SCOPES } from '../../../domain/api-key/events.ts';
import { Refused } from '../../../domain/errors.ts';
import { ACCESS, ID } from '../../../domain/limits.ts';
import { dailyUses, DAYS_SHOWN } from '../../../commands/credentials/daily-uses.ts';
import { lastUse } from '../../../commands/credentials/uses.ts';
import type { ApiKeyRow } from '../../../projections/api-keys.ts';
import { asShown, BASE_URL, BOOLEAN, COUNT, MILLISECONDS, object, orNull, STRING, titled } from '../../http/schemas.ts';
import { LABELLED, labelsFor } from '../activity/labels.ts';
import type { DashboardDeps } from '../deps.ts';

export const SCOPES = {
  type: 'array',
  minItems: 1,
  maxItems: API_KEY_SCOPES.length,
  uniqueItems: true,
  items: { type: 'string', enum: API_KEY_SCOPES },
} as const;
export const RATE = { type: 'integer', minimum: 1, maximum: ACCESS.keyPerMinute } as const;

export const API_KEY = {
  key_hash: { ...STRING, description: 'SHA-256 of the key, hex; identifies the key in paths.' },
  client_name: STRING,
  scopes: asShown(SCOPES),
  rate_limit_per_minute: RATE,
  is_active: BOOLEAN,
  status: { type: 'string', enum: ['active', 'suspended', 'revoked'] },
  created_at: MILLISECONDS,
  created_by: LABELLED,
  updated_at: MILLISECONDS,
  revoked_at: orNull('integer'),
  rotated_from: orNull('string'),
  replaced_by: orNull('string'),
  last_used_at: orNull('integer'),
  base_url: BASE_URL,
} as const;

export const API_KEY_ITEM = titled('ApiKey', API_KEY);

export const API_KEY_IN_USE = titled('ApiKeyInUse', {
  ...API_KEY,
  uses_by_day: {
    type: 'array',
    items: object({
      day: { ...STRING, format: 'date', description: 'UTC.' },
      admitted: { ...COUNT, description: 'Accepted requests.' },
      refused: { ...COUNT, description: 'Rejected requests, for any reason.' },
    }),
    description: `The last ${DAYS_SHOWN} days, oldest first; the last is today and incomplete.`,
  },
});

/** The keys must belong to the workspace. */
export const apiKeyItems = async (deps: DashboardDeps, workspace: string, rows: readonly ApiKeyRow[]) => {
  const creators = rows.map(({ createdBy }) => createdBy);
  const labelled = await labelsFor(deps, workspace, creators);
  return async (row: ApiKeyRow) => ({
    key_hash: row.id,
    client_name: row.clientName,
    scopes: row.scopes,
    rate_limit_per_minute: row.rateLimitPerMinute,
    is_active: row.status === 'active',
    status: row.status,
    created_at: row.createdAt,
    created_by: labelled(row.createdBy),
    updated_at: row.updatedAt,
    revoked_at: row.revokedAt,
    rotated_from: row.rotatedFrom,
    replaced_by: row.replacedBy,
    last_used_at: await lastUse(deps, row.id),
    base_url: deps.publicUrl,
  });
};

export const apiKeysInUse = async (deps: DashboardDeps, workspace: string, rows: readonly ApiKeyRow[]) => {
  const item = await apiKeyItems(deps, workspace, rows);
  return Promise.all(rows.map(async (row) => ({ ...(await item(row)), uses_by_day: await dailyUses(deps, row.id) })));
};

const HASH = new RegExp(`^[0-9a-f]{${ID.hash}}$`, 'u');

export const KEY_HASH = {
  type: 'string',
  pattern: `^[0-9a-fA-F]{${ID.hash}}$`,
  maxLength: ID.hash,
  description: 'SHA-256 of the key, hex.',
} as const;

/** Throws `Refused('invalid')`. */
export const hashIn = ({ keyHash }: { readonly keyHash: string }): string => {
  const hash = keyHash.toLowerCase();
  if (!HASH.test(hash))
    throw new Refused('invalid', 'invalid_key_hash', 'not the hash of a key', {
      field: 'keyHash',
      accepted: `a SHA-256 in ${ID.hash} hexadecimal digits`,
    });
  return hash;
};
