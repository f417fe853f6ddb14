/** Research projects: kept by staff, shown by websites once they are published. */
import { projectAggregate } from '../../../commands/project.ts';
import { Refused } from '../../../domain/errors.ts';
import type { ProjectFields } from '../../../domain/project/events.ts';
import { listProjects, projectById, PROJECT_SORTS } from '../../../projections/queries/records.ts';
import { projectsProjection, type ProjectRow } from '../../../projections/projects.ts';
import { MEMBER } from '../../http/access.ts';
import { envelope, pageSchema, SEARCH, sorting } from '../../http/listing.ts';
import { inWorkspace, type Route, type Schema } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { pagingOf, STAFF_PAGING } from '../paging.ts';
import { MILLISECONDS, object, STRING } from '../schemas.ts';
import { writerOf, type Shown } from './writes.ts';

const CURRENCY: Schema = { type: 'string', enum: ['EUR', 'USD'] };
const AMOUNT: Schema = { type: ['number', 'null'], minimum: 0 };
const TEXT: Schema = { type: 'string', minLength: 1, maxLength: 2_000 };
const TEXT_OR_NULL: Schema = { ...TEXT, type: ['string', 'null'], maxLength: 50_000 };
const DATE: Schema = { type: ['string', 'null'], description: '`2021`, `2021-03` or `2021-03-09`.' };
const STATUS: Schema = { type: 'string', enum: ['unpublished', 'published', 'archived'] };

const FIELDS: Readonly<Record<keyof ProjectFields, Schema>> = {
  programme: TEXT,
  title: TEXT,
  abstract: TEXT_OR_NULL,
  start_date: DATE,
  end_date: DATE,
  org_funding_amount: AMOUNT,
  org_funding_currency: CURRENCY,
  total_funding_amount: AMOUNT,
  total_funding_currency: CURRENCY,
  funding_entities: { type: 'array', maxItems: 200, items: {} },
  proponent_institution: TEXT_OR_NULL,
  project_logo: { type: ['object', 'null'] },
  funding_partner_images: { type: 'array', maxItems: 200, items: { type: 'object' } },
  href: { type: 'string', format: 'uri', pattern: '^https?://', maxLength: 2_000 },
};

const DEFAULTS: Omit<ProjectFields, 'programme' | 'title' | 'href'> = {
  abstract: null,
  start_date: null,
  end_date: null,
  org_funding_amount: null,
  org_funding_currency: 'EUR',
  total_funding_amount: null,
  total_funding_currency: 'EUR',
  funding_entities: [],
  proponent_institution: null,
  project_logo: null,
  funding_partner_images: [],
};

const ITEM = object({ id: STRING, ...FIELDS, status: STATUS, created_at: MILLISECONDS, updated_at: MILLISECONDS });
const ID: Schema = { type: 'string', pattern: '^[a-z0-9-]{1,40}$', description: 'Default: made by the server.' };

const itemOf = ({
  projectId,
  fields,
  status,
  createdAt,
  updatedAt,
}: ProjectRow): Readonly<Record<string, unknown>> => ({
  id: projectId,
  ...fields,
  status,
  created_at: createdAt,
  updated_at: updatedAt,
});

export const projectRoutes = (deps: DashboardDeps): readonly Route[] => {
  const show = async (workspace: string, id: string): Promise<Shown | null> => {
    const row = await projectById(deps.readModels, workspace, id);
    return row === null ? null : { body: itemOf(row), revision: row.revision };
  };
  const write = writerOf(deps, projectAggregate, projectsProjection, show);

  const moved = (
    verb: string,
    type: 'PublishProject' | 'UnpublishProject' | 'ArchiveProject',
    description: string,
  ): Route =>
    inWorkspace({
      method: 'POST',
      path: `/api/projects/:id/${verb}`,
      access: MEMBER,
      extension: true,
      summary: `${verb.charAt(0).toUpperCase()}${verb.slice(1)} a project`,
      description,
      query: {},
      responses: { 200: ITEM },
      errors: [401, 403, 404, 409, 412, 503],
      handle: (request) => write(request, request.params['id'] ?? '', { type }),
    });

  return [
    inWorkspace({
      method: 'GET',
      path: '/api/projects',
      access: MEMBER,
      extension: true,
      summary: 'List projects',
      description: 'Search looks at programme, title and abstract.',
      query: {
        ...STAFF_PAGING,
        ...SEARCH,
        ...sorting(Object.keys(PROJECT_SORTS)),
        status: { type: 'string', enum: ['published', 'unpublished', 'archived', 'all'], default: 'all' },
      },
      responses: {
        200: pageSchema('projects', ITEM, { sort: STRING, dir: STRING, q: STRING, status: STRING }),
      },
      errors: [400, 401, 403, 503],
      handle: async ({ query, caller: { workspace } }) => {
        const paging = pagingOf(query);
        const { sort, dir, status } = query as unknown as Pick<
          Parameters<typeof listProjects>[1],
          'sort' | 'dir' | 'status'
        >;
        const q = String(query['q'] ?? '').trim();
        const { items, total } = await listProjects(deps.readModels, { ...paging, workspace, q, sort, dir, status });
        return { body: envelope('projects', { items: items.map(itemOf), total }, paging, { sort, dir, q, status }) };
      },
    }),
    inWorkspace({
      method: 'POST',
      path: '/api/projects',
      access: MEMBER,
      extension: true,
      summary: 'Make a project',
      description: 'Unpublished at first. With an id that is there, 200 if it is the same project, else 409.',
      query: {},
      body: object({ id: ID, ...FIELDS }, ['id', ...Object.keys(DEFAULTS)]),
      responses: { 200: ITEM, 201: ITEM },
      errors: [400, 401, 403, 409, 413, 415, 503],
      handle: (request) => {
        const { id = deps.ids.next(), ...fields } = request.body as Omit<ProjectFields, keyof typeof DEFAULTS> &
          Partial<ProjectFields> & { readonly id?: string };
        return write(request, id, { type: 'CreateProject', id, fields: { ...DEFAULTS, ...fields } }, 201);
      },
    }),
    inWorkspace({
      method: 'GET',
      path: '/api/projects/:id',
      access: MEMBER,
      extension: true,
      summary: 'One project',
      description: 'Whatever its status.',
      query: {},
      responses: { 200: ITEM },
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
      access: MEMBER,
      extension: true,
      summary: 'Revise a project',
      description: 'What is not sent stays.',
      query: {},
      body: object(FIELDS, Object.keys(FIELDS)),
      responses: { 200: ITEM },
      errors: [400, 401, 403, 404, 409, 412, 413, 415, 503],
      handle: (request) =>
        write(request, request.params['id'] ?? '', {
          type: 'ReviseProject',
          fields: request.body as Partial<ProjectFields>,
        }),
    }),
    moved('publish', 'PublishProject', 'Websites show it.'),
    moved('unpublish', 'UnpublishProject', 'Websites show it no more.'),
    moved('archive', 'ArchiveProject', 'For good.'),
  ];
};
