/** Installations as administrators see them: with verification tokens of origins, but without credential secrets. */
import { lastUse } from '../../../commands/credentials/uses.ts';
import { INSTALLATION_SCOPES, PLATFORMS } from '../../../domain/installation/events.ts';
import { INSTALLATION_STATUSES, ORIGIN_STATUSES } from '../../../domain/installation/state.ts';
import type { CredentialView, InstallationRow, OriginView } from '../../../projections/installations/installations.ts';
import type { ShownOf } from '../../http/schema-types.ts';
import { asShown, BASE_URL, COUNT, madeId, MILLISECONDS, object, orNull, STRING } from '../../http/schemas.ts';
import { LABELLED, labelsFor } from '../activity/labels.ts';
import type { DashboardDeps } from '../deps.ts';

export const PLATFORM = { type: 'string', enum: PLATFORMS } as const;
export const SCOPES = {
  type: 'array',
  maxItems: INSTALLATION_SCOPES.length,
  uniqueItems: true,
  items: { type: 'string', enum: INSTALLATION_SCOPES },
} as const;

export const INSTALLATION_PARAM = madeId('The id of the installation.');

const MOMENT = { ...orNull('integer'), description: 'Epoch milliseconds, UTC.' } as const;

export const ORIGIN = object({
  id: STRING,
  origin: STRING,
  verification_status: { type: 'string', enum: ORIGIN_STATUSES },
  verification_token: { ...STRING, description: 'The plain text that `verification_url` must serve.' },
  verification_url: { type: 'string', format: 'uri' },
  added_at: MILLISECONDS,
  verified_at: MOMENT,
  last_verification_error: orNull('string'),
  attempts: { ...COUNT, description: 'Attempts to fetch the file since verification was last requested.' },
  next_attempt_at: MOMENT,
});

export const CREDENTIAL = object({
  id: STRING,
  status: { type: 'string', enum: ['active', 'expired', 'revoked'] },
  issued_at: MILLISECONDS,
  issued_by: LABELLED,
  expires_at: MOMENT,
  revoked_at: MOMENT,
  rotated_from: orNull('string'),
  replaced_by: orNull('string'),
  last_used_at: MOMENT,
});

export const INSTALLATION = object({
  id: STRING,
  workspace_id: STRING,
  platform: PLATFORM,
  status: { type: 'string', enum: INSTALLATION_STATUSES },
  display_name: STRING,
  description: orNull('string'),
  scopes: asShown(SCOPES),
  origins: { type: 'array', items: ORIGIN },
  credentials: { type: 'array', items: CREDENTIAL },
  base_url: BASE_URL,
  created_at: MILLISECONDS,
  updated_at: MILLISECONDS,
});

const WELL_KNOWN = '/.well-known/colophon-verification';

export const originItem = (view: OriginView): ShownOf<typeof ORIGIN> => ({
  id: view.id,
  origin: view.origin,
  verification_status: view.status,
  verification_token: view.proof,
  verification_url: `${view.origin}${WELL_KNOWN}`,
  added_at: view.addedAt,
  verified_at: view.verifiedAt,
  last_verification_error: view.lastError,
  attempts: view.attempts,
  next_attempt_at: view.status === 'pending' ? view.retryAt : null,
});

type Credential = ShownOf<typeof CREDENTIAL>;

const statusOf = ({ revoked, expiresAt }: CredentialView, now: number): Credential['status'] => {
  if (revoked) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
};

export const credentialItems = async (deps: DashboardDeps, workspace: string, views: readonly CredentialView[]) => {
  const issuers = views.map(({ issuedBy }) => issuedBy);
  const labelled = await labelsFor(deps, workspace, issuers);
  return async (view: CredentialView) => ({
    id: view.id,
    status: statusOf(view, deps.clock.now()),
    issued_at: view.issuedAt,
    issued_by: labelled(view.issuedBy),
    expires_at: view.expiresAt,
    revoked_at: view.revokedAt,
    rotated_from: view.rotatedFrom,
    replaced_by: view.replacedBy,
    last_used_at: await lastUse(deps, view.hash),
  });
};

/** All rows must belong to the workspace. */
export const installationItems = async (deps: DashboardDeps, workspace: string, rows: readonly InstallationRow[]) => {
  const credentials = rows.flatMap((row) => row.credentials);
  const item = await credentialItems(deps, workspace, credentials);
  return Promise.all(
    rows.map(async (row) => ({
      id: row.installationId,
      workspace_id: row.workspace,
      platform: row.platform,
      status: row.status,
      display_name: row.displayName,
      description: row.description,
      scopes: row.scopes,
      origins: row.origins.map(originItem),
      credentials: await Promise.all(row.credentials.map(item)),
      base_url: deps.publicUrl,
      created_at: row.createdAt,
      updated_at: row.updatedAt,
    })),
  );
};
