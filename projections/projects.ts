/** Projects of all workspaces: what staff edit and websites list. */
import type { Revision } from '../domain/event.ts';
import { firstDayOf } from '../domain/partial-date.ts';
import type { Currency, ProjectFields } from '../domain/project/events.ts';
import { revised } from '../domain/project/fields.ts';
import { searchTerms } from '../domain/search-terms.ts';
import type { PublishStatus } from '../domain/publish-status.ts';
import { changeAll, defineFold, type EventOf, type Projection, sortedBy, versioned } from './define.ts';
import type { Collection } from './ports.ts';

export type ProjectRow = {
  readonly id: string;
  readonly withheld?: true;
  readonly terms: readonly string[];
  readonly workspace: string;
  readonly projectId: string;
  readonly fields: ProjectFields;
  readonly status: PublishStatus;
  readonly published: boolean;
  /** Of the amounts that are given; of both, if none is. */
  readonly currencies: readonly Currency[];
  readonly titleKey: string;
  readonly startDay: string | null;
  readonly endDay: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly revision: Revision;
};

const SORTS = ['createdAt', 'startDay', 'endDay', 'titleKey'] as const;

const VERSION = 3;

export const projects: Collection<ProjectRow> = {
  name: versioned('projects', VERSION),
  indexes: [
    ...sortedBy(SORTS, 'workspace'),
    ...sortedBy(SORTS, 'workspace', 'status'),
    ...sortedBy(SORTS, 'workspace', 'published'),
    { equal: ['workspace', 'published'], unsearched: true },
  ],
  arrays: ['currencies'],
  search: true,
  searchedWithin: 'workspace',
};

const currenciesOf = (fields: ProjectFields): readonly Currency[] => {
  const { org_funding_amount: org, total_funding_amount: total } = fields;
  const isGiven = (amount: number | null): boolean => amount !== null || (org === null && total === null);
  return [
    ...new Set([
      ...(isGiven(org) ? [fields.org_funding_currency] : []),
      ...(isGiven(total) ? [fields.total_funding_currency] : []),
    ]),
  ];
};

const dayOf = (date: string | null): string | null => (date === null ? null : firstDayOf(date));

const described = (
  fields: ProjectFields,
): Pick<ProjectRow, 'fields' | 'currencies' | 'titleKey' | 'startDay' | 'endDay' | 'terms'> => ({
  fields,
  currencies: currenciesOf(fields),
  titleKey: searchTerms(fields.title).join(' '),
  startDay: dayOf(fields.start_date),
  endDay: dayOf(fields.end_date),
  terms: searchTerms([fields.programme, fields.title, fields.abstract ?? ''].join(' ')),
});

export const PROJECT_EVENTS = [
  'ProjectCreated',
  'ProjectRevised',
  'ProjectPublished',
  'ProjectUnpublished',
  'ProjectArchived',
  'ProjectUnarchived',
] as const;

const SHELVED = {
  ProjectPublished: 'published',
  ProjectUnpublished: 'unpublished',
  ProjectArchived: 'archived',
  ProjectUnarchived: 'unpublished',
} as const;

/** The row after an event; null while there is no project. */
export const projectAfter = (
  row: ProjectRow | null,
  event: EventOf<(typeof PROJECT_EVENTS)[number]>,
  id: string,
): ProjectRow | null => {
  const { metadata, revision } = event;
  if (event.type === 'ProjectCreated')
    return {
      id,
      workspace: metadata.workspace,
      projectId: event.data.id,
      ...described(event.data.fields),
      status: 'unpublished',
      published: false,
      createdAt: metadata.at,
      updatedAt: metadata.at,
      revision,
    };
  if (row === null) return null;
  const changed = { ...row, updatedAt: metadata.at, revision };
  if (event.type === 'ProjectRevised') return { ...changed, ...described(revised(row.fields, event.data.changes)) };
  const status = SHELVED[event.type];
  return { ...changed, status, published: status === 'published' };
};

export const projectsProjection: Projection = {
  name: 'projects',
  version: VERSION,
  streams: ['project-'],
  folds: [
    defineFold<ProjectRow>({
      collection: projects,
      ids: ({ stream }) => (stream.startsWith('project-') ? [stream.slice('project-'.length)] : []),
      when: changeAll(PROJECT_EVENTS, projectAfter),
      withheld: (row) => ({ ...row, published: false }),
    }),
  ],
};
