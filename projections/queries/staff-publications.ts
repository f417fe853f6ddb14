/** The dashboard's listing of publications: all that a workspace has, including hidden and deleted ones. */
import { doiUrl } from '../../domain/doi.ts';
import { ownOf } from '../../domain/own.ts';
import { AUTHOR } from '../../domain/publication/authors.ts';
import { queryTerms } from '../../domain/search-terms.ts';
import { nameIn } from '../../domain/stream-kinds.ts';
import { anyFieldTerm, publications, type PublicationRow } from '../catalogue/publications.ts';
import { rowId, rowIds } from '../ids.ts';
import { having, type Condition, type ReadModels, type Where } from '../ports.ts';
import { linkedPeople, type LinkedContributor, type LinkedPerson } from './linked-people.ts';
import { idsOf } from './identifiers.ts';
import { fieldsAt, type Asked, type Listing, type Rows } from './listing.ts';
import { datedItem, ITEM_COLUMNS, type ExtraFilters } from './publication-item.ts';
import { searchedTerms, type PublicationSearches } from './publication-search.ts';
import { PUBLICATION_SORTS } from './public-items.ts';
import { withheldMark } from './withheld.ts';

export const STAFF_SORTS = {
  ...PUBLICATION_SORTS,
  last_edited_at: 'lastEditedAt',
  edit_count: 'editCount',
} as const;

export type StaffPublicationFilters = ExtraFilters &
  Pick<PublicationSearches, 'container' | 'funder'> & {
    readonly workspace: string;
    readonly q: string;
    readonly visibility: 'visible' | 'hidden' | 'all';
    readonly status: 'active' | 'deleted' | 'all';
    readonly orcid: string | null;
    readonly needsAttention: boolean | null;
    readonly drifted: boolean | null;
    /** Whether staff have decided to keep a retracted one visible. */
    readonly retractionKept: boolean | null;
    /** Whether a link is doubtful. */
    readonly doubtful: boolean | null;
    /** Publications with a DOI, works without one; null: both. */
    readonly hasDoi: boolean | null;
  };

export type StaffPublicationQuery = Asked<typeof STAFF_SORTS> &
  StaffPublicationFilters & {
    /** BCP 47; for the names of people. */
    readonly locale: string;
    /** Whether items come with what their citations are written from. */
    readonly citations: boolean;
  };

const whereOf = (query: StaffPublicationFilters): Where => {
  const { workspace, q, visibility, status, orcid, needsAttention, doubtful, drifted, ...others } = query;
  const { retractionKept, hasDoi, container = '', funder = '' } = others;
  const all: Condition[] = [
    ...having({ workspace, needsAttention, doubtful, drifted, retractionKept, hasDoi }),
    // A publication removed by a reset is not listed until it is added again.
    { field: 'addedAt', exists: true },
    ...query.narrowed,
  ];
  if (status !== 'all') all.push({ field: 'deleted', eq: status === 'deleted' });
  if (visibility !== 'all') all.push({ field: 'visible', eq: visibility === 'visible' });
  if (orcid !== null) all.push({ field: 'personKeys', contains: rowId(workspace, orcid) });
  return { all, terms: [...queryTerms(q).map(anyFieldTerm), ...searchedTerms({ q: '', container, funder })] };
};

const LISTED = [
  'key',
  'hasDoi',
  'personKeys',
  'roles',
  'lastEditedAt',
  'editCount',
  'needsAttention',
  'drifted',
  'retracted',
  'visible',
  'deletedAt',
  'withheld',
  'brief',
  ...ITEM_COLUMNS,
] as const satisfies readonly (keyof PublicationRow)[];

const CITED = [...LISTED, 'cited'] as const;

type Listed = (typeof CITED)[number];

const contributorIn = (
  { roles }: Pick<PublicationRow, 'roles'>,
  person: LinkedPerson | undefined,
): readonly LinkedContributor[] =>
  person === undefined ? [] : [{ ...person, roles: ownOf(roles, person.orcid) ?? [AUTHOR] }];

const itemOf = (row: Pick<PublicationRow, (typeof LISTED)[number]>, people: ReadonlyMap<string, LinkedPerson>) => ({
  id: row.key,
  person_orcids: row.personKeys.map(nameIn),
  person: row.personKeys.flatMap((key) => contributorIn(row, people.get(nameIn(key)))),
  title: row.title ?? null,
  authors: row.brief?.authors.map(({ name }) => name) ?? [],
  authors_total: row.brief === null ? 0 : row.brief.authorCount,
  container: row.brief?.container?.title ?? null,
  doi_url: row.hasDoi ? doiUrl(row.key) : null,
  ...datedItem(row),
  last_edited_at: row.lastEditedAt,
  edit_count: row.editCount,
  needs_attention: row.needsAttention,
  has_drift: row.drifted,
  is_retracted: row.retracted,
  visible: row.visible,
  deleted_at: row.deletedAt,
  ...withheldMark(row),
});

export type StaffPublicationItem = ReturnType<typeof itemOf>;

export const staffPublications = (
  query: StaffPublicationQuery,
): Listing<StaffPublicationItem, PublicationRow, Listed> => ({
  collection: publications,
  where: whereOf(query),
  sort: { field: STAFF_SORTS[query.sort], dir: query.dir },
  fields: query.citations ? CITED : LISTED,
  items: async (rows, readModels) => {
    const orcids = rows.flatMap(({ personKeys }) => personKeys.map(nameIn));
    const people = await linkedPeople(readModels, query.workspace, orcids, query.locale);
    return rows.map((row) => itemOf(row, people));
  },
});

/** These publications, the latest first. */
export const chosenPublications = (workspace: string, dois: readonly string[]): Rows<PublicationRow> => ({
  collection: publications,
  where: {
    all: [{ field: 'id', in: rowIds(workspace, dois) }, ...having({ workspace }), { field: 'addedAt', exists: true }],
  },
  sort: { field: 'publicationDay', dir: 'desc' },
});

/** All publications that match the filters, by ascending id. */
export const matchingIds = (filters: StaffPublicationFilters) => idsOf(whereOf(filters));

export const titlesOf = async (
  readModels: ReadModels,
  workspace: string,
  dois: readonly string[],
): Promise<ReadonlyMap<string, string | null>> => {
  const rows = await fieldsAt(readModels, publications, rowIds(workspace, dois), ['key', 'title']);
  return new Map([...rows.values()].map(({ key, title }) => [key, title ?? null]));
};
