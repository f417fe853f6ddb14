/** Research projects: kept by staff, shown by websites once they are published. */
import { projectAggregate } from '../../../commands/project.ts';
import { listProjects, projectById, PROJECT_SORTS } from '../../../projections/queries/projects.ts';
import { projectsProjection } from '../../../projections/projects/index.ts';
import { MEMBER } from '../../http/access.ts';
import { keysOf } from '../../../domain/own.ts';
import { SEARCH, showing } from '../../http/listing.ts';
import { listingRoute } from '../../http/listing-route.ts';
import { route, type Route } from '../../http/route.ts';
import type { ShownOf } from '../../http/schema.ts';
import type { DashboardDeps } from '../deps.ts';
import { mustExist } from '../../../domain/must-exist.ts';
import { STAFF_PAGES } from '../paging.ts';
import { givenId, object, optionalObject } from '../../http/schemas.ts';
import { moveRoutes } from './moves.ts';
import { PROJECT_DEFAULTS, PROJECT_FIELDS, PROJECT_ITEM, projectItem } from './project-item.ts';
import { STATUS } from './schemas.ts';
import { changed, created, writerOf, type Shown } from './writes.ts';

const ID = givenId('Default: made by the server.');

const PARAMS = { id: { ...ID, description: 'The id of the project.' } };

export const projectRoutes = (deps: DashboardDeps): readonly Route[] => {
  const show = async (workspace: string, id: string): Promise<Shown<ShownOf<typeof PROJECT_ITEM>> | null> => {
    const row = await projectById(deps.readModels, workspace, id);
    return row === null ? null : { body: projectItem(row), revision: row.revision };
  };
  const write = writerOf(deps, projectAggregate, [projectsProjection], show);

  return [
    listingRoute('/api/projects', MEMBER, {
      summary: 'List projects',
      description: 'The research projects of the workspace. Search looks at programme, title and abstract.',
      pages: STAFF_PAGES,
      name: 'projects',
      item: PROJECT_ITEM,
      sorts: keysOf(PROJECT_SORTS),
      filters: {
        ...SEARCH,
        ...STATUS,
        funding_currency: { type: 'string', enum: ['EUR', 'USD'], description: 'Of the amounts that are given.' },
      },
      find: async ({ funding_currency: currency, ...asked }, { caller: { workspace } }) =>
        showing(await listProjects(deps.readModels, { ...asked, workspace, currency }), projectItem),
    }),
    route('POST /api/projects', MEMBER, {
      summary: 'Make a project',
      description:
        'The project is unpublished at first. With an id that is there, 200 if it is the same project, else 409.',
      body: object({ id: ID, ...PROJECT_FIELDS }, ['id', ...keysOf(PROJECT_DEFAULTS)]),
      responses: created(PROJECT_ITEM),
      errors: [409, 412],
      handle: (request) => {
        const { id = deps.ids.next(), ...sent } = request.body;
        return write(request, id, { type: 'CreateProject', id, fields: { ...PROJECT_DEFAULTS, ...sent } }, 201);
      },
    }),
    route('GET /api/projects/:id', MEMBER, {
      params: PARAMS,
      summary: 'One project',
      description: 'By id: published, unpublished or archived.',
      responses: { 200: PROJECT_ITEM },
      errors: [404],
      handle: async ({ params, caller: { workspace } }) => mustExist(await show(workspace, params.id), 'project'),
    }),
    route('PATCH /api/projects/:id', MEMBER, {
      params: PARAMS,
      summary: 'Revise a project',
      description: 'Fields that are not sent stay as they are. 409 if the project is archived.',
      body: optionalObject(PROJECT_FIELDS),
      responses: changed(PROJECT_ITEM),
      errors: [404, 409, 412],
      handle: (request) => write(request, request.params.id, { type: 'ReviseProject', fields: request.body }),
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
