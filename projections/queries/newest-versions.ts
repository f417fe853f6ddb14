/** Leaves out publications of which the workspace has a later version, as either of the two records states. */
import { publications } from '../catalogue/publications.ts';
import { having, type Condition, type ReadModels } from '../ports.ts';
import { fieldsAt, rowPages } from './listing.ts';

/** Deleted ones, and those in whose place another one is shown, are no later version. */
const THERE: readonly Condition[] = [...having({ deleted: false }), { field: 'addedAt', exists: true }];

const VERSIONS = ['earlierKeys', 'laterKeys'] as const;

/** If each of two records says that the other one is the later version, both stay. */
export const newestVersions = async (readModels: ReadModels, workspace: string): Promise<readonly Condition[]> => {
  const laterOf = new Map<string, Set<string>>();
  const state = (earlier: string, later: string): void => {
    laterOf.set(earlier, (laterOf.get(earlier) ?? new Set()).add(later));
  };
  const all = [...having({ workspace, versioned: true }), ...THERE];
  for await (const rows of rowPages(readModels, { collection: publications, where: { all }, fields: VERSIONS })) {
    for (const { id, earlierKeys } of rows) for (const earlier of earlierKeys) state(earlier, id);
    const keys = [...new Set(rows.flatMap(({ laterKeys }) => laterKeys))];
    const there = await fieldsAt(readModels, publications, keys, ['key'], THERE);
    for (const { id, laterKeys } of rows) for (const later of laterKeys) if (there.has(later)) state(id, later);
  }
  const isLaterOnly = (earlier: string, later: string): boolean => laterOf.get(later)?.has(earlier) !== true;
  const earlier = [...laterOf].flatMap(([id, later]) => ([...later].some((each) => isLaterOnly(id, each)) ? [id] : []));
  return earlier.length === 0 ? [] : [{ field: 'id', notIn: earlier }];
};
