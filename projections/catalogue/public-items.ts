/** Publications that are or were public, across all workspaces: each DOI or key once, served from the workspace that has been showing it longest. */
import { isDoi } from '../../domain/item.ts';
import { MARKS } from '../../domain/search-terms.ts';
import { nameIn } from '../../domain/stream-kinds.ts';
import { defineDerived, sortedBy, versioned } from '../define.ts';
import type { Collection } from '../ports.ts';
import { longestPublic } from '../longest-public.ts';
import { COLUMNS, titleTerms, type PublicationColumns } from '../publication/columns.ts';
import { publications, type PublicationRow } from './publications.ts';
import { VERSION } from './version.ts';

export type PublicItemRow = Partial<PublicationColumns> & {
  /** The DOI, or the key of a work without one. */
  readonly id: string;
  readonly terms?: readonly string[];
  readonly hasDoi: boolean;
  readonly public: boolean;
  /**
   * When what is public of it last changed, or ceased to be public, in any workspace: epoch milliseconds; null if it never was public.
   * The running maximum of the times of events in log order, so no change gets an earlier one than a change before it.
   */
  readonly datestamp: number | null;
  /** The id of the workspace row that is served; null while none is public. */
  readonly served: string | null;
  /** The DOI of which it is an alias in the first workspace that says so; else null. */
  readonly aliasOf: string | null;
  /** The iDs linked in any workspace that shows it. */
  readonly personOrcids: readonly string[];
  /** The iDs linked only in workspaces that do not show it, or formerly. */
  readonly formerlyLinked: readonly string[];
};

const SORTS = ['lastFetchedAt', 'publicationDay', 'publicationYear', 'citedByCount', 'titleKey', 'datestamp'] as const;

export const publicItems: Collection<PublicItemRow> = {
  name: versioned('public_items', VERSION),
  indexes: [
    ...sortedBy(SORTS, 'public', 'hasDoi'),
    { equal: ['public', 'hasDoi'], unsearched: true },
    { equal: ['public', 'publicationType'], sort: 'lastFetchedAt' },
    { equal: ['public', 'publicationYear'], sort: 'lastFetchedAt' },
    { equal: ['public', 'personOrcids'] },
  ],
  arrays: ['personOrcids', 'licences'],
  shown: ['title', 'publicationDate', 'served', 'language', 'openAccess', 'retracted'],
  search: true,
  searchedWithin: 'public',
};

type Source = Pick<
  PublicationRow,
  'id' | 'key' | 'public' | 'aliasOf' | 'personKeys' | 'formerlyLinked' | 'publicSince' | 'publicChangedAt' | 'terms'
> &
  Partial<PublicationColumns>;

/** The sorted union. A single list has no duplicates, so no set is built for it: it may name thousands of people. */
const unionOf = (lists: readonly (readonly string[])[]): readonly string[] =>
  (lists.length > 1 ? [...new Set(lists.flat())] : lists.flat()).sort();

const linkedIn = ({ personKeys }: Pick<Source, 'personKeys'>): readonly string[] => personKeys.map(nameIn);

const aliasIn = (sources: readonly Source[]): string | null => {
  const [first] = sources.filter(({ aliasOf }) => aliasOf !== null).sort((a, b) => (a.id < b.id ? -1 : 1));
  return first?.aliasOf ?? null;
};

const datestampOf = (sources: readonly Source[]): number | null => {
  const changes = sources.flatMap(({ publicChangedAt }) => publicChangedAt ?? []);
  return changes.length === 0 ? null : Math.max(...changes);
};

/** Names, journals and books, and funders. The other terms are those of the title, which are made here, of the key, and of titles that staff search. */
const isSearched = (term: string): boolean =>
  [MARKS.author, MARKS.container, MARKS.funder].some((mark) => term.startsWith(mark));

const derive = (key: string, sources: readonly Source[]): PublicItemRow => {
  const showing = sources.filter((row) => row.public);
  const served = longestPublic(sources);
  const personOrcids = unionOf(showing.map(linkedIn));
  const others = unionOf(sources.map((row) => [...(row.public ? [] : linkedIn(row)), ...row.formerlyLinked]));
  const linked = new Set(others.length === 0 ? [] : personOrcids);
  return {
    id: key,
    hasDoi: isDoi(key),
    public: served !== undefined,
    datestamp: datestampOf(sources),
    served: served?.id ?? null,
    aliasOf: aliasIn(sources),
    personOrcids,
    formerlyLinked: others.filter((orcid) => !linked.has(orcid)),
    ...(served === undefined ? {} : Object.fromEntries(COLUMNS.map((column) => [column, served[column] ?? null]))),
    terms: [...titleTerms(served?.title), ...(served?.terms ?? []).filter(isSearched)],
  };
};

export const derivedItems = defineDerived({
  collection: publicItems,
  from: publications,
  by: 'key',
  of: [
    'key',
    'public',
    'publicSince',
    'publicChangedAt',
    'aliasOf',
    'personKeys',
    'formerlyLinked',
    'terms',
    ...COLUMNS,
  ],
  derive,
});
