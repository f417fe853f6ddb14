/** What one workspace shows on its websites: only its public records, for the plug-ins of its installations. */
import { queryTerms } from '../../domain/search-terms.ts';
import { people } from '../catalogue/people.ts';
import { publications, type PublicationRow } from '../catalogue/publications.ts';
import { rowId } from '../ids.ts';
import { containing, having, type Condition, type ReadModels } from '../ports.ts';
import { projects, type ProjectRow } from '../projects/projects.ts';
import { works, type WorkRow } from '../works.ts';
import { findListingPage, findPage, type Page, type PageRequest } from './page.ts';
import { personItems, type PersonItem } from './person-item.ts';
import { PROJECT_SORTS } from './projects.ts';
import type { PublicProjectQuery } from './public-projects.ts';
import { PUBLICATION_SORTS, type PublicationQuery } from './public-publications.ts';
import { ITEM_COLUMNS, publicationItem, type PublicationItem } from './publication-item.ts';
import { WORK_SORTS, worksOf, type WorkQuery } from './works.ts';

type OfWorkspace = { readonly workspace: string };

export type WebsitePublication = PublicationItem & { readonly needsAttention: boolean };

const LISTED: readonly (keyof PublicationRow)[] = ['doi', 'needsAttention', ...ITEM_COLUMNS];

/** Searched by title and DOI. */
export const websitePublications = async (
  readModels: ReadModels,
  query: PublicationQuery & OfWorkspace,
): Promise<Page<WebsitePublication>> => {
  const { workspace, orcid } = query;
  const person = containing({ personKeys: orcid === null ? null : rowId(workspace, orcid) });
  const all = [...having({ workspace, public: true }), ...query.narrowed, ...person];
  const { items, ...page } = await findListingPage(readModels, publications, all, PUBLICATION_SORTS, query, LISTED);
  return {
    ...page,
    items: items.map((row) => ({ ...publicationItem(row.doi, row), needsAttention: row.needsAttention })),
  };
};

export const websiteWorks = (
  readModels: ReadModels,
  query: Omit<WorkQuery, 'status' | 'orcid'>,
): Promise<Page<WorkRow>> =>
  findListingPage(readModels, works, worksOf(query, { field: 'published', eq: true }), WORK_SORTS, query);

export const websiteProjects = (
  readModels: ReadModels,
  query: PublicProjectQuery & OfWorkspace,
): Promise<Page<ProjectRow>> => {
  const { workspace, currency } = query;
  const all = [...having({ workspace, published: true }), ...containing({ currencies: currency })];
  return findListingPage(readModels, projects, all, PROJECT_SORTS, query);
};

/** People with at least one public publication of the workspace. */
const LISTED_PERSON: readonly Condition[] = [...having({ archived: false }), { field: 'publicationCount', gt: 0 }];

/** Sorted by name; searched by name in every locale and by iD. */
export const websitePeople = async (
  readModels: ReadModels,
  { workspace, q, ...paging }: PageRequest & OfWorkspace & { readonly q: string },
): Promise<Page<PersonItem>> => {
  const where = { all: [...having({ workspace }), ...LISTED_PERSON], terms: queryTerms(q) };
  const order = { field: 'nameKey', dir: 'asc' } as const;
  const { items, ...page } = await findPage(readModels, people, where, order, paging);
  return { ...page, items: await personItems(readModels, items) };
};

/** Null for a person who is not listed. */
export const websitePerson = async (readModels: ReadModels, workspace: string, orcid: string) => {
  const row = await readModels.get(people, rowId(workspace, orcid));
  if (row === null || row.archived || row.publicationCount === 0) return null;
  const [body] = await personItems(readModels, [row]);
  return body === undefined ? null : { body, revision: row.profile.revision };
};
