/** Works without a DOI, by workspace: the domain state of each, and the columns that listings show, filter and sort by. */
import { EVENT_TYPES } from '../domain/event-types.ts';
import type { Revision } from '../domain/event.ts';
import { merge } from '../domain/record/overlay.ts';
import type { PublishStatus } from '../domain/publish-status.ts';
import type { WorkEvent } from '../domain/work/events.ts';
import type { KnownWork } from '../domain/work/state.ts';
import { work } from '../domain/work/work.ts';
import { changeAll, defineFold, type EventOf, type Projection, sortedBy, versioned } from './define.ts';
import type { Collection } from './ports.ts';
import { dateColumns, titleColumns, titleTerms, type PublicationColumns } from './publication/columns.ts';

type WorkView = {
  readonly state: KnownWork;
  readonly createdAt: number;
  /** Whether staff have edited its address since it was harvested or created. */
  readonly isAddressEdited: boolean;
  readonly revision: Revision;
};

export type WorkRow = Pick<
  PublicationColumns,
  'title' | 'titleKey' | 'publicationDate' | 'publicationDay' | 'publicationYear'
> & {
  readonly id: string;
  readonly withheld?: true;
  readonly terms?: readonly string[];
  readonly workspace: string;
  readonly key: string;
  readonly view: WorkView;
  readonly workType: string;
  readonly createdAt: number;
  readonly personOrcids: readonly string[];
  /** A superseded work is in no listing. */
  readonly status: PublishStatus | 'superseded';
  readonly published: boolean;
};

const SORTS = ['createdAt', 'publicationDay', 'publicationYear', 'titleKey'] as const;

const VERSION = 12;

export const works: Collection<WorkRow> = {
  name: versioned('works', VERSION),
  indexes: [
    { equal: ['workspace'] },
    { equal: ['workspace', 'published'], unsearched: true },
    ...sortedBy(SORTS, 'workspace'),
    ...sortedBy(SORTS, 'workspace', 'status'),
    ...sortedBy(SORTS, 'workspace', 'published'),
    { equal: ['workspace', 'personOrcids'] },
  ],
  arrays: ['personOrcids'],
  search: true,
  searchedWithin: 'workspace',
};

type RecordedWorkEvent = EventOf<WorkEvent['type']>;

/** The view after an event of its stream; null if there is no work. */
const afterWorkEvent = (view: WorkView | null, event: RecordedWorkEvent): WorkView | null => {
  const state = work.evolve(view?.state ?? work.initial, event);
  if (state.status === 'absent') return null;
  const isMoved = event.type === 'WorkEdited' && event.data.href !== undefined;
  return {
    state,
    createdAt: view?.createdAt ?? event.metadata.at,
    isAddressEdited: isMoved || view?.isAddressEdited === true,
    revision: event.revision,
  };
};

const rowOf = (id: string, workspace: string, view: WorkView): WorkRow => {
  const { state, createdAt } = view;
  const { key, status, supersededBy } = state;
  const merged = merge(state);
  return {
    ...{ id, workspace, key, view, createdAt },
    ...titleColumns(merged),
    terms: titleTerms(merged.title),
    workType: merged.type,
    ...dateColumns(merged),
    personOrcids: [...new Set(state.links.map(({ orcid }) => orcid))],
    status: supersededBy === null ? status : 'superseded',
    published: supersededBy === null && status === 'published',
  };
};

export const worksProjection: Projection = {
  name: 'works',
  version: VERSION,
  streams: ['work-'],
  folds: [
    defineFold<WorkRow>({
      collection: works,
      ids: ({ stream }) => (stream.startsWith('work-') ? [stream.slice('work-'.length)] : []),
      when: changeAll(EVENT_TYPES.work, (row: WorkRow | null, event: RecordedWorkEvent, id: string) => {
        const view = afterWorkEvent(row?.view ?? null, event);
        return view === null ? null : rowOf(id, event.metadata.workspace, view);
      }),
      withheld: (row) => ({ ...row, published: false }),
    }),
  ],
};
