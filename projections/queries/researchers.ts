/** Researchers: people with at least one public publication in any workspace, with and without an ORCID iD. */
import { having, type ReadModels } from '../ports.ts';
import { people } from '../catalogue/people.ts';
import { researchers, type ResearcherRow } from '../catalogue/researchers.ts';
import { ordered, type Asked, type Listing } from './listing.ts';
import { personItemsFor, type PersonItem } from './person-item.ts';
import type { ExtraFilters } from './publication-item.ts';

/** People of one slug who are named. */
const MAX_NAMESAKES = 20;

const SORTS = { name: 'nameKey' } as const;

/** The people shown; null for those archived, erased or withheld since the rows were read. */
const shownIn = async (rows: readonly ResearcherRow[], readModels: ReadModels) => {
  const found = await readModels.load(
    people,
    rows.map(({ shown }) => shown),
  );
  const itemOf = await personItemsFor(readModels, [...found.values()]);
  return rows.map(({ shown, publicationCount }) => {
    const row = found.get(shown);
    if (row === undefined || row.archived || row.withheld === true) return null;
    return { body: itemOf({ ...row, publicationCount }), revision: row.profile.revision };
  });
};

export const researcherListing = (
  query: Asked<typeof SORTS> & ExtraFilters & { readonly hasOrcid: boolean },
): Listing<PersonItem, ResearcherRow> => ({
  collection: researchers,
  ...ordered(SORTS, [...having({ hasOrcid: query.hasOrcid }), ...query.narrowed], query),
  items: async (rows, readModels) => (await shownIn(rows, readModels)).map((each) => each && each.body),
});

/** The person that someone was merged into; null if they were not. */
export const mergedInto = async (readModels: ReadModels, id: string): Promise<string | null> => {
  const where = { all: [...having({ orcid: id }), { field: 'mergedInto', exists: true }] };
  const [row] = await readModels.find(people, { where, limit: 1, fields: ['mergedInto'] });
  return row?.mergedInto ?? null;
};

export const researcher = async (readModels: ReadModels, orcid: string) => {
  const row = await readModels.get(researchers, orcid);
  const [found = null] = row === null ? [] : await shownIn([row], readModels);
  return found;
};

/** The iDs of those with this slug, which several people of one name may share. */
export const researchersAt = async (readModels: ReadModels, slug: string): Promise<readonly string[]> => {
  const where = { all: having({ slug, hasOrcid: true }) };
  const found = await readModels.find(researchers, { where, limit: MAX_NAMESAKES, fields: [] });
  return found.map(({ id }) => id);
};
