/** Projects, as staff list and read them. */
import type { Currency } from '../../domain/project/events.ts';
import { rowId } from '../ids.ts';
import { containing, having, type Condition, type ReadModels } from '../ports.ts';
import { projects, type ProjectRow } from '../projects/projects.ts';
import { ordered, stream, type Asked, type Rows } from './listing.ts';
import { statusesOf, type StatusFilter } from './asked-status.ts';

export const PROJECT_SORTS = {
  created_at: 'createdAt',
  start_date: 'startDay',
  end_date: 'endDay',
  title: 'titleKey',
} as const;

export type ProjectQuery = Asked<typeof PROJECT_SORTS> & {
  readonly workspace: string;
  readonly status: StatusFilter;
  readonly currency: Currency | null;
};

const conditionsOf = ({ workspace, status, currency }: ProjectQuery): readonly Condition[] => [
  ...having({ workspace }),
  ...(status === 'all' ? [] : [{ field: 'status', in: statusesOf(status) }]),
  ...containing({ currencies: currency }),
];

export const staffProjects = (query: ProjectQuery): Rows<ProjectRow> => ({
  collection: projects,
  ...ordered(PROJECT_SORTS, conditionsOf(query), query),
});

/** The ids of the projects with this member or coordinator. */
export const projectsWith = async (
  readModels: ReadModels,
  workspace: string,
  person: string,
): Promise<readonly string[]> => {
  const ids: string[] = [];
  const found = stream(readModels, {
    collection: projects,
    where: { all: having({ workspace }) },
    items: (rows) =>
      rows.map(({ projectId, fields }) =>
        [...fields.member_orcids, ...fields.coordinator_orcids].includes(person) ? projectId : null,
      ),
  });
  for await (const id of found) ids.push(id);
  return ids;
};

export const projectById = (readModels: ReadModels, workspace: string, id: string): Promise<ProjectRow | null> =>
  readModels.get(projects, rowId(workspace, id));
