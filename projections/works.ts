/** Works without a DOI, by workspace. */
import { withChanges } from '../domain/changes/apply.ts';
import type { CslItem } from '../domain/csl.ts';
import type { Revision } from '../domain/event.ts';
import { firstDayOf, partialDateOf, yearOf } from '../domain/partial-date.ts';
import type { Overlay } from '../domain/publication/events.ts';
import { eachLink } from '../domain/publication/links.ts';
import { overlayAfter } from '../domain/publication/overlay-after.ts';
import { merge, withOverlay } from '../domain/publication/overlay.ts';
import { searchTerms } from '../domain/search-terms.ts';
import type { PublishStatus } from '../domain/publish-status.ts';
import { defineFold, type Changes, type EventOf, type Projection } from './define.ts';
import { subjectOf } from './ids.ts';
import type { Collection } from './ports.ts';

export type WorkRow = {
  readonly id: string;
  readonly withheld?: true;
  readonly terms?: readonly string[];
  readonly workspace: string;
  readonly key: string;
  readonly original: CslItem;
  /** What staff changed. */
  readonly overlay: Overlay;
  readonly href: string;
  readonly hrefIsByHand: boolean;
  readonly title: string;
  readonly titleKey: string;
  readonly workType: string;
  readonly publicationDate: string | null;
  readonly publicationDay: string | null;
  readonly publicationYear: number | null;
  readonly createdAt: number;
  readonly lastFetchedAt: number;
  readonly personOrcids: readonly string[];
  readonly status: PublishStatus;
  readonly published: boolean;
  readonly revision: Revision;
};

const SORTS = ['createdAt', 'publicationDay', 'publicationYear', 'titleKey'] as const;

export const works: Collection = {
  name: 'works_v3',
  indexes: [
    { equal: ['workspace'] },
    { equal: ['workspace', 'published'], unsearched: true },
    ...SORTS.map((sort) => ({ equal: ['workspace'], sort })),
    ...SORTS.map((sort) => ({ equal: ['workspace', 'status'], sort })),
    ...SORTS.map((sort) => ({ equal: ['workspace', 'published'], sort })),
    { equal: ['workspace', 'personOrcids'] },
  ],
  arrays: ['personOrcids'],
  search: true,
  searchedWithin: 'workspace',
};

const described = (
  original: CslItem,
  overlay: Overlay,
): Pick<
  WorkRow,
  | 'original'
  | 'overlay'
  | 'title'
  | 'titleKey'
  | 'workType'
  | 'publicationDate'
  | 'publicationDay'
  | 'publicationYear'
  | 'terms'
> => {
  const merged = merge(original, overlay);
  const date = partialDateOf(merged.issued);
  const title = merged.title ?? '';
  const terms = searchTerms(title);
  return {
    original,
    overlay,
    title,
    titleKey: terms.join(' '),
    workType: merged.type,
    publicationDate: date,
    publicationDay: date === null ? null : firstDayOf(date),
    publicationYear: date === null ? null : yearOf(date),
    terms,
  };
};

const added = (row: WorkRow | null, event: EventOf<'WorkAdded' | 'WorkCreated'>, id: string): WorkRow => ({
  id,
  workspace: event.metadata.workspace,
  key: subjectOf(event),
  ...described(event.data.original, {}),
  href: event.data.href,
  hrefIsByHand: false,
  createdAt: row?.createdAt ?? event.metadata.at,
  lastFetchedAt: event.type === 'WorkAdded' ? event.data.fetchedAt : event.metadata.at,
  personOrcids: [],
  status: 'published',
  published: true,
  revision: event.revision,
});

const moved =
  (status: PublishStatus) =>
  (row: WorkRow | null, { revision }: { readonly revision: Revision }): WorkRow | null =>
    row === null ? null : { ...row, status, published: status === 'published', revision };

const when: Changes<WorkRow> = {
  WorkAdded: added,
  WorkRefreshed: (row, { data: { changes, href, fetchedAt }, revision }) =>
    row === null
      ? null
      : {
          ...row,
          ...described(withChanges(row.original, changes), row.overlay),
          href: row.hrefIsByHand ? row.href : href,
          lastFetchedAt: fetchedAt,
          revision,
        },
  WorkCreated: added,
  WorkEdited: (row, { data, revision }) =>
    row === null
      ? null
      : {
          ...row,
          ...described(row.original, withOverlay(row.overlay, overlayAfter(row, data))),
          ...(data.href === undefined ? {} : { href: data.href, hrefIsByHand: true }),
          revision,
        },
  WorkAuthorLinked: (row, { data: { links }, revision }) =>
    row === null
      ? null
      : {
          ...row,
          personOrcids: [...new Set([...row.personOrcids, ...eachLink(links).map(({ orcid }) => orcid)])],
          revision,
        },
  WorkPublished: moved('published'),
  WorkUnpublished: moved('unpublished'),
  WorkArchived: moved('archived'),
  WorkUnarchived: moved('unpublished'),
  WorkReset: () => null,
};

export const worksProjection: Projection = {
  name: 'works',
  version: 3,
  streams: ['work-'],
  folds: [
    defineFold<WorkRow>({
      collection: works,
      ids: ({ stream }) => (stream.startsWith('work-') ? [stream.slice('work-'.length)] : []),
      when,
      withheld: (row) => ({ ...row, published: false }),
    }),
  ],
  counts: [],
};
