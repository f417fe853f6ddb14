/** The people of a workspace, as staff list and read them. */
import { pickLocale, type LocalizedText } from '../../domain/localized-text.ts';
import { entities } from '../catalogue/entities.ts';
import { people, type PersonRow } from '../catalogue/people.ts';
import { rowId, rowIds } from '../ids.ts';
import { having, type Condition, type ReadModels } from '../ports.ts';
import { latestJobs } from './ingestions.ts';
import { ordered, type Asked, type Listing } from './listing.ts';
import { affiliationItem, personItemsFor, type PersonItem } from './person-item.ts';
import { withheldMark, type Withheld } from './withheld.ts';

export const PEOPLE_SORTS = {
  name: 'nameKey',
  family_name: 'familyKey',
  publication_count: 'publicationCount',
  updated_at: 'updatedAt',
} as const;

export type PeopleQuery = Asked<typeof PEOPLE_SORTS> & {
  readonly workspace: string;
  readonly entityId: string | null;
  readonly affiliationStatus: 'org' | 'external' | 'none' | null;
  /** `entityId` matches only current affiliations; without an `entityId`, only people who have one are listed. */
  readonly activeOnly: boolean;
  readonly categoryId: string | null;
  /** Null for people with and without an ORCID iD. */
  readonly hasOrcid: boolean | null;
  /** Lists archived people instead of the others. */
  readonly archived: boolean;
  /** Only people with these ids; null for any. */
  readonly orcids: readonly string[] | null;
  readonly locale: string | null;
};

const conditionsOf = (query: PeopleQuery): readonly Condition[] => {
  const { workspace, entityId, affiliationStatus, activeOnly, categoryId, hasOrcid, archived, orcids } = query;
  const all: Condition[] = [...having({ workspace, archived, affiliationStatus, hasOrcid })];
  if (archived) all.push({ field: 'mergedInto', exists: false });
  if (entityId !== null)
    all.push(activeOnly ? { field: 'entityId', eq: entityId } : { field: 'everEntityIds', contains: entityId });
  else if (activeOnly) all.push({ field: 'entityId', exists: true });
  if (categoryId !== null) all.push({ field: 'categoryIds', contains: categoryId });
  if (orcids !== null) all.push({ field: 'id', in: rowIds(workspace, orcids) });
  return all;
};

const inLocale = (text: LocalizedText | null, locale: string | null): LocalizedText | null =>
  text === null || locale === null ? text : pickLocale(text, locale);

const localized = (item: PersonItem, locale: string | null): PersonItem => ({
  ...item,
  name: inLocale(item.name, locale),
  biography: inLocale(item.biography, locale),
});

export const staffPeople = (query: PeopleQuery): Listing<PersonItem & Withheld, PersonRow> => ({
  collection: people,
  ...ordered(PEOPLE_SORTS, conditionsOf(query), query),
  items: async (rows, readModels) => {
    const itemOf = await personItemsFor(readModels, rows);
    return rows.map((row) => ({ ...localized(itemOf(row), query.locale), ...withheldMark(row) }));
  },
});

/** The current one first, then past ones, latest first. */
const affiliationsOf = async (readModels: ReadModels, { profile, workspace }: PersonRow) => {
  const { affiliation, past, absorbed } = profile;
  const own = [...past].reverse();
  const others = absorbed.flatMap((each) => each.past);
  const ended = others.length === 0 ? own : [...own, ...others].sort((a, b) => b.endsAt - a.endsAt);
  const all = [...(affiliation === null ? [] : [{ ...affiliation, endsAt: null }]), ...ended];
  const rows = await readModels.load(entities, [...new Set(all.map(({ entityId }) => rowId(workspace, entityId)))]);
  return all.map((each) => ({
    ...affiliationItem(each, rows.get(rowId(workspace, each.entityId))),
    ends_at: each.endsAt,
  }));
};

/** Includes archived people; null if the person is not registered in the workspace. */
export const staffPerson = async (readModels: ReadModels, workspace: string, orcid: string) => {
  const row = await readModels.get(people, rowId(workspace, orcid));
  if (row === null) return null;
  const [itemOf, affiliations, [job]] = await Promise.all([
    personItemsFor(readModels, [row]),
    affiliationsOf(readModels, row),
    latestJobs(readModels, workspace, [orcid]),
  ]);
  const last_ingestion = job === undefined || job.status === 'none' ? null : job;
  return {
    body: {
      ...itemOf(row),
      ...{ archived: row.profile.archived, merged_into: row.mergedInto },
      ...{ affiliations, last_ingestion, ...withheldMark(row) },
    },
    revision: row.profile.revision,
  };
};
