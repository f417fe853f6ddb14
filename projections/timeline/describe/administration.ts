/** What happened to workspaces, their entities, members and keys, in words. */
import type { ApiKeyEvent } from '../../../domain/api-key/events.ts';
import type { CategoryEvent } from '../../../domain/category/events.ts';
import type { EntityEvent } from '../../../domain/entity/events.ts';
import type { MemberEvent, Role } from '../../../domain/member/events.ts';
import type { ProjectEvent } from '../../../domain/project/events.ts';
import type { ShardOutcome, SiteEvent } from '../../../domain/site/events.ts';
import type { TimelineEvent } from '../../../domain/timeline/events.ts';
import type { WorkspaceEvent } from '../../../domain/workspace/events.ts';
import { about, difference, ofWorkspace, plural, type Descriptions } from './description.ts';

const [entity, category, project, user, key, timeline] = [
  about('entity'),
  about('category'),
  about('project'),
  about('user'),
  about('api_key'),
  about('timeline'),
];

const roleName = (role: Role): string => role.replaceAll('_', ' ');
const keyMoved = (before: string, after: string) => ({ changes: [difference('status', before, after)] });

const projectMoved = (after: string) => ({ changes: [difference('status', null, after)] });
const archivedNow = { severity: 'warning', changes: [difference('archived', false, true)] } as const;
const broughtBack = { changes: [difference('archived', true, false)] };

const shardsFailed = (shards: readonly ShardOutcome[]): string => {
  const failed = shards.filter(({ error }) => error !== null);
  return failed.length === 0 ? '' : `; failed on ${plural(failed.length, 'shard')}`;
};
const outcome = (shards: readonly ShardOutcome[]) =>
  shards.some(({ error }) => error !== null)
    ? ({ severity: 'error', status: 'failed' } as const)
    : ({ severity: 'warning' } as const);

type Administration =
  | WorkspaceEvent['type']
  | EntityEvent['type']
  | CategoryEvent['type']
  | ProjectEvent['type']
  | MemberEvent['type']
  | ApiKeyEvent['type']
  | SiteEvent['type']
  | TimelineEvent['type'];

