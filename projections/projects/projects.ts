/** Projects of a workspace: what its staff edit and its websites list. */
import { EVENT_TYPES } from '../../domain/event-types.ts';
import type { Position, Revision } from '../../domain/event.ts';
import { firstDayOf } from '../../domain/partial-date.ts';
import type { Currency, ProjectEvent, ProjectFields } from '../../domain/project/events.ts';
import { project } from '../../domain/project/project.ts';
import { searchTerms, sortKey, withoutMarkup } from '../../domain/search-terms.ts';
import type { PublishStatus } from '../../domain/publish-status.ts';
import { changeAll, defineFold, type EventOf, sortedBy, type UnpositionedRow, versioned } from '../define.ts';
import { subjectOf } from '../ids.ts';
import type { Collection } from '../ports.ts';

export type ProjectRow = UnpositionedRow & {
  readonly terms: readonly string[];
  readonly workspace: string;
  readonly projectId: string;
  readonly fields: ProjectFields;
  readonly status: PublishStatus;
  readonly published: boolean;
  /** The position since which it has been published without a break; null while it is not. */
  readonly publicSince: Position | null;
  /** Currencies of the amounts given. */
  readonly currencies: readonly Currency[];
  readonly titleKey: string;
  readonly startDay: string | null;
  readonly endDay: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly revision: Revision;
};

export const SORTS = ['createdAt', 'startDay', 'endDay', 'titleKey'] as const;

export const VERSION = 10;

export const projects: Collection<ProjectRow> = {
  name: versioned('projects', VERSION),
  indexes: [
    ...sortedBy(SORTS, 'workspace'),
    ...sortedBy(SORTS, 'workspace', 'status'),
    ...sortedBy(SORTS, 'workspace', 'published'),
    { equal: ['workspace', 'published'], unsearched: true },
    { equal: ['projectId'], unsearched: true },
  ],
  arrays: ['currencies'],
  shown: ['publicSince'],
  search: true,
  searchedWithin: 'workspace',
};

const currenciesOf = (fields: ProjectFields): readonly Currency[] => [
  ...new Set([
    ...(fields.org_funding_amount === null ? [] : [fields.org_funding_currency]),
    ...(fields.total_funding_amount === null ? [] : [fields.total_funding_currency]),
  ]),
];

const dayOf = (date: string | null): string | null => (date === null ? null : firstDayOf(date));

const described = (fields: ProjectFields) => ({
  fields,
  currencies: currenciesOf(fields),
  titleKey: sortKey(fields.title),
  startDay: dayOf(fields.start_date),
  endDay: dayOf(fields.end_date),
  terms: searchTerms([fields.programme, fields.title, fields.abstract ?? ''].map(withoutMarkup).join(' ')),
});

/** The row after an event; null if there is no project. */
const projectAfter = (row: ProjectRow | null, event: EventOf<ProjectEvent['type']>, id: string): ProjectRow | null => {
  const state = project.evolve(row ?? project.initial, event);
  if (state.status === 'absent') return null;
  const { status, fields } = state;
  const { position, revision } = event;
  const { workspace, at } = event.metadata;
  const published = status === 'published';
  return {
    ...{ id, workspace, projectId: subjectOf(event), status, published, revision },
    publicSince: published ? (row?.publicSince ?? position) : null,
    ...described(fields),
    createdAt: row?.createdAt ?? at,
    updatedAt: at,
  };
};

export const projectFold = defineFold<ProjectRow>({
  collection: projects,
  ids: ({ stream }) => (stream.startsWith('project-') ? [stream.slice('project-'.length)] : []),
  when: changeAll(EVENT_TYPES.project, projectAfter),
  withheld: (row) => ({ ...row, published: false, publicSince: null }),
});
