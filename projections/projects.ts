/** Projects of all workspaces: what staff edit and websites list. */
import type { Revision } from '../domain/event.ts';
import { firstDayOf } from '../domain/partial-date.ts';
import type { Currency, ProjectFields } from '../domain/project/events.ts';
import { revised } from '../domain/project/fields.ts';
import { searchTerms } from '../domain/search-terms.ts';
import type { Shelf } from '../domain/shelf.ts';
import { defineFold, type Changes, type Projection } from './define.ts';
import type { Collection } from './ports.ts';

export type ProjectRow = {
  readonly id: string;
  readonly terms: readonly string[];
  readonly workspace: string;
  readonly projectId: string;
  readonly fields: ProjectFields;
  readonly status: Shelf;
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

export const projects: Collection = {
  name: 'projects_v1',
  indexes: [
    ...SORTS.map((sort) => ({ equal: ['workspace'], sort })),
    ...SORTS.map((sort) => ({ equal: ['workspace', 'status'], sort })),
    ...SORTS.map((sort) => ({ equal: ['workspace', 'published'], sort })),
    ...SORTS.map((sort) => ({ equal: ['published'], sort })),
  ],
  arrays: ['currencies'],
  search: true,
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

type Later = { readonly revision: Revision; readonly metadata: { readonly at: number } };

const moved =
  (status: Shelf) =>
  (row: ProjectRow | null, { revision, metadata: { at } }: Later): ProjectRow | null =>
    row === null ? null : { ...row, status, published: status === 'published', updatedAt: at, revision };

const when: Changes<ProjectRow> = {
  ProjectCreated: (_row, { data, metadata, revision }, id) => ({
    id,
    workspace: metadata.workspace,
    projectId: data.id,
    ...described(data.fields),
    status: 'unpublished',
    published: false,
    createdAt: metadata.at,
    updatedAt: metadata.at,
    revision,
  }),
  ProjectRevised: (row, { data: { changes }, metadata: { at }, revision }) =>
    row === null ? null : { ...row, ...described(revised(row.fields, changes)), updatedAt: at, revision },
  ProjectPublished: moved('published'),
  ProjectUnpublished: moved('unpublished'),
  ProjectArchived: moved('archived'),
  ProjectUnarchived: moved('unpublished'),
};

export const projectsProjection: Projection = {
  name: 'projects',
  version: 1,
  streams: ['project-'],
  folds: [
    defineFold<ProjectRow>({
      collection: projects,
      ids: ({ stream }) => (stream.startsWith('project-') ? [stream.slice('project-'.length)] : []),
      when,
    }),
  ],
  counts: [],
};
