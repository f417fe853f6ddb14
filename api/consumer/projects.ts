/** Projects that any workspace has published, for everybody. */
import { Refused } from '../../domain/errors.ts';
import { publicProjectsProjection } from '../../projections/public-projects.ts';
import { listPublicProjects, publicProject, type PublicProject } from '../../projections/queries/public-projects.ts';
import { ANYONE } from '../http/access.ts';
import { PAGING, SEARCH, orderEcho, sorting } from '../http/listing.ts';
import type { Route, Schema } from '../http/route.ts';
import { madeId, MILLISECONDS, object, orNull, STRING } from '../http/schemas.ts';
import { WALK, listed, pageAsked, walkedSchema } from '../http/walk.ts';
import { servedFrom, type Serving } from '../public/served.ts';

const SORTS = ['created_at', 'start_date', 'end_date', 'title'] as const;
const DATE: Schema = {
  ...orNull('string'),
  description: 'As precise as it is known: `2021`, `2021-03` or `2021-03-09`.',
};
const ORCIDS: Schema = { type: 'array', items: STRING, description: 'ORCID iDs.' };

const SHOWN = {
  id: STRING,
  programme: STRING,
  title: STRING,
  abstract: orNull('string'),
  start_date: DATE,
  end_date: DATE,
};
const ITEM = object({ ...SHOWN, href: { type: 'string', format: 'uri', description: "The project's own page." } });
const DETAIL = object({
  ...SHOWN,
  member_orcids: ORCIDS,
  coordinator_orcids: ORCIDS,
  data: { type: 'object', description: 'Funding, logo, partners and page, as staff entered them.' },
  created_at: MILLISECONDS,
});

const shownOf = ({ id, fields }: PublicProject) => {
  const { programme, title, abstract, start_date, end_date } = fields;
  return { id, programme, title, abstract, start_date, end_date };
};

const detailOf = (project: PublicProject): Readonly<Record<string, unknown>> => {
  const { programme: _p, title: _t, abstract: _a, start_date: _s, end_date: _e, ...rest } = project.fields;
  const { member_orcids, coordinator_orcids, ...data } = rest;
  return { ...shownOf(project), member_orcids, coordinator_orcids, data, created_at: project.createdAt };
};

export const projectRoutes = (serving: Serving): readonly Route[] => {
  const served = servedFrom(serving, publicProjectsProjection);
  const { readModels, position, version } = served;
  return [
    {
      method: 'GET',
      path: '/v1/projects',
      access: ANYONE,
      summary: 'List projects',
      description:
        'Projects that any workspace has published, each id once. Search looks at programme, title and abstract.',
      query: {
        ...PAGING,
        ...WALK,
        ...SEARCH,
        ...sorting(SORTS),
        funding_currency: { type: 'string', enum: ['EUR', 'USD'], description: 'Funded in this currency.' },
      },
      responses: {
        200: walkedSchema('projects', ITEM, {
          ...orderEcho(SORTS),
          q: STRING,
          funding_currency: orNull('string'),
        }),
      },
      errors: [400, 429, 503],
      version,
      handle: async (request) => {
        const { query } = request;
        const asked = pageAsked(request);
        const q = ((query['q'] as string | undefined) ?? '').trim();
        const currency = (query['funding_currency'] as 'EUR' | 'USD' | undefined) ?? null;
        const order = { sort: query['sort'] as 'created_at', dir: query['dir'] as 'asc' | 'desc' };
        const found = await listPublicProjects(readModels, { ...asked.paging, ...order, q, currency });
        const items = found.items.map((project) => ({ ...shownOf(project), href: project.fields.href }));
        const echoes = { ...order, q, funding_currency: currency };
        return listed(request, {
          name: 'projects',
          asked,
          found: { ...found, items },
          echoes,
          position,
          url: served.url,
        });
      },
    },
    {
      method: 'GET',
      path: '/v1/projects/:id',
      params: { id: madeId('Of the project, 1 to 40 of a-z, 0-9 and -.') },
      access: ANYONE,
      summary: 'One project',
      description: 'With the ORCID iDs of its members and coordinators.',
      query: {},
      responses: { 200: DETAIL },
      errors: [400, 404, 429, 503],
      version,
      handle: async ({ params }) => {
        const found = await publicProject(readModels, params['id'] ?? '');
        if (found === null) throw new Refused('not_found', 'project_not_found', 'no public project has this id');
        return { body: detailOf(found.project), revision: found.revision };
      },
    },
  ];
};
