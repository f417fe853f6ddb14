/** People of an installation's workspace and their publications, with more about each than the integrations API tells. */
import { Refused } from '../../domain/errors.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import {
  websitePeople,
  websitePerson,
  websitePublications,
  type WebsitePublication,
} from '../../projections/queries/website.ts';
import { forInstallation } from '../http/installation-route.ts';
import { ORCID, orcidOr } from '../http/identifiers.ts';
import { orcidIn } from '../http/in-path.ts';
import { PAGING, SEARCH } from '../http/listing.ts';
import { NOT_NARROWED } from '../http/publication-filters.ts';
import type { Route } from '../http/route.ts';
import { WALK, listed, pageAsked, walkedSchema } from '../http/walk.ts';
import { PUBLICATION_ORDER, PUBLICATION_PAGE } from '../public/publications.ts';
import { RESEARCHER } from '../public/schemas.ts';
import { servedFrom, type Serving } from '../public/served.ts';

const SCOPE = 'people.read';

const absent = (): Refused => new Refused('not_found', 'person_not_found', 'no listed person has this ORCID iD');

const publicationItem = ({
  needsAttention: _needs,
  ...item
}: WebsitePublication): Omit<WebsitePublication, 'needsAttention'> => item;

export const peopleRoutes = (serving: Serving): readonly Route[] => {
  const served = servedFrom(serving, catalogue);
  const { readModels, position } = served;
  return [
    forInstallation(SCOPE, {
      method: 'GET',
      path: '/v1/people',
      summary: 'List people',
      description:
        "People of the installation's workspace with at least one public publication, by name. Search looks at names and ORCID iDs. Needs the scope `people.read`.",
      query: { ...PAGING, ...WALK, ...SEARCH },
      responses: { 200: walkedSchema('people', RESEARCHER, { q: { type: 'string' } }) },
      errors: [400, 401, 403, 429, 503],
      handle: async (request) => {
        const asked = pageAsked(request);
        const q = ((request.query['q'] as string | undefined) ?? '').trim();
        const { workspace } = request.installation;
        const found = await websitePeople(readModels, { workspace, ...asked.paging, q });
        return listed(request, { name: 'people', asked, found, echoes: { q }, position, url: served.url });
      },
    }),
    forInstallation(SCOPE, {
      method: 'GET',
      path: '/v1/people/:orcid',
      params: { orcid: ORCID },
      summary: 'One person',
      description:
        'By ORCID iD, with the number of public publications in the workspace. Needs the scope `people.read`.',
      query: {},
      responses: { 200: RESEARCHER },
      errors: [400, 401, 403, 404, 429, 503],
      handle: async ({ params, installation: { workspace } }) => {
        const found = await websitePerson(readModels, workspace, orcidOr(params['orcid'], absent));
        if (found === null) throw absent();
        return found;
      },
    }),
    forInstallation(SCOPE, {
      method: 'GET',
      path: '/v1/people/:orcid/publications',
      params: { orcid: ORCID },
      summary: "List a person's publications",
      description:
        'Public publications of the workspace that are linked to the iD; none for an iD without any. Needs the scope `people.read`.',
      query: { ...PAGING, ...WALK, ...PUBLICATION_ORDER },
      responses: { 200: PUBLICATION_PAGE },
      errors: [400, 401, 403, 429, 503],
      handle: async (request) => {
        const { query, installation } = request;
        const asked = pageAsked(request);
        const order = { sort: query['sort'] as 'last_fetched_at', dir: query['dir'] as 'asc' | 'desc' };
        const found = await websitePublications(readModels, {
          workspace: installation.workspace,
          ...asked.paging,
          ...order,
          q: '',
          orcid: orcidIn(request),
          narrowed: NOT_NARROWED.narrowed,
        });
        const echoes = { ...order, q: '', ...NOT_NARROWED.echoes };
        const shown = { ...found, items: found.items.map(publicationItem) };
        return listed(request, { name: 'publications', asked, found: shown, echoes, position, url: served.url });
      },
    }),
  ];
};
