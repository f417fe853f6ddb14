/** Describes events of workspaces and their entities, categories, projects, members and keys. */
import { fieldsTouched } from '../../../domain/changes/change.ts';
import type { ApiKeyEvent } from '../../../domain/api-key/events.ts';
import type { CategoryEvent } from '../../../domain/category/events.ts';
import type { EntityEvent } from '../../../domain/entity/events.ts';
import type { MemberEvent, Role } from '../../../domain/member/events.ts';
import type { ProjectEvent } from '../../../domain/project/events.ts';
import type { ShardOutcome, SiteEvent } from '../../../domain/site/events.ts';
import type { TimelineEvent } from '../../../domain/timeline/events.ts';
import type { ViewEvent } from '../../../domain/view/events.ts';
import type { WorkspaceEvent } from '../../../domain/workspace/events.ts';
import { begun, difference, differing, plural, said, warned, type Descriptions, type Said } from './description.ts';
import { recordDifferences, recordGiven } from './record.ts';

const roleName = (role: Role): string => role.replaceAll('_', ' ');
const isNowArchived = difference('archived', false, true);
const isRestored = difference('archived', true, false);

const shardsFailed = (shards: readonly ShardOutcome[]): string => {
  const failed = shards.filter(({ error }) => error !== null);
  return failed.length === 0 ? '' : `; failed on ${plural(failed.length, 'shard')}`;
};
const outcome = (shards: readonly ShardOutcome[]) =>
  shards.some(({ error }) => error !== null)
    ? ({ severity: 'error', status: 'failed' } as const)
    : ({ severity: 'warning' } as const);

const filtersIn = (query: string | null) => query && Object.fromEntries(new URLSearchParams(query));

/** The subject of a view's events is the view, though all of a workspace's are in one stream. */
const ofView = (
  words: string,
  { name, before, query }: { readonly name: string; readonly before: string | null; readonly query?: string },
): Said => ({
  ...said(`${words} the view ${name}`, difference('filters', filtersIn(before), filtersIn(query ?? null))),
  subject: { type: 'view', id: name },
});

type Administration =
  | WorkspaceEvent['type']
  | EntityEvent['type']
  | CategoryEvent['type']
  | ProjectEvent['type']
  | MemberEvent['type']
  | ApiKeyEvent['type']
  | SiteEvent['type']
  | TimelineEvent['type']
  | ViewEvent['type'];

export const administrationEvents: Descriptions<Administration> = {
  WorkspaceCreated: ({ data }) => said(`Created workspace ${data.id}`, difference('name', null, data.name)),
  WorkspaceRenamed: ({ data, metadata }) =>
    said(`Renamed workspace ${metadata.workspace}`, difference('name', data.before, data.name)),
  EntityCreated: ({ data }) => said(`Created entity ${data.id}`, difference('name', null, data.name)),
  EntityRenamed: ({ data }) => said('Renamed the entity', difference('name', data.before, data.name)),
  EntityArchived: () => warned('Archived the entity', isNowArchived),
  EntityUnarchived: () => said('Restored the entity', isRestored),
  CategoryCreated: ({ data }) => said(`Created category ${data.id}`, difference('name', null, data.name)),
  CategoryRenamed: ({ data }) => said('Renamed the category', difference('name', data.before, data.name)),
  CategoryArchived: () => warned('Archived the category', isNowArchived),
  CategoryUnarchived: () => said('Restored the category', isRestored),
  ProjectCreated: ({ data: { id, fields } }) =>
    said(
      `Created project ${id}`,
      recordGiven(fields).filter(({ after }) => after !== null),
    ),
  ProjectRevised: ({ data: { changes } }) =>
    said(`Revised ${plural(fieldsTouched(changes).length, 'field')} of the project`, recordDifferences(changes)),
  ProjectPublished: () => said('Published the project', difference('status', null, 'published')),
  ProjectUnpublished: () => said('Unpublished the project', difference('status', null, 'unpublished')),
  ProjectArchived: () => warned('Archived the project', difference('status', null, 'archived')),
  ProjectUnarchived: () => said('Restored the project', difference('status', 'archived', 'unpublished')),
  MemberInvited: ({ data: { role } }) =>
    begun(`Invited someone as ${roleName(role)}`, difference('invited_role', null, role)),
  InvitationAccepted: ({ data: { role } }) =>
    said(`Accepted the invitation to be a ${roleName(role)}`, difference('role', null, role)),
  MemberAdded: ({ data: { role } }) => said(`Added a member as ${roleName(role)}`, difference('role', null, role)),
  MemberRoleChanged: ({ data: { before, role } }) =>
    warned(`Changed a role to ${roleName(role)}`, difference('role', before, role)),
  MemberRemoved: ({ data: { before } }) => warned(`Removed a ${roleName(before)}`, difference('role', before, null)),
  SignInLinkMade: () => said('Made a sign-in link', difference('sign_in_link', false, true)),
  SignInLinkWithdrawn: () => said('Withdrew a sign-in link', difference('sign_in_link', true, false)),
  SignInLinkUsed: () => said('Signed in with a link', difference('sign_in_link', true, false)),
  ApiKeyIssued: ({ data: { clientName, scopes, rateLimitPerMinute, rotatedFrom } }) =>
    said(`${rotatedFrom === null ? 'Created' : 'Rotated'} an API key for ${clientName}`, [
      difference('scopes', null, scopes),
      difference('rate_limit_per_minute', null, rateLimitPerMinute),
    ]),
  ApiKeyChanged: ({ data: { before, after } }) =>
    said(
      'Changed an API key',
      differing(
        difference('scopes', before.scopes, after.scopes),
        difference('rate_limit_per_minute', before.rateLimitPerMinute, after.rateLimitPerMinute),
      ),
    ),
  ApiKeySuspended: () => said('Suspended an API key', difference('status', 'active', 'suspended')),
  ApiKeyResumed: () => said('Resumed an API key', difference('status', 'suspended', 'active')),
  ApiKeyRevoked: () => warned('Revoked an API key', difference('status', 'active', 'revoked')),
  AuthorLinksRepaired: ({ data: { processed, changed, shards } }) => ({
    ...said(
      `Repaired the author links of ${changed} of ${plural(processed, 'publication')}`,
      difference('repaired_publications', null, changed),
    ),
    ...outcome(shards),
  }),
  DataReset: ({ data: { publications, works, shards } }) => {
    const what = `${plural(publications, 'publication')} and ${plural(works, 'work')}`;
    const changes = [difference('publications', publications, 0), difference('works', works, 0)];
    return { ...said(`Reset data: ${what}${shardsFailed(shards)}`, changes), ...outcome(shards) };
  },
  StuckJobsCleared: ({ data: { jobs, shards } }) => ({
    ...said(`Cleared ${plural(jobs, 'stuck job')}${shardsFailed(shards)}`, difference('stuck_jobs', jobs, 0)),
    ...outcome(shards),
  }),
  ViewSaved: ({ data }) => ofView('Saved', data),
  ViewRemoved: ({ data }) => ofView('Removed', data),
  TimelineCleaned: ({ data: { mode, before, hidden } }) => {
    const which = mode === 'all' || before === null ? '' : ` from before ${new Date(before).toISOString()}`;
    const summary = `Hid ${plural(hidden, 'event')}${which} from the timeline`;
    return warned(summary, difference('hidden_events', null, hidden));
  },
};
