/** Public researchers: people with at least one public publication. */
import { Refused } from '../../domain/errors.ts';
import { listResearchers, researcher } from '../../projections/queries/researchers.ts';
import { ANYONE } from '../http/access.ts';
import { ORCID, orcidOr } from '../http/identifiers.ts';
import { orcidIn } from '../http/in-path.ts';
import { PAGING, SEARCH } from '../http/listing.ts';
import type { Route } from '../http/route.ts';
import { WALK, listed, pageAsked, walkedSchema } from '../http/walk.ts';
import { PUBLICATION_ORDER, PUBLICATION_PAGE, publicationPage } from './publications.ts';
import { RESEARCHER } from './schemas.ts';
import type { Served } from './served.ts';

const absent = (): Refused =>
  new Refused('not_found', 'researcher_not_found', 'no public researcher has this ORCID iD');

export const researcherRoutes = (served: Served): readonly Route[] => [
  {
    method: 'GET',
    path: '/v1/researchers',
    access: ANYONE,
    summary: 'List researchers',
    description: 'People with at least one public publication, by name. Search looks at names and ORCID iDs.',
    query: { ...PAGING, ...WALK, ...SEARCH },
    responses: { 200: walkedSchema('researchers', RESEARCHER, { q: { type: 'string' } }) },
    errors: [400, 429, 503],
    version: served.version,
    handle: async (request) => {
      const asked = pageAsked(request);
      const q = ((request.query['q'] as string | undefined) ?? '').trim();
      const found = await listResearchers(served.readModels, { ...asked.paging, q, sort: 'name', dir: 'asc' });
      return listed(request, { ...served, name: 'researchers', asked, found, echoes: { q } });
    },
  },
  {
    method: 'GET',
    path: '/v1/researchers/:orcid',
    params: { orcid: ORCID },
    access: ANYONE,
    summary: 'One researcher',
    description: 'A person with at least one public publication, by ORCID iD, with the number of them.',
    query: {},
    responses: { 200: RESEARCHER },
    errors: [404, 429, 503],
    version: served.version,
    handle: async ({ params }) => {
      const found = await researcher(served.readModels, orcidOr(params['orcid'], absent));
      if (found === null) throw absent();
      return found;
    },
  },
  {
    method: 'GET',
    path: '/v1/researchers/:orcid/publications',
    params: { orcid: ORCID },
    access: ANYONE,
    summary: "List a researcher's publications",
    description: 'Public publications linked to the iD; none for an iD without any.',
    query: { ...PAGING, ...WALK, ...PUBLICATION_ORDER },
    responses: { 200: PUBLICATION_PAGE },
    errors: [400, 429, 503],
    version: served.version,
    handle: (request) => publicationPage(served, request, orcidIn(request)),
  },
];
