/** The current rights of the actor who requested a long job, read from the log before each step: a job may outlast them, and rows may lag. */
import { Refused } from '../domain/errors.ts';
import type { Actor } from '../domain/event.ts';
import { isAtLeast, type Role } from '../domain/member/events.ts';
import { loadState, mustBeRead } from './aggregate.ts';
import { apiKeyAggregate, memberAggregate } from './aggregates.ts';
import type { EventStore } from './ports.ts';

export type RightsDeps = {
  readonly events: EventStore;
  /** The workspaces that a user belongs to, according to rows: a superadmin of one is one in all. */
  readonly workspacesOf: (userId: string) => Promise<readonly string[]>;
};

/** The actor who requested a job, and the lowest role that may run it. */
export type Asked = { readonly workspace: string; readonly actor: Actor; readonly role: Role };

/** The actor who requested a job may no longer do what it does: the job ends with this reason. */
export class RightsEnded extends Refused {
  constructor(code: 'membership_ended' | 'role_lowered' | 'key_inactive' | 'scope_removed', message: string) {
    super('forbidden', code, message);
  }
}

const roleIn = async ({ events }: RightsDeps, workspace: string, userId: string): Promise<Role | null> => {
  const member = await loadState(events, memberAggregate, workspace, userId);
  mustBeRead(member);
  return member.state.status === 'present' ? member.state.role : null;
};

const isSuperadmin = async (deps: RightsDeps, userId: string): Promise<boolean> => {
  for (const workspace of await deps.workspacesOf(userId))
    if ((await roleIn(deps, workspace, userId)) === 'superadmin') return true;
  return false;
};

/** Throws `RightsEnded`. What the system does by itself needs no rights. */
export const mustStillMay = async (deps: RightsDeps, { workspace, actor, role }: Asked): Promise<void> => {
  if (actor.type === 'api_key') {
    const key = await loadState(deps.events, apiKeyAggregate, workspace, actor.id);
    if (key.state.status !== 'active')
      throw new RightsEnded('key_inactive', 'the key that asked for it is no longer active');
    // The only jobs that keys ask for.
    if (!key.state.scopes.includes('ingest'))
      throw new RightsEnded('scope_removed', 'the key that asked for it no longer has the scope ingest');
  }
  if (actor.type !== 'user') return;
  const own = await roleIn(deps, workspace, actor.id);
  if (own !== null && isAtLeast(own, role)) return;
  if (await isSuperadmin(deps, actor.id)) return;
  throw own === null
    ? new RightsEnded('membership_ended', 'the user who asked for it is no longer a member of the workspace')
    : new RightsEnded('role_lowered', `the user who asked for it no longer has the role ${role}`);
};
