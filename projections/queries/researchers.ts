/** Researchers: people with at least one public publication in any workspace. */
import type { Revision } from '../../domain/event.ts';
import { soughtTerms } from '../../domain/search-terms.ts';
import type { Condition, ReadModels } from '../ports.ts';
import { researchers, type ResearcherRow } from '../catalogue/researchers.ts';
import { findPage, type Page, type PageRequest } from './page.ts';
import { personItems, type Counted, type PersonItem } from './person-item.ts';

export type ResearcherQuery = PageRequest & { readonly q: string; readonly sort: 'name'; readonly dir: 'asc' | 'desc' };

const LISTED: readonly Condition[] = [
  { field: 'listed', eq: true },
  { field: 'publicationCount', gt: 0 },
];

/** The row with the profile that is shown, if there is one. */
const shown = ({ profiles, shown: workspace, publicationCount }: ResearcherRow): readonly Counted[] => {
  const profile = workspace === null ? undefined : profiles[workspace];
  return profile === undefined ? [] : [{ profile, publicationCount }];
};

export const listResearchers = async (readModels: ReadModels, query: ResearcherQuery): Promise<Page<PersonItem>> => {
  const where = { all: LISTED, terms: soughtTerms(query.q) };
  const { items, ...page } = await findPage(
    readModels,
    researchers,
    where,
    { field: 'nameKey', dir: query.dir },
    query,
  );
  return { ...page, items: await personItems(readModels, items.flatMap(shown)) };
};

export const researcher = async (
  readModels: ReadModels,
  orcid: string,
): Promise<{ readonly body: PersonItem; readonly revision: Revision } | null> => {
  const row = await readModels.get(researchers, orcid);
  const [found] = row === null ? [] : shown(row);
  if (found === undefined || found.publicationCount === 0) return null;
  const [body] = await personItems(readModels, [found]);
  return body === undefined ? null : { body, revision: found.profile.revision };
};
