/** Public publications over all workspaces: each DOI once, as the workspace serves it that added it first and shows it. */
import { changeAll, defineFold, type Changes } from '../define.ts';
import { subjectOf } from '../ids.ts';
import type { Collection } from '../ports.ts';
import {
  columnsOf,
  everLinked,
  mergedOf,
  orcidsOf,
  titleTerms,
  type PublicationColumns,
} from '../publication/columns.ts';
import { CONFIRMING, confirmedAt, confirmedBy, type ConfirmingEvent } from '../publication/confirmed.ts';
import {
  PUBLICATION_EVENTS,
  afterConfirmation,
  afterEvent,
  isPublic,
  type PublicationView,
  type RecordedPublicationEvent,
} from '../publication/view.ts';

export type Holders = Readonly<Record<string, PublicationView>>;

export type PublicPublicationRow = Partial<PublicationColumns> & {
  readonly id: string;
  readonly terms?: readonly string[];
  readonly doi: string;
  readonly public: boolean;
  /** What each workspace has, by workspace. */
  readonly holders: Holders;
  /** The workspace that is served; null while none shows it. */
  readonly served: string | null;
  /** Linked in any workspace that shows it. */
  readonly personOrcids: readonly string[];
  readonly everLinked: readonly string[];
};

const SORTS = ['lastFetchedAt', 'publicationDay', 'publicationYear', 'citedByCount', 'titleKey'] as const;

export const publicPublications: Collection = {
  name: 'public_publications_v3',
  indexes: [
    ...SORTS.map((sort) => ({ equal: ['public'], sort })),
    { equal: ['public'], unsearched: true },
    { equal: ['public', 'publicationType'], sort: 'lastFetchedAt' },
    { equal: ['public', 'publicationYear'], sort: 'lastFetchedAt' },
    { equal: ['public', 'personOrcids'], sort: 'lastFetchedAt' },
  ],
  arrays: ['personOrcids'],
  shown: ['title', 'publicationDate'],
  search: true,
  searchedWithin: 'public',
};

/** Among those that show it, the one that added it first. */
const servedOf = (holders: Holders): readonly [string, PublicationView] | null => {
  const showing = Object.entries(holders).filter(([, view]) => isPublic(view));
  const [first] = showing.sort(([, a], [, b]) => a.addedPosition - b.addedPosition);
  return first ?? null;
};

const finish = ({ doi, holders, everLinked: ever }: PublicPublicationRow): PublicPublicationRow => {
  const served = servedOf(holders);
  const showing = Object.values(holders).filter(isPublic);
  const view = served?.[1] ?? null;
  const merged = view === null ? null : mergedOf(view);
  const words = titleTerms(merged?.title ?? null);
  return {
    id: doi,
    doi,
    public: served !== null,
    holders,
    served: served?.[0] ?? null,
    personOrcids: [...new Set(showing.flatMap(orcidsOf))],
    everLinked: ever,
    ...(view === null || merged === null ? {} : columnsOf(view, merged, words)),
    terms: words,
  };
};

const changed = (row: PublicPublicationRow | null, event: RecordedPublicationEvent): PublicPublicationRow | null => {
  const { workspace } = event.metadata;
  const known = new Map<string, PublicationView>(Object.entries(row?.holders ?? {}));
  const view = afterEvent(known.get(workspace) ?? null, event);
  if (view === null && row === null) return null;
  if (view === null) known.delete(workspace);
  else known.set(workspace, view);
  const doi = subjectOf(event);
  const holders = Object.fromEntries(known);
  const ever = everLinked(Object.values(holders), row?.everLinked);
  return { ...(row ?? { id: doi, doi, public: false, served: null, personOrcids: [] }), holders, everLinked: ever };
};

const confirmed = (row: PublicPublicationRow | null, event: ConfirmingEvent): PublicPublicationRow | null => {
  const { workspace } = event.metadata;
  const view = row?.holders[workspace];
  if (row === null || view === undefined) return row;
  const at = confirmedAt(event, row.doi);
  const next = at === undefined ? view : afterConfirmation(view, at);
  if (next === view) return row;
  return {
    ...row,
    holders: { ...row.holders, [workspace]: next },
    ...(row.served === workspace ? { lastFetchedAt: next.lastFetchedAt } : {}),
  };
};

const when: Changes<PublicPublicationRow> = {
  ...changeAll(PUBLICATION_EVENTS, changed),
  ...changeAll(CONFIRMING, confirmed),
};

export const publicPublicationFold = defineFold<PublicPublicationRow>({
  collection: publicPublications,
  ids: (event) =>
    event.stream.startsWith('publication-') ? [subjectOf(event)] : confirmedBy(event).map(({ doi }) => doi),
  when,
  finish,
  // Nobody but the public reads it; whom it was linked to is kept, since their publications are counted by it.
  withheld: ({ id, doi, everLinked: ever }) => ({
    ...{ id, doi, public: false, holders: {}, served: null, personOrcids: [], everLinked: ever },
  }),
});
