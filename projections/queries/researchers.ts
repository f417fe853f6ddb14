/** Researchers: people with at least one public publication in any workspace. */
import { having, type ReadModels } from '../ports.ts';
import { people } from '../catalogue/people.ts';
import { researchers, type ResearcherRow } from '../catalogue/researchers.ts';
import { ordered, type Asked, type Listing } from './listing.ts';
import { personItemsFor, type Counted, type PersonItem } from './person-item.ts';

const SORTS = { name: 'nameKey' } as const;

/** The profiles shown; null for people archived, erased or withheld since the rows were read. */
const profilesOf = async (
  rows: readonly ResearcherRow[],
  readModels: ReadModels,
): Promise<readonly (Counted | null)[]> => {
  const found = await readModels.load(
    people,
    rows.map(({ shown }) => shown),
  );
  return rows.map(({ shown, publicationCount }) => {
    const row = found.get(shown);
    return row === undefined || row.archived || row.withheld === true
      ? null
      : { profile: row.profile, publicationCount };
  });
};

export const researcherListing = (query: Asked<typeof SORTS>): Listing<PersonItem, ResearcherRow> => ({
  collection: researchers,
  ...ordered(SORTS, having({ listed: true }), query),
  items: async (rows, readModels) => {
    const profiles = await profilesOf(rows, readModels);
    const itemOf = await personItemsFor(
      readModels,
      profiles.filter((each) => each !== null),
    );
    return profiles.map((each) => each && itemOf(each));
  },
});

export const researcher = async (readModels: ReadModels, orcid: string) => {
  const row = await readModels.get(researchers, orcid);
  const [found = null] = row === null ? [] : await profilesOf([row], readModels);
  if (found === null) return null;
  const itemOf = await personItemsFor(readModels, [found]);
  return { body: itemOf(found), revision: found.profile.revision };
};
