/** What one workspace shows on its websites: only its public records, for the plug-ins of its installations. */
import { queryTerms } from '../../domain/search-terms.ts';
import { people, type PersonRow } from '../catalogue/people.ts';
import { publications, type PublicationRow } from '../catalogue/publications.ts';
import { rowId } from '../ids.ts';
import { containing, having, type Condition, type ReadModels } from '../ports.ts';
import { projects, type ProjectRow } from '../projects/projects.ts';
import type { PublicationColumns } from '../publication/columns.ts';
import { ordered, type Rows } from './listing.ts';
import { personItemsFor } from './person-item.ts';
import { PROJECT_SORTS } from './projects.ts';
import type { PublicProjectQuery } from './public-projects.ts';
import { searched, type PublicationQuery } from './public-items.ts';
import { ITEM_COLUMNS, type ExtraFilters } from './publication-item.ts';
import { workConditions, WORK_SORTS, type WorkQuery } from './works.ts';

type OfWorkspace = { readonly workspace: string };

type Listed = 'key' | 'needsAttention' | keyof PublicationColumns;
export type WebsitePublication = Pick<PublicationRow, Listed>;

/** `q` searches titles and DOIs. */
export const websitePublications = (query: PublicationQuery & OfWorkspace): Rows<PublicationRow, Listed> => {
  const { workspace, orcid } = query;
  const person = containing({ personKeys: orcid === null ? null : rowId(workspace, orcid) });
  const all = [...having({ workspace, hasDoi: true, public: true }), ...query.narrowed, ...person];
  return {
    collection: publications,
    ...searched(all, query),
    fields: ['key', 'needsAttention', ...ITEM_COLUMNS],
  };
};

export const websiteWorks = (query: Omit<WorkQuery, 'status' | 'orcid'>): Rows<PublicationRow> => ({
  collection: publications,
  ...ordered(WORK_SORTS, [...workConditions(query), ...having({ public: true })], query),
});

export const websiteProjects = (query: PublicProjectQuery & OfWorkspace): Rows<ProjectRow> => {
  const { workspace, currency } = query;
  const all = [...having({ workspace, published: true }), ...containing({ currencies: currency })];
  return { collection: projects, ...ordered(PROJECT_SORTS, all, query) };
};

/** People with at least one public publication of the workspace. */
const LISTED_PERSON: readonly Condition[] = [...having({ archived: false }), { field: 'publicationCount', gt: 0 }];

/** Sorted by name; searched by name in every locale and by iD. `hasOrcid`: true leaves out people without an iD; null = everyone. */
export const websitePeople = ({
  workspace,
  q,
  hasOrcid,
  narrowed,
}: OfWorkspace & ExtraFilters & { readonly q: string; readonly hasOrcid: true | null }): Rows<PersonRow> => ({
  collection: people,
  where: { all: [...having({ workspace, hasOrcid }), ...LISTED_PERSON, ...narrowed], terms: queryTerms(q) },
  sort: { field: 'nameKey', dir: 'asc' },
});

/** Null for a person who is not listed. */
export const websitePerson = async (readModels: ReadModels, workspace: string, orcid: string) => {
  const row = await readModels.get(people, rowId(workspace, orcid));
  if (row === null || row.archived || row.publicationCount === 0) return null;
  const itemOf = await personItemsFor(readModels, [row]);
  return { body: itemOf(row), revision: row.profile.revision };
};
