import type { ApiKeyEvent } from '../../../domain/api-key/events.ts';
import type { CategoryEvent } from '../../../domain/category/events.ts';
import type { EntityEvent } from '../../../domain/entity/events.ts';
import type { MemberEvent } from '../../../domain/member/events.ts';
import type { ProjectEvent, ProjectFields } from '../../../domain/project/events.ts';
import type { SiteEvent } from '../../../domain/site/events.ts';
import type { TimelineEvent } from '../../../domain/timeline/events.ts';
import type { ViewEvent } from '../../../domain/view/events.ts';
import type { WorkspaceEvent } from '../../../domain/workspace/events.ts';
import { AT, ORCID, type Examples } from './example.ts';

const shards = [
  { shard: 0, done: 3, error: null },
  { shard: 1, done: 0, error: 'the event store was away' },
];
const settings = { scopes: ['ingest'], rateLimitPerMinute: 60 } as const;

export const PROJECT_FIELDS: ProjectFields = {
  programme: 'Horizon',
  title: 'Glass',
  abstract: null,
  start_date: '2021',
  end_date: '2024-03',
  org_funding_amount: 1_000,
  org_funding_currency: 'EUR',
  total_funding_amount: null,
  total_funding_currency: 'EUR',
  funding_entities: [],
  proponent_institution: null,
  project_logo: null,
  funding_partner_images: [],
  href: 'https://example.org/glass',
  member_orcids: [ORCID],
  coordinator_orcids: [],
};

export const administrationExamples: Examples<
  | WorkspaceEvent['type']
  | EntityEvent['type']
  | CategoryEvent['type']
  | ProjectEvent['type']
  | MemberEvent['type']
  | ApiKeyEvent['type']
  | SiteEvent['type']
  | TimelineEvent['type']
  | ViewEvent['type']
> = {
  WorkspaceCreated: { id: 'org', name: 'The institute' },
  WorkspaceRenamed: { name: 'The institute', before: 'An institute' },
  EntityCreated: { id: 'glass', name: { en: 'Glass', de: 'Glas' } },
  EntityRenamed: { name: 'Glass', before: 'Glas' },
  EntityArchived: {},
  EntityUnarchived: {},
  CategoryCreated: { id: 'glass', name: 'Glass' },
  CategoryRenamed: { name: 'Glass', before: 'Glas' },
  CategoryArchived: {},
  CategoryUnarchived: {},
  ProjectCreated: { id: 'glass', fields: PROJECT_FIELDS },
  ProjectRevised: { changes: [{ path: '/title', before: 'Glas', after: 'Glass' }] },
  ProjectPublished: {},
  ProjectUnpublished: {},
  ProjectArchived: {},
  ProjectUnarchived: {},
  MemberInvited: { userId: 'u1', role: 'workspace_admin' },
  InvitationAccepted: { userId: 'u1', role: 'workspace_admin' },
  MemberAdded: { userId: 'u1', role: 'workspace_admin' },
  MemberRoleChanged: { userId: 'u1', before: 'workspace_admin', role: 'member' },
  MemberRemoved: { userId: 'u1', before: 'member' },
  SignInLinkMade: { userId: 'u1', until: AT },
  SignInLinkWithdrawn: { userId: 'u1' },
  SignInLinkUsed: { userId: 'u1' },
  ApiKeyIssued: { keyHash: 'a'.repeat(64), clientName: 'Partner', rotatedFrom: null, ...settings },
  ApiKeyChanged: { before: settings, after: { ...settings, rateLimitPerMinute: 5 } },
  ApiKeySuspended: {},
  ApiKeyResumed: {},
  ApiKeyRevoked: { replacedBy: null },
  AuthorLinksRepaired: { processed: 12, changed: 3, orgOnly: false, shards },
  DataReset: { publications: 3, works: 1, ingestionJobs: 2, shards },
  ViewSaved: { name: 'Books', query: 'publication_type=book', before: null },
  ViewRemoved: { name: 'Books', before: 'publication_type=book' },
  StuckJobsCleared: { thresholdSeconds: 3_600, reason: null, jobs: 3, shards },
  TimelineCleaned: { mode: 'before_date', before: AT, hidden: 12 },
};
