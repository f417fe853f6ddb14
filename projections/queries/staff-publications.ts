/** The dashboard's listing of publications: all that a workspace has, including hidden and deleted ones. */
import { doiUrl } from '../../domain/doi.ts';
import type { CslItem } from '../../domain/csl.ts';
import { queryTerms } from '../../domain/search-terms.ts';
import { nameIn } from '../../domain/stream-kinds.ts';
import { anyFieldTerm, publications, type PublicationRow } from '../catalogue/publications.ts';
import { rowId, rowIds } from '../ids.ts';
import { having, type Condition, type ReadModels, type TermPrefix } from '../ports.ts';
import { linkedPeople, type LinkedPerson } from './linked-people.ts';
import { iterateRows } from './iterate.ts';
import { findPage, type ListingRequest, type Page } from './page.ts';
import { datedItem, ITEM_COLUMNS, type ExtraFilters } from './publication-item.ts';
import { PUBLICATION_SORTS } from './public-publications.ts';
import { withheldMark } from './withheld.ts';

export const STAFF_SORTS = {
  ...PUBLICATION_SORTS,
  last_edited_at: 'lastEditedAt',
  edit_count: 'editCount',
} as const;

export type StaffPublicationFilters = ExtraFilters & {
  readonly workspace: string;
  readonly q: string;
  readonly visibility: 'visible' | 'hidden' | 'all';
  readonly status: 'active' | 'deleted' | 'all';
  readonly orcid: string | null;
  readonly needsAttention: boolean | null;
  readonly drifted: boolean | null;
  readonly retracted: boolean | null;
};

export type StaffPublicationQuery = ListingRequest<typeof STAFF_SORTS> &
  StaffPublicationFilters & {
    /** BCP 47; for the names of people. */
    readonly locale: string;
    /** Whether items come with what their citations are written from. */
    readonly citations: boolean;
  };

/** An item and the data its citation is written from; null if it is too long for one, or not requested. */
type Citable = { readonly item: ReturnType<typeof itemOf>; readonly csl: CslItem | null };

const conditionsOf = (query: StaffPublicationFilters): readonly Condition[] => {
  const { workspace, visibility, status, orcid, needsAttention, drifted, retracted } = query;
  const all: Condition[] = [
    ...having({ workspace, needsAttention, drifted, retracted }),
    // A publication removed by a reset is not listed until it is added again.
    { field: 'addedAt', exists: true },
    ...query.narrowed,
  ];
  if (status !== 'all') all.push({ field: 'deleted', eq: status === 'deleted' });
  if (visibility !== 'all') all.push({ field: 'visible', eq: visibility === 'visible' });
  if (orcid !== null) all.push({ field: 'personKeys', contains: rowId(workspace, orcid) });
  return all;
};

const termsOf = ({ q }: StaffPublicationFilters): readonly TermPrefix[] => queryTerms(q).map(anyFieldTerm);

const LISTED = [
  'doi',
  'personKeys',
  'lastEditedAt',
  'editCount',
  'needsAttention',
  'drifted',
  'retracted',
  'visible',
  'deletedAt',
  'withheld',
  ...ITEM_COLUMNS,
] as const satisfies readonly (keyof PublicationRow)[];

const CITED = [...LISTED, 'cited'] as const;

type Listed = Pick<PublicationRow, (typeof LISTED)[number]> & Partial<Pick<PublicationRow, 'cited'>>;

const itemOf = (row: Listed, people: ReadonlyMap<string, LinkedPerson>) => ({
  id: row.doi,
  person_orcids: row.personKeys.map(nameIn),
  person: row.personKeys.flatMap((key) => people.get(nameIn(key)) ?? []),
  title: row.title ?? null,
  doi_url: doiUrl(row.doi),
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

export const listStaffPublications = async (
  readModels: ReadModels,
  query: StaffPublicationQuery,
): Promise<Page<Citable>> => {
  const { workspace, sort, dir, locale, citations } = query;
  const where = { all: conditionsOf(query), terms: termsOf(query) };
  const order = { field: STAFF_SORTS[sort], dir };
  const fields = citations ? CITED : LISTED;
  const { items, ...counted } = await findPage<Listed, (typeof fields)[number]>(
    readModels,
    publications,
    where,
    order,
    query,
    fields,
  );
  const people = await linkedPeople(
    readModels,
    workspace,
    items.flatMap(({ personKeys }) => personKeys.map(nameIn)),
    locale,
  );
  return { items: items.map((row) => ({ item: itemOf(row, people), csl: row.cited ?? null })), ...counted };
};

/** Yields the DOIs of all publications that match the filters, by ascending id. */
export const everyStaffPublication = async function* (
  readModels: ReadModels,
  filters: StaffPublicationFilters,
): AsyncIterable<string> {
  for await (const row of iterateRows(readModels, publications, conditionsOf(filters), ['doi'], termsOf(filters)))
    yield row.doi;
};

export const titlesOf = async (
  readModels: ReadModels,
  workspace: string,
  dois: readonly string[],
): Promise<ReadonlyMap<string, string | null>> => {
  const ids = rowIds(workspace, dois);
  const find = { where: { all: [{ field: 'id', in: ids }] }, limit: ids.length, fields: ['doi', 'title'] };
  const rows = ids.length === 0 ? [] : await readModels.find(publications, find);
  return new Map(rows.map(({ doi, title }) => [doi, title ?? null]));
};
