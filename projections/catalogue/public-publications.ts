/** Public publications over all workspaces: each DOI once, as the workspace serves it that added it first and shows it. */
import { type Derived, versioned } from '../define.ts';
import type { Collection, Row } from '../ports.ts';
import { COLUMNS, titleTerms, type PublicationColumns } from '../publication/columns.ts';
import { publications, type PublicationRow } from './publications.ts';
import { VERSION } from './version.ts';

export type PublicPublicationRow = Partial<PublicationColumns> & {
  readonly id: string;
  readonly terms?: readonly string[];
  readonly doi: string;
  readonly public: boolean;
  /** The id of the workspace's row that is served; null while none is public. */
  readonly served: string | null;
  /** Linked in any workspace that shows it. */
  readonly personOrcids: readonly string[];
  readonly everLinked: readonly string[];
};

const SORTS = ['lastFetchedAt', 'publicationDay', 'publicationYear', 'citedByCount', 'titleKey'] as const;

export const publicPublications: Collection = {
  name: versioned('public_publications', VERSION),
  indexes: [
    ...SORTS.map((sort) => ({ equal: ['public'], sort })),
    { equal: ['public'], unsearched: true },
    { equal: ['public', 'publicationType'], sort: 'lastFetchedAt' },
    { equal: ['public', 'publicationYear'], sort: 'lastFetchedAt' },
    { equal: ['public', 'personOrcids'] },
  ],
  arrays: ['personOrcids'],
  shown: ['title', 'publicationDate'],
  search: true,
  searchedWithin: 'public',
};

type Source = Pick<PublicationRow, 'id' | 'public' | 'personOrcids' | 'everLinked' | 'addedPosition'> &
  Partial<PublicationColumns>;

const unionOf = (lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())].sort();

/** Among those that show it, the one that added it first. */
const servedOf = <T extends Pick<Source, 'addedPosition'>>(showing: readonly T[]): T | undefined =>
  [...showing].sort((a, b) => (a.addedPosition ?? 0) - (b.addedPosition ?? 0))[0];

const derive = (doi: string, rows: readonly Row[]): PublicPublicationRow => {
  const sources = rows as unknown as readonly Source[];
  const showing = sources.filter((row) => row.public);
  const served = servedOf(showing);
  return {
    id: doi,
    doi,
    public: served !== undefined,
    served: served?.id ?? null,
    personOrcids: unionOf(showing.map(({ personOrcids }) => personOrcids)),
    everLinked: unionOf(sources.map(({ everLinked }) => everLinked)),
    ...(served === undefined ? {} : Object.fromEntries(COLUMNS.map((column) => [column, served[column] ?? null]))),
    terms: titleTerms(served?.title ?? null),
  };
};

/** Of `BRIEF` alone. */
const deriveBriefly = (rows: readonly Row[]): Readonly<Record<string, number>> => {
  const served = servedOf((rows as unknown as readonly Source[]).filter((row) => row.public));
  return typeof served?.lastFetchedAt === 'number' ? { lastFetchedAt: served.lastFetchedAt } : {};
};

const BRIEF = ['doi', 'public', 'addedPosition', 'lastFetchedAt'] as const;

export const derivedPublications: Derived = {
  collection: publicPublications,
  from: publications,
  by: 'doi',
  of: ['doi', 'public', 'personOrcids', 'everLinked', 'addedPosition', ...COLUMNS],
  derive,
  brief: { of: BRIEF, derive: deriveBriefly },
};
