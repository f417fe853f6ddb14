/** Researchers: people with at least one public publication in any workspace. */
import { having, type Condition, type ReadModels } from '../ports.ts';
import { researchers, type ResearcherRow } from '../catalogue/researchers.ts';
import { findListingPage, type ListingRequest, type Page } from './page.ts';
import { personItems, type Counted, type PersonItem } from './person-item.ts';

const SORTS = { name: 'nameKey' } as const;

const LISTED: readonly Condition[] = [...having({ listed: true }), { field: 'publicationCount', gt: 0 }];

const shown = ({ profiles, shown: workspace, publicationCount }: ResearcherRow): readonly Counted[] => {
  const profile = workspace === null ? undefined : profiles[workspace];
  return profile === undefined ? [] : [{ profile, publicationCount }];
};

export const listResearchers = async (
  readModels: ReadModels,
  query: ListingRequest<typeof SORTS>,
): Promise<Page<PersonItem>> => {
  const { items, ...page } = await findListingPage(readModels, researchers, LISTED, SORTS, query);
  return { ...page, items: await personItems(readModels, items.flatMap(shown)) };
};

export const researcher = async (readModels: ReadModels, orcid: string) => {
  const row = await readModels.get(researchers, orcid);
  const [found] = row === null ? [] : shown(row);
  if (found === undefined || found.publicationCount === 0) return null;
  const [body] = await personItems(readModels, [found]);
  return body === undefined ? null : { body, revision: found.profile.revision };
};
