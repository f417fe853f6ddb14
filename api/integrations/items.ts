/** Maps rows to the items of the integrations API. */
import type { InstallationRow, OriginView } from '../../projections/installations/installations.ts';
import type { ProjectRow } from '../../projections/projects/projects.ts';
import type { PersonItem } from '../../projections/queries/person-item.ts';
import { publicationItem as itemOf } from '../../projections/queries/publication-item.ts';
import type { WebsitePublication } from '../../projections/queries/website.ts';
import type { PublicationRow } from '../../projections/catalogue/publications.ts';
import { addressOfWork } from '../../projections/queries/works.ts';
import type { ShownOf } from '../http/schema-types.ts';
import type { INSTALLATION, ORIGIN, PERSON, PROJECT, PUBLICATION, WORK } from './schemas.ts';

const originItem = ({ id, origin, status, verifiedAt, lastError }: OriginView): ShownOf<typeof ORIGIN> => ({
  id,
  origin,
  verification_status: status,
  verified_at: verifiedAt,
  last_verification_error: lastError,
});

export const installationItem = (row: InstallationRow): ShownOf<typeof INSTALLATION> => ({
  id: row.installationId,
  workspace_id: row.workspace,
  platform: row.platform,
  status: row.status,
  display_name: row.displayName,
  description: row.description,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
  origins: row.origins.map(originItem),
  scopes: row.scopes,
});

export const publicationItem = (row: WebsitePublication): ShownOf<typeof PUBLICATION> => ({
  ...itemOf(row.key, row),
  author_match_state: row.needsAttention ? 'needs_attention' : 'complete',
});

export const workItem = (row: PublicationRow, baseUrl: string): ShownOf<typeof WORK> => ({
  id: row.key,
  title: row.title ?? null,
  work_type: row.publicationType ?? null,
  publication_date: row.publicationDate ?? null,
  publication_year: row.publicationYear ?? null,
  created_at: row.addedAt ?? 0,
  href: addressOfWork(row) ?? `${baseUrl}/v1/works/${encodeURIComponent(row.key)}`,
});

export const projectItem = ({ projectId, fields, createdAt }: ProjectRow): ShownOf<typeof PROJECT> => {
  const { member_orcids: _members, coordinator_orcids: _coordinators, ...shown } = fields;
  return { id: projectId, ...shown, created_at: createdAt };
};

/** Only the fields in the document: no iD, no biography. */
export const personItem = ({ name, photo_url, slug, people_type }: PersonItem): ShownOf<typeof PERSON> => ({
  name,
  photo_url,
  slug,
  people_type,
});
