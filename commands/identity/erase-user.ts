/** Erases a user: first their memberships, then every way to sign in, their own views, and their identity. Events keep the opaque id. */
import type { Position } from '../../domain/event.ts';
import { Refused } from '../../domain/errors.ts';
import { newCaller } from '../caller.ts';
import { everyRecord } from '../every-record.ts';
import { handle, type Deps } from '../handle.ts';
import { forgetOwnViews } from '../own-views.ts';
import { memberAggregate } from '../aggregates.ts';
import type { StateRecord, StateStore } from '../ports.ts';
import { allUsers, emailKey, parseEmail, userKey, type Invited } from './users.ts';

export type ErasedUser = {
  /** The workspaces in which a membership or an invitation ended. */
  readonly workspaces: readonly string[];
  /** Sessions, sign-in links and provider identities. */
  readonly waysIn: number;
  /** The position that the rows must reach to show the memberships as ended; null if there were none. */
  readonly position: Position | null;
};

type EraseDeps = Deps & { readonly state: StateStore };

/** Kinds of records that contain the user they let in. */
const WAYS_IN = ['session/', 'sign-in-link/', 'user-identity/'] as const;

const idsOf = async ({ state }: EraseDeps, email: string): Promise<readonly string[]> => {
  const invited = (await state.get(emailKey(email)))?.value as Invited | undefined;
  const ids = new Set(invited === undefined ? [] : [invited.userId]);
  for await (const user of allUsers({ state })) if (user.email === email) ids.add(user.id);
  return [...ids];
};

const endMembership = async (deps: EraseDeps, workspace: string, userId: string): Promise<Position | null> => {
  const caller = newCaller(deps.ids, workspace, { type: 'system', id: 'cli' });
  const command = { type: 'RemoveMember', userId, by: 'superadmin' } as const;
  try {
    return (await handle(deps, memberAggregate, userId, command, caller)).position;
  } catch (error) {
    if (error instanceof Refused && error.kind === 'not_found') return null;
    throw error;
  }
};

const removeAll = async ({ state }: EraseDeps, ids: readonly string[]): Promise<number> => {
  const names = ({ value }: StateRecord): boolean => ids.includes((value as { readonly userId?: string }).userId ?? '');
  let removed = 0;
  for (const kind of WAYS_IN)
    for await (const record of everyRecord(state, kind))
      if (names(record) && (await state.remove(record.key))) removed += 1;
  return removed;
};

/**
 * `workspaces`: all workspaces. Can be called again after an interruption: the address, which leads to everything else, is removed
 * last. Throws `Refused('not_found')` for an unknown address, and if aborted while memberships are ending.
 */
export const eraseUser = async (
  deps: EraseDeps,
  address: string,
  workspaces: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<ErasedUser> => {
  const email = parseEmail(address);
  const ids = await idsOf(deps, email);
  if (ids.length === 0) throw new Refused('not_found', 'user_not_found', `no user has the address ${email}`);
  const ended: string[] = [];
  let last: Position | null = null;
  for await (const workspace of workspaces)
    for (const id of ids) {
      signal.throwIfAborted();
      const position = await endMembership(deps, workspace, id);
      if (position === null) continue;
      ended.push(workspace);
      last = Math.max(last ?? 0, position);
    }
  let waysIn = await removeAll(deps, ids);
  for (const id of ids) await forgetOwnViews(deps, id);
  for (const id of ids) await deps.state.remove(userKey(id));
  // A concurrent sign-in may have left another one.
  waysIn += await removeAll(deps, ids);
  for (const id of ids) await deps.state.remove(userKey(id));
  await deps.state.remove(emailKey(email));
  return { workspaces: ended, waysIn, position: last };
};
