/** Sign-in links that administrators make for people of their workspace and send themselves: each person has at most one. */
import { Refused } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import { SIGN_IN } from '../../domain/limits.ts';
import type { Role } from '../../domain/member/events.ts';
import { memberAggregate } from '../aggregates.ts';
import { newCaller, type Caller } from '../caller.ts';
import { handle, type Deps } from '../handle.ts';
import type { StateStore } from '../ports.ts';
import { hashOf, newSecret } from './secret.ts';
import type { SignedInUser } from './sessions.ts';

type LinkDeps = Deps & { readonly state: StateStore };

/** Whether a link still works is decided on the member's stream; this holds the hash of its secret until it expires. */
type Kept = Pick<SignedInUser, 'userId' | 'onlyWorkspace'> & { readonly workspace: string; readonly hash: string };

/** Starts the token of the link, of whatever characters a stranger sends. */
const personIn = (workspace: string, userId: string): string => `${workspace}~${userId}`;
/** An operator's link is found by the hash of its whole token, which must not lead here. */
const keyOf = (person: string): string => `sign-in-link/of/${hashOf(person)}`;

/** Replaces an earlier link. A superadmin's opens every workspace of the user; others' only their own. Throws what the decider throws. */
export const makeMemberLink = async (
  deps: LinkDeps,
  { userId, by }: { readonly userId: string; readonly by: Role },
  caller: Caller,
): Promise<{ readonly token: string; readonly until: number; readonly position: Position | null }> => {
  const { workspace } = caller;
  const until = deps.clock.now() + SIGN_IN.linkMs;
  const command = { type: 'MakeSignInLink', userId, by, until } as const;
  const { position } = await handle(deps, memberAggregate, userId, command, caller);
  const secret = newSecret();
  const kept: Kept = {
    ...{ userId, workspace, hash: hashOf(secret) },
    ...(by !== 'superadmin' && { onlyWorkspace: workspace }),
  };
  await deps.state.put(keyOf(personIn(workspace, userId)), kept, { ttlMs: SIGN_IN.linkMs });
  return { token: `${personIn(workspace, userId)}~${secret}`, until, position };
};

export const withdrawMemberLink = async (
  deps: LinkDeps,
  { userId, by }: { readonly userId: string; readonly by: Role },
  caller: Caller,
): Promise<Position | null> => {
  const command = { type: 'WithdrawSignInLink', userId, by } as const;
  const { position } = await handle(deps, memberAggregate, userId, command, caller);
  await deps.state.remove(keyOf(personIn(caller.workspace, userId)));
  return position;
};

/** The user for the first caller, who has then accepted the invitation, if it was one; null for all others. */
export const redeemMemberLink = async (
  deps: LinkDeps,
  token: string,
): Promise<{ readonly user: SignedInUser; readonly position: Position | null } | null> => {
  const at = token.lastIndexOf('~');
  const record = at < 0 ? null : await deps.state.get(keyOf(token.slice(0, at)));
  const kept = record?.value as Kept | undefined;
  if (record === null || kept?.hash !== hashOf(token.slice(at + 1))) return null;
  const { workspace, hash: _hash, ...user } = kept;
  const { userId } = user;
  const caller = newCaller(deps.ids, workspace, { type: 'user', id: userId });
  try {
    const { position } = await handle(deps, memberAggregate, userId, { type: 'UseSignInLink', userId }, caller);
    await deps.state.remove(record.key, record.version);
    return { user: { ...user, source: 'local' }, position };
  } catch (error) {
    // Used by another, withdrawn, or the membership has changed since.
    if (error instanceof Refused && error.kind === 'not_found') return null;
    throw error;
  }
};
