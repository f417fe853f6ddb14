/** Research projects: kept by staff, shown by websites once they are published. */
import { projectAggregate } from '../../../commands/project.ts';
import { Refused } from '../../../domain/errors.ts';
import type { ProjectFields } from '../../../domain/project/events.ts';
import { listProjects, projectById, PROJECT_SORTS, type ProjectQuery } from '../../../projections/queries/projects.ts';
import { projectsProjection } from '../../../projections/projects.ts';
import { MEMBER } from '../../http/access.ts';
import { pageAnswer, orderEcho, pageSchema, SEARCH, sorting } from '../../http/listing.ts';
import { inWorkspace, type Route, type Schema } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { pagingOf, STAFF_PAGING } from '../paging.ts';
import { givenId, object, orNull, STRING } from '../../http/schemas.ts';
import { moveRoutes } from './moves.ts';
import { PROJECT_DEFAULTS, PROJECT_FIELDS, PROJECT_ITEM, projectItem } from './project-item.ts';
import { STATUS } from './schemas.ts';
import { changed, created, writerOf, type Shown } from './writes.ts';

const ID: Schema = givenId('Default: made by the server.');
const PARAMS = { id: { ...ID, description: 'The id of the project.' } };

type Sent = Omit<ProjectFields, keyof typeof PROJECT_DEFAULTS> & Partial<ProjectFields> & { readonly id?: string };
type Asked = Pick<ProjectQuery, 'sort' | 'dir' | 'status'> & {
  readonly q: string;
  readonly funding_currency?: ProjectQuery['currency'];
};

export const projectRoutes = (deps: DashboardDeps): readonly Route[] => {
  const show = async (workspace: string, id: string): Promise<Shown | null> => {
    const row = await projectById(deps.readModels, workspace, id);
    return row === null ? null : { body: projectItem(row), revision: row.revision };
  };
  const write = writerOf(deps, projectAggregate, projectsProjection, show);

  return [
    inWorkspace({
      method: 'GET',
      path: '/api/projects',
      access: MEMBER,
      extension: true,
      summary: 'List projects',
      description: 'The research projects of the workspace. Search looks at programme, title and abstract.',
      query: {
        ...STAFF_PAGING,
        ...SEARCH,
        ...sorting(Object.keys(PROJECT_SORTS)),
        ...STATUS,
        funding_currency: { type: 'string', enum: ['EUR', 'USD'], description: 'Of the amounts that are given.' },
      },
      responses: {
        200: pageSchema('projects', PROJECT_ITEM, {
          ...orderEcho(Object.keys(PROJECT_SORTS)),
          q: STRING,
          status: STRING,
          funding_currency: orNull('string'),
        }),
      },
      errors: [400, 401, 403, 503],
      handle: async ({ query, caller: { workspace } }) => {
        const { sort, dir, status, funding_currency: currency = null, q: text } = query as Asked;
        const [paging, q] = [pagingOf(query), text.trim()];
        const found = await listProjects(deps.readModels, { ...paging, workspace, q, sort, dir, status, currency });
        const echoes = { sort, dir, q, status, funding_currency: currency };
        return pageAnswer('projects', { ...found, items: found.items.map(projectItem) }, paging, echoes);
      },
    }),
    inWorkspace({
      method: 'POST',
      path: '/api/projects',
      access: MEMBER,
      extension: true,
      summary: 'Make a project',
      description:
        'The project is unpublished at first. With an id that is there, 200 if it is the same project, else 409.',
      query: {},
      body: object({ id: ID, ...PROJECT_FIELDS }, ['id', ...Object.keys(PROJECT_DEFAULTS)]),
      responses: created(PROJECT_ITEM),
      errors: [400, 401, 403, 409, 412, 413, 415, 503],
      handle: (request) => {
        const { id = deps.ids.next(), ...sent } = request.body as Sent;
        return write(request, id, { type: 'CreateProject', id, fields: { ...PROJECT_DEFAULTS, ...sent } }, 201);
      },
    }),
    inWorkspace({
      method: 'GET',
      path: '/api/projects/:id',
      params: PARAMS,
      access: MEMBER,
      extension: true,
      summary: 'One project',
      description: 'By id: published, unpublished or archived.',
      query: {},
      responses: { 200: PROJECT_ITEM },
      errors: [401, 403, 404, 503],
      handle: async ({ params, caller: { workspace } }) => {
        const found = await show(workspace, params['id'] ?? '');
        if (found === null) throw new Refused('not_found', 'project_not_found', 'no such project');
        return found;
      },
    }),
    inWorkspace({
      method: 'PATCH',
      path: '/api/projects/:id',
      params: PARAMS,
      access: MEMBER,
      extension: true,
      summary: 'Revise a project',
      description: 'Fields that are not sent stay as they are. 409 if the project is archived.',
      query: {},
      body: object(PROJECT_FIELDS, Object.keys(PROJECT_FIELDS)),
      responses: changed(PROJECT_ITEM),
      errors: [400, 401, 403, 404, 409, 412, 413, 415, 503],
      handle: (request) => {
        const fields = request.body as Partial<ProjectFields>;
        return write(request, request.params['id'] ?? '', { type: 'ReviseProject', fields });
      },
    }),
    ...moveRoutes({
      path: '/api/projects',
      params: PARAMS,
      noun: 'project',
      item: PROJECT_ITEM,
      send: (request, id, move) => write(request, id, { type: 'MoveProject', move }),
    }),
  ];
};
