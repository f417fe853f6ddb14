/** Items of a workspace that entries of a list of references may be. */
import { REFERENCES } from '../../domain/limits.ts';
import { candidateOf, type Candidate } from '../../domain/reference-import/compare.ts';
import { sortKey } from '../../domain/search-terms.ts';
import { publications, type PublicationRow } from '../catalogue/publications.ts';
import { rowIds } from '../ids.ts';
import { having, type ReadModels } from '../ports.ts';

const AT_ONCE = 200;

/** By DOI, those that the workspace has; of an alias, what is shown in its place. */
export const publicationsNamed = async (
  readModels: Pick<ReadModels, 'load'>,
  workspace: string,
  dois: readonly string[],
): Promise<ReadonlyMap<string, Candidate>> => {
  const found = new Map<string, Candidate>();
  const load = async (names: readonly string[]): Promise<readonly PublicationRow[]> => [
    ...(await readModels.load(publications, rowIds(workspace, names))).values(),
  ];
  for (let from = 0; from < dois.length; from += AT_ONCE) {
    const rows = await load(dois.slice(from, from + AT_ONCE));
    const primary = await load(rows.flatMap(({ aliasOf }) => aliasOf ?? []));
    const byKey = new Map([...rows, ...primary].map((row) => [row.key, row]));
    for (const { key, aliasOf } of rows) {
      const row = byKey.get(aliasOf ?? key);
      if (row !== undefined && row.view !== null) found.set(key, candidateOf(row.key, row.view.state, true));
    }
  }
  return found;
};

/** Those with this title, whatever its case, markup and punctuation; as many as are compared. */
export const publicationsTitled = async (
  readModels: Pick<ReadModels, 'find'>,
  workspace: string,
  title: string,
): Promise<readonly Candidate[]> => {
  const titleKey = sortKey(title);
  if (titleKey === '') return [];
  const rows = await readModels.find(publications, {
    where: { all: [...having({ workspace, titleKey }), { field: 'addedAt', exists: true }] },
    sort: { field: 'titleKey', dir: 'asc' },
    limit: REFERENCES.compared,
    fields: ['key', 'view'],
  });
  return rows.flatMap(({ key, view }) => (view === null ? [] : [candidateOf(key, view.state, false)]));
};
