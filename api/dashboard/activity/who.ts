/** Finding the people of the user directory that a filter or a search may mean. */
import { allUsers } from '../../../commands/identity/users.ts';
import { searchTerms } from '../../../domain/search-terms.ts';
import type { DashboardDeps } from '../deps.ts';

const ACTOR_TYPES = ['user', 'api_key', 'installation', 'system'] as const;

export type Who = { readonly actorIds: readonly string[] | null; readonly actorType: string | null };

/** Users of whose name or address every term begins a word. */
const usersCalled = async ({ state }: DashboardDeps, text: string): Promise<readonly string[]> => {
  const terms = searchTerms(text);
  if (terms.length === 0) return [];
  const found: string[] = [];
  for await (const { id, email, name } of allUsers({ state })) {
    const words = searchTerms(`${email ?? ''} ${name ?? ''}`);
    if (terms.every((term) => words.some((word) => word.startsWith(term)))) found.push(id);
  }
  return found;
};

/** `actor` is a kind of actor, an id, or a name or address of somebody. */
export const actorsCalled = async (deps: DashboardDeps, actor: string): Promise<Who> => {
  const type = ACTOR_TYPES.find((each) => each === actor);
  if (type !== undefined) return { actorIds: null, actorType: type };
  return { actorIds: [...new Set([actor, ...(await usersCalled(deps, actor))])], actorType: null };
};

/** A search that fits somebody's name or address finds what they did; null if it fits nobody's. */
export const actorsSought = async (deps: DashboardDeps, q: string): Promise<readonly string[] | null> => {
  const found = await usersCalled(deps, q);
  return found.length === 0 ? null : found;
};
