/** The items that the identifiers of an entry name, as the workspace knows them. */
import { candidateOf, type Candidate } from '../../domain/reference-import/compare.ts';
import type { Reference } from '../../domain/reference-import/entry.ts';
import type { EventStore } from '../ports.ts';
import { find, openTo } from '../work-identity/found.ts';

export const itemsNamed = async (
  events: EventStore,
  workspace: string,
  { aliases }: Pick<Reference, 'aliases'>,
): Promise<readonly Candidate[]> => {
  const found = await Promise.all(aliases.map((alias) => find(events, workspace, alias, null)));
  const items = new Map([...openTo(found).values()].map((root) => [root.id, root.loaded.state]));
  return [...items].flatMap(([id, state]) => (state.status === 'absent' ? [] : [candidateOf(id, state, true)]));
};
