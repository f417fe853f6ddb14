/** Researchers: people with at least one public publication in any workspace. */
import { having, type Condition, type ReadModels } from '../ports.ts';
import { people } from '../catalogue/people.ts';
import { researchers, type ResearcherRow } from '../catalogue/researchers.ts';
import { findListingPage, rowsThatFit, type ListingRequest, type Page } from './page.ts';
import { personItems, type Counted, type PersonItem } from './person-item.ts';

const SORTS = { name: 'nameKey' } as const;

const LISTED: readonly Condition[] = having({ listed: true });

/** The profiles shown, without those of people archived, erased or withheld since the rows were read. */
const shownIn = async (readModels: ReadModels, rows: readonly ResearcherRow[]): Promise<readonly Counted[]> => {
  const found = await readModels.load(
    people,
    rows.map(({ shown }) => shown),
  );
  return rows.flatMap(({ shown, publicationCount }) => {
    const row = found.get(shown);
    return row === undefined || row.archived || row.withheld === true
      ? []
      : [{ profile: row.profile, publicationCount }];
  });
};

export const listResearchers = async (
  readModels: ReadModels,
  query: ListingRequest<typeof SORTS>,
): Promise<Page<PersonItem>> => {
  const { items: rows, ...page } = await findListingPage(readModels, researchers, LISTED, SORTS, query);
  const found = await shownIn(readModels, rows);
  const items = query.after === undefined ? found : rowsThatFit(found);
  const next = items.length < found.length ? { next: items.at(-1)?.profile.orcid ?? null } : {};
  return { ...page, ...next, items: await personItems(readModels, items) };
};

export const researcher = async (readModels: ReadModels, orcid: string) => {
  const row = await readModels.get(researchers, orcid);
  const [found] = row === null ? [] : await shownIn(readModels, [row]);
  if (found === undefined) return null;
  const [body] = await personItems(readModels, [found]);
  return body === undefined ? null : { body, revision: found.profile.revision };
};
