/** A person's own saved views: state, not events, since only that person sees them. */
import { VIEWS } from '../domain/limits.ts';
import { mustExist } from '../domain/must-exist.ts';
import { mustHaveRoom, type Views } from '../domain/view/view.ts';
import { everyRecord } from './every-record.ts';
import type { StateStore } from './ports.ts';
import { cleanName } from './text/values.ts';

/** Whose views, in which workspace. */
export type Owner = { readonly userId: string; readonly workspace: string };

type Deps = { readonly state: StateStore };
type Kept = { readonly name: string; readonly query: string };

const ofUser = (userId: string): string => `view/${userId}~`;
const prefixOf = ({ userId, workspace }: Owner): string => `${ofUser(userId)}${workspace}~`;

export const ownViews = async ({ state }: Deps, owner: Owner): Promise<Views> => {
  const records = await state.list(prefixOf(owner), { limit: VIEWS.perPerson });
  return new Map(records.map(({ value }) => [(value as Kept).name, (value as Kept).query]));
};

/** The name as kept. Throws `Refused`. */
export const saveOwnView = async (deps: Deps, owner: Owner, { name: given, query }: Kept): Promise<string> => {
  const name = cleanName(given);
  mustHaveRoom(await ownViews(deps, owner), name, VIEWS.perPerson);
  await deps.state.put(`${prefixOf(owner)}${name}`, { name, query });
  return name;
};

/** Throws `Refused('not_found')`. */
export const removeOwnView = async ({ state }: Deps, owner: Owner, name: string): Promise<void> => {
  mustExist((await state.remove(`${prefixOf(owner)}${cleanName(name)}`)) || null, 'view');
};

/** In all workspaces. */
export const forgetOwnViews = async ({ state }: Deps, userId: string): Promise<void> => {
  for await (const { key } of everyRecord(state, ofUser(userId))) await state.remove(key);
};
