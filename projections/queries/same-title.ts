/** Items of a workspace with the same title and type, by their DOIs or keys. */
import { MATCHING } from '../../domain/limits.ts';
import type { CslItem } from '../../domain/csl.ts';
import { publications } from '../catalogue/publications.ts';
import { having, type ReadModels } from '../ports.ts';
import { titleColumns } from '../publication/columns.ts';

/** Without deleted ones; few of many, for a title such as "Editorial". */
export const withTheTitle = async (
  readModels: Pick<ReadModels, 'find'>,
  workspace: string,
  record: CslItem,
  { hasDoi }: { readonly hasDoi: boolean },
): Promise<readonly string[]> => {
  const { titleKey } = titleColumns(record);
  if (titleKey === null) return [];
  const all = having({ workspace, hasDoi, titleKey, publicationType: record.type, deleted: false });
  const rows = await readModels.find(publications, { where: { all }, limit: MATCHING.sameTitle, fields: ['key'] });
  return rows.map(({ key }) => key);
};
