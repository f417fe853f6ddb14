/** Researchers across all workspaces: each person once, as in the workspace that has shown them with a public publication for longest. */
import { isDeepStrictEqual } from 'node:util';
import { ownOf } from '../../domain/own.ts';
import type { Position } from '../../domain/event.ts';
import { nameIn } from '../../domain/stream-kinds.ts';
import { defineChosen, versioned, type InGeneration } from '../define.ts';
import { longestPublic } from '../longest-public.ts';
import type { Collection, ReadModels, Row } from '../ports.ts';
import { rowPages } from '../queries/listing.ts';
import { people, type PersonRow } from './people.ts';
import type { PersonColumns } from './person-columns.ts';
import { publications, type PublicationRow } from './publications.ts';
import { VERSION } from './version.ts';

export type ResearcherRow = PersonColumns & {
  /** The person's id. */
  readonly id: string;
  /** The id of the workspace row that is shown. */
  readonly shown: string;
  /** People without an iD have a listing of their own. */
  readonly hasOrcid: boolean;
  readonly slug: string | null;
  /** Of the current affiliation. */
  readonly entityId: string | null;
  readonly categoryIds: readonly string[];
  readonly publicationCount: number;
};

export const researchers: Collection<ResearcherRow> = {
  name: versioned('researchers', VERSION),
  indexes: [
    { equal: ['hasOrcid'], sort: 'nameKey' },
    { equal: ['hasOrcid', 'entityId'], sort: 'nameKey' },
    { equal: ['hasOrcid', 'categoryIds'] },
    { equal: ['hasOrcid', 'slug'], unsearched: true },
  ],
  arrays: ['categoryIds'],
  search: true,
  searchedWithin: 'hasOrcid',
};

type Showing = Pick<PublicationRow, 'publicSince' | 'linkedLater' | 'personKeys' | 'formerlyLinked'>;

/** Rows of one page, in which the first is usually the one. */
const ROWS_AT_ONCE = 20;

/** The position since which the workspace has shown the person with a public publication; null while it does not. */
export const publicSinceOf = async (
  readModels: ReadModels,
  of: InGeneration,
  { id, orcid, presentSince, withheld }: Pick<PersonRow, 'id' | 'orcid' | 'presentSince' | 'withheld'>,
): Promise<Position | null> => {
  if (presentSince === null || withheld === true) return null;
  const all = [
    { field: 'personKeys', contains: id },
    { field: 'public', eq: true },
    { field: 'hasDoi', eq: true },
  ];
  let since: Position | null = null;
  for (let offset = 0; ; offset += ROWS_AT_ONCE) {
    const rows: readonly Pick<Showing, 'publicSince' | 'linkedLater'>[] = await readModels.find(of(publications), {
      where: { all },
      sort: { field: 'publicSince', dir: 'asc' },
      offset,
      limit: ROWS_AT_ONCE,
      fields: ['publicSince', 'linkedLater'],
    });
    for (const { publicSince, linkedLater } of rows) {
      if (publicSince === null || (since !== null && since <= publicSince)) return since;
      const position = Math.max(presentSince, publicSince, ownOf(linkedLater, orcid) ?? publicSince);
      since = Math.min(since ?? position, position);
    }
    if (rows.length < ROWS_AT_ONCE) return since;
  }
};

const choose = async (readModels: ReadModels, orcids: readonly string[], of: InGeneration) => {
  const chosen = new Map<string, Omit<ResearcherRow, 'publicationCount'>>();
  const candidates = new Map(orcids.map((orcid) => [orcid, [] as (PersonRow & { publicSince: Position | null })[]]));
  for await (const page of rowPages(readModels, {
    collection: of(people),
    where: { all: [{ field: 'orcid', in: orcids }] },
  })) {
    const since = await Promise.all(page.map((row) => publicSinceOf(readModels, of, row)));
    page.forEach((row, n) => candidates.get(row.orcid)?.push({ ...row, publicSince: since[n] ?? null }));
  }
  for (const [id, rows] of candidates) {
    const shown = longestPublic(rows);
    if (shown === undefined) continue;
    const { hasOrcid, nameKey, terms, entityId, categoryIds, profile } = shown;
    const { slug } = profile;
    chosen.set(id, { id, shown: shown.id, hasOrcid, slug, entityId, categoryIds, nameKey, terms });
  }
  return chosen;
};

const orcidsOf = ({ personKeys, formerlyLinked }: Showing): readonly string[] => [
  ...personKeys.map(nameIn),
  ...formerlyLinked,
];

const linkedOf = (row: Showing | null): ReadonlyMap<string, Position | null> =>
  new Map((row?.personKeys ?? []).map((key) => [nameIn(key), ownOf(row?.linkedLater ?? {}, nameIn(key)) ?? null]));

/** Whose publication it is newly, or no longer. */
const affectedBy = (before: Showing | null, after: Showing | null): readonly string[] => {
  if (before?.publicSince !== after?.publicSince)
    return [before, after].flatMap((row) => (row === null ? [] : orcidsOf(row)));
  if (after === null || typeof after.publicSince !== 'number') return [];
  // The links are usually the same, and many.
  if (
    isDeepStrictEqual(before?.personKeys, after.personKeys) &&
    isDeepStrictEqual(before?.linkedLater, after.linkedLater)
  )
    return [];
  const [were, are] = [linkedOf(before), linkedOf(after)];
  return [...new Set([...were.keys(), ...are.keys()])].filter((orcid) => were.get(orcid) !== are.get(orcid));
};

export const chosenResearchers = defineChosen<ResearcherRow>({
  collection: researchers,
  from: [
    { collection: people, ids: (id) => [nameIn(id)] },
    {
      collection: publications,
      ids: (_id, before, after) => affectedBy(before as Showing & Row, after as Showing & Row),
    },
  ],
  all: async function* (readModels, of) {
    for await (const rows of rowPages(readModels, { collection: of(people), where: { all: [] }, fields: ['orcid'] }))
      yield [...new Set(rows.map(({ orcid }) => orcid))];
  },
  choose,
});
