/** People of an installation's workspace and their publications, in more detail than the integrations API. */
import { Refused } from '../../domain/errors.ts';
import { parseOrcid } from '../../domain/orcid.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import type { InstallationRow } from '../../projections/installations/installations.ts';
import { exportedFrom } from '../../projections/queries/exported.ts';
import { listed } from '../../projections/queries/listing.ts';
import { personItemsFor } from '../../projections/queries/person-item.ts';
import { publicationItem } from '../../projections/queries/publication-item.ts';
import type { PublicationQuery } from '../../projections/queries/public-items.ts';
import {
  websitePeople,
  websitePerson,
  websitePublications,
  type WebsitePublication,
} from '../../projections/queries/website.ts';
import { installationWith } from '../http/access.ts';
import { foundOr, ORCID, orcidIn } from '../http/identifiers.ts';
import { INCLUDE, listedWith } from '../http/included.ts';
import { SEARCH } from '../http/listing.ts';
import { listingRoute } from '../http/listing-route.ts';
import { narrowingPeople, PEOPLE_FILTERS } from '../http/people-filters.ts';
import { narrowing, PUBLIC_FILTERS } from '../http/publication-filters.ts';
import { route, type Route } from '../http/route.ts';
import { walkablePages } from '../http/walk.ts';
import { PUBLICATIONS } from '../public/publications.ts';
import { RESEARCHER } from '../public/schemas.ts';
import { servedFrom, type Serving } from '../public/served.ts';

const SCOPE = 'people.read';

const absent = (): Refused => new Refused('not_found', 'person_not_found', 'no listed person has this ORCID iD');

/** The public publications of the workspace that are linked to the iD. */
const publicationsOf = (
  requested: Omit<PublicationQuery, 'narrowed' | 'orcid'> & Parameters<typeof narrowing>[0],
  request: Parameters<typeof orcidIn>[0] & { readonly installation: Pick<InstallationRow, 'workspace'> },
) => ({
  ...requested,
  workspace: request.installation.workspace,
  orcid: orcidIn(request),
  narrowed: narrowing(requested),
});

export const peopleRoutes = (serving: Serving): readonly Route[] => {
  const served = servedFrom(serving, catalogue);
  const { readModels } = served;
  return [
    listingRoute('/v1/people', installationWith(SCOPE), {
      summary: 'List people',
      description:
        "People of the installation's workspace with an ORCID iD and at least one public publication, by name. Search looks at names and ORCID iDs. Needs the scope `people.read`.",
      pages: walkablePages(served),
      name: 'people',
      item: RESEARCHER,
      filters: { ...SEARCH, ...PEOPLE_FILTERS },
      listing: ({ q, ...filters }, { installation: { workspace } }) =>
        listed(websitePeople({ workspace, q, hasOrcid: true, narrowed: narrowingPeople(filters) }), async (rows) =>
          rows.map(await personItemsFor(readModels, rows)),
        ),
    }),
    route('GET /v1/people/:orcid', installationWith(SCOPE), {
      params: { orcid: ORCID },
      summary: 'One person',
      description:
        'By ORCID iD, with the number of public publications in the workspace. Needs the scope `people.read`.',
      responses: { 200: RESEARCHER },
      errors: [404],
      handle: ({ params, installation: { workspace } }) =>
        foundOr(absent, () => websitePerson(readModels, workspace, parseOrcid(params.orcid))),
    }),
    listingRoute('/v1/people/:orcid/publications', installationWith(SCOPE), {
      params: { orcid: ORCID },
      summary: "List a person's publications",
      description:
        'Public publications of the workspace that are linked to the iD; an empty list if it has none. Needs the scope `people.read`.',
      pages: walkablePages(served),
      ...PUBLICATIONS,
      filters: PUBLIC_FILTERS,
      query: INCLUDE,
      listing: (requested, request) => {
        const { workspace } = request.installation;
        const rows = websitePublications(publicationsOf(requested, request));
        const itemOf = (row: WebsitePublication) => publicationItem(row.key, row);
        return listedWith(request.query, serving.citations, { rows, itemOf, workspace });
      },
      exported: {
        deps: () => serving,
        listing: (requested, request) => exportedFrom(websitePublications(publicationsOf(requested, request))),
      },
    }),
  ];
};
