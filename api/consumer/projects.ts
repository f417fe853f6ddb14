/** Public projects of all workspaces. */
import { Refused } from '../../domain/errors.ts';
import { hasOrcid } from '../../domain/person/id.ts';
import { projectsProjection } from '../../projections/projects/index.ts';
import type { ProjectRow } from '../../projections/projects/projects.ts';
import { listed } from '../../projections/queries/listing.ts';
import { publicProject, publicProjectListing } from '../../projections/queries/public-projects.ts';
import { ANYONE } from '../http/access.ts';
import { SEARCH } from '../http/listing.ts';
import { listingRoute } from '../http/listing-route.ts';
import { route, type Route } from '../http/route.ts';
import type { ShownOf } from '../http/schema-types.ts';
import { CURRENCY, DATE, madeId, MILLISECONDS, object, orNull, STRING } from '../http/schemas.ts';
import { walkablePages } from '../http/walk.ts';
import { servedFrom, type Serving } from '../public/served.ts';

const ORCIDS = { type: 'array', items: STRING, description: 'ORCID iDs; people without one are left out.' } as const;

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
  data: {
    type: 'object',
    description: 'Funding, logo, partners and page, as staff entered them.',
    examples: [{ org_funding_amount: 250_000, org_funding_currency: 'EUR', href: 'https://example.org/items/1' }],
  },
  created_at: MILLISECONDS,
});

const itemOf = ({ projectId: id, fields }: ProjectRow): ShownOf<typeof ITEM> => {
  const { programme, title, abstract, start_date, end_date, href } = fields;
  return { id, programme, title, abstract, start_date, end_date, href };
};

const detailOf = ({ projectId: id, fields, createdAt }: ProjectRow): ShownOf<typeof DETAIL> => {
  const { programme, title, abstract, start_date, end_date, member_orcids, coordinator_orcids, ...data } = fields;
  const shown = { id, programme, title, abstract, start_date, end_date };
  const people = {
    member_orcids: member_orcids.filter(hasOrcid),
    coordinator_orcids: coordinator_orcids.filter(hasOrcid),
  };
  return { ...shown, ...people, data, created_at: createdAt };
};

export const projectRoutes = (serving: Serving): readonly Route[] => {
  const served = servedFrom(serving, projectsProjection);
  const { readModels, version } = served;
  return [
    listingRoute('/v1/projects', ANYONE, {
      summary: 'List projects',
      description:
        'Projects that any workspace has published, each id once, as in the workspace that has shown it longest without a break. Search looks at programme, title and abstract.',
      pages: walkablePages(served),
      name: 'projects',
      item: ITEM,
      sorts: ['created_at', 'start_date', 'end_date', 'title'],
      filters: {
        ...SEARCH,
        funding_currency: { ...CURRENCY, description: 'Funded in this currency.' },
      },
      version,
      listing: ({ funding_currency: currency, ...requested }) => {
        const listing = publicProjectListing({ ...requested, currency });
        return listed(listing, async (rows) => {
          const projects = await listing.items(rows, readModels);
          return projects.map((project) => project && itemOf(project));
        });
      },
    }),
    route('GET /v1/projects/:id', ANYONE, {
      params: { id: madeId('Id of the project: 1 to 40 of a-z, 0-9 and -.') },
      summary: 'One project',
      description: 'With the ORCID iDs of its members and coordinators.',
      responses: { 200: DETAIL },
      errors: [404, 429],
      version,
      handle: async ({ params }) => {
        const found = await publicProject(readModels, params.id);
        if (found === null) throw new Refused('not_found', 'project_not_found', 'no public project has this id');
        return { body: detailOf(found), revision: found.revision };
      },
    }),
  ];
};
