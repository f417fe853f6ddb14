/** Leaves out publications of which the workspace has a later version, as either of the two records states. */
import { versionsNamed } from '../../domain/facts/versions.ts';
import { publications } from '../catalogue/publications.ts';
import { rowIds } from '../ids.ts';
import { having, type Condition, type ReadModels } from '../ports.ts';
import { fieldsAt, rowPages } from './listing.ts';

/** Deleted ones, and those in whose place another one is shown, are no later version. */
const THERE: readonly Condition[] = [...having({ deleted: false }), { field: 'addedAt', exists: true }];

/** If each of two records says that the other one is the later version, both stay. */
export const newestVersions = async (readModels: ReadModels, workspace: string): Promise<readonly Condition[]> => {
  const laterOf = new Map<string, Set<string>>();
  const state = (earlier: string, later: string): void => {
    laterOf.set(earlier, (laterOf.get(earlier) ?? new Set()).add(later));
  };
  const all = [...having({ workspace, versioned: true }), ...THERE];
  const naming = { collection: publications, where: { all }, fields: ['relations'] as const };
  for await (const rows of rowPages(readModels, naming)) {
    const named = rows.map(({ id, relations }) => {
      const { earlier, later } = versionsNamed(relations);
      return { id, earlier: rowIds(workspace, earlier), later: rowIds(workspace, later) };
    });
    const keys = [...new Set(named.flatMap(({ later }) => later))];
    const there = await fieldsAt(readModels, publications, keys, ['key'], THERE);
    for (const { id, earlier, later } of named) {
      for (const each of earlier) state(each, id);
      for (const each of later) if (there.has(each)) state(id, each);
    }
  }
  const isLaterOnly = (earlier: string, later: string): boolean => laterOf.get(later)?.has(earlier) !== true;
  const earlier = [...laterOf].flatMap(([id, later]) => ([...later].some((each) => isLaterOnly(id, each)) ? [id] : []));
  return earlier.length === 0 ? [] : [{ field: 'id', notIn: earlier }];
};