export const administrationEvents: Descriptions<Administration> = {
  WorkspaceCreated: (event) =>
    ofWorkspace(event, `Made workspace ${event.data.id}`, { changes: [difference('name', null, event.data.name)] }),
  WorkspaceRenamed: (event) =>
    ofWorkspace(event, `Renamed workspace ${event.metadata.workspace}`, {
      changes: [difference('name', event.data.before, event.data.name)],
    }),
  EntityCreated: (event) =>
    entity(event, `Made entity ${event.data.id}`, { changes: [difference('name', null, event.data.name)] }),
  EntityRenamed: (event) =>
    entity(event, 'Renamed the entity', { changes: [difference('name', event.data.before, event.data.name)] }),
  EntityArchived: (event) => entity(event, 'Archived the entity', archivedNow),
  EntityUnarchived: (event) => entity(event, 'Brought back the entity', broughtBack),
  CategoryCreated: (event) =>
    category(event, `Made category ${event.data.id}`, { changes: [difference('name', null, event.data.name)] }),
  CategoryRenamed: (event) =>
    category(event, 'Renamed the category', { changes: [difference('name', event.data.before, event.data.name)] }),
  CategoryArchived: (event) => category(event, 'Archived the category', archivedNow),
  CategoryUnarchived: (event) => category(event, 'Brought back the category', broughtBack),
  ProjectCreated: (event) =>
    project(event, `Made project ${event.data.id}`, {
      changes: Object.entries(event.data.fields)
        .filter(([, after]) => after !== null)
        .map(([field, after]) => difference(field, null, after)),
    }),
  ProjectRevised: (event) =>
    project(event, `Revised ${plural(event.data.changes.length, 'field')} of the project`, {
      changes: event.data.changes.map(({ field, before, after }) => difference(field, before, after)),
    }),
  ProjectPublished: (event) => project(event, 'Published the project', projectMoved('published')),
  ProjectUnpublished: (event) => project(event, 'Unpublished the project', projectMoved('unpublished')),
  ProjectArchived: (event) =>
    project(event, 'Archived the project', { severity: 'warning', ...projectMoved('archived') }),
  ProjectUnarchived: (event) =>
    project(event, 'Brought back the project', { changes: [difference('status', 'archived', 'unpublished')] }),
  MemberInvited: (event) =>
    user(event, `Invited somebody as a ${roleName(event.data.role)}`, {
      status: 'pending',
      changes: [difference('invited_role', null, event.data.role)],
    }),
  InvitationAccepted: (event) =>
    user(event, `Accepted the invitation to be a ${roleName(event.data.role)}`, {
      changes: [difference('role', null, event.data.role)],
    }),
  MemberAdded: (event) =>
    user(event, `Made somebody a ${roleName(event.data.role)}`, {
      changes: [difference('role', null, event.data.role)],
    }),
  MemberRoleChanged: (event) =>
    user(event, `Changed a role to ${roleName(event.data.role)}`, {
      severity: 'warning',
      changes: [difference('role', event.data.before, event.data.role)],
    }),
  MemberRemoved: (event) =>
    user(event, `Removed a ${roleName(event.data.before)}`, {
      severity: 'warning',
      changes: [difference('role', event.data.before, null)],
    }),
  ApiKeyIssued: (event) =>
    key(event, `${event.data.rotatedFrom === null ? 'Made' : 'Rotated'} an API key for ${event.data.clientName}`, {
      changes: [
        difference('scopes', null, event.data.scopes),
        difference('rate_limit_per_minute', null, event.data.rateLimitPerMinute),
      ],
    }),
  ApiKeyChanged: (event) => {
    const { before, after } = event.data;
    return key(event, 'Changed an API key', {
      changes: [
        difference('scopes', before.scopes, after.scopes),
        difference('rate_limit_per_minute', before.rateLimitPerMinute, after.rateLimitPerMinute),
      ].filter((each) => JSON.stringify(each.before) !== JSON.stringify(each.after)),
    });
  },
  ApiKeySuspended: (event) => key(event, 'Suspended an API key', keyMoved('active', 'suspended')),
  ApiKeyResumed: (event) => key(event, 'Resumed an API key', keyMoved('suspended', 'active')),
  ApiKeyRevoked: (event) => key(event, 'Revoked an API key', { severity: 'warning', ...keyMoved('usable', 'revoked') }),
  AuthorLinksRepaired: (event) => {
    const { processed, changed, shards } = event.data;
    return ofWorkspace(event, `Repaired the author links of ${changed} of ${plural(processed, 'publication')}`, {
      ...outcome(shards),
      changes: [difference('repaired_publications', null, changed)],
    });
  },
  DataReset: (event) => {
    const { publications, works, shards } = event.data;
    const what = `${plural(publications, 'publication')} and ${plural(works, 'work')}`;
    return ofWorkspace(event, `Reset data: ${what}${shardsFailed(shards)}`, {
      ...outcome(shards),
      changes: [difference('publications', publications, 0), difference('works', works, 0)],
    });
  },
  StuckJobsCleared: (event) => {
    const { jobs, shards } = event.data;
    return ofWorkspace(event, `Cleared ${plural(jobs, 'stuck job')}${shardsFailed(shards)}`, {
      ...outcome(shards),
      changes: [difference('stuck_jobs', jobs, 0)],
    });
  },
  TimelineCleaned: (event) => {
    const { mode, before, hidden } = event.data;
    const which = mode === 'all' || before === null ? '' : ` from before ${new Date(before).toISOString()}`;
    return timeline(event, `Hid ${plural(hidden, 'event')}${which} from the timeline`, {
      severity: 'warning',
      changes: [difference('hidden_events', null, hidden)],
    });
  },
};
