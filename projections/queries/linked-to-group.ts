/** What is linked to people who are in an entity or a category at present. */
import { people } from '../catalogue/people.ts';
import { containing, having, type Condition, type ReadModels } from '../ports.ts';
import { rowPages } from './listing.ts';

type Groups = { readonly entityId: string | null; readonly categoryId: string | null };

/** Conditions on publications: one of their people is in both, if both are given, and not archived. None if neither is given. */
export const linkedToGroup = async (
  readModels: ReadModels,
  workspace: string,
  { entityId, categoryId }: Groups,
): Promise<readonly Condition[]> => {
  if (entityId === null && categoryId === null) return [];
  const all = [...having({ workspace, archived: false, entityId }), ...containing({ categoryIds: categoryId })];
  const keys: string[] = [];
  for await (const rows of rowPages(readModels, { collection: people, where: { all }, fields: ['orcid'] }))
    keys.push(...rows.map(({ id }) => id));
  return [{ field: 'personKeys', containsAny: keys }];
};
