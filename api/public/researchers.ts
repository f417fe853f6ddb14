/** Public researchers: people with at least one public publication. */
import { Refused } from '../../domain/errors.ts';
import { parseOrcid } from '../../domain/orcid.ts';
import { describingServed } from '../../projections/queries/included.ts';
import { publicPublicationListing } from '../../projections/queries/public-items.ts';
import { researcher, researcherListing } from '../../projections/queries/researchers.ts';
import { ANYONE } from '../http/access.ts';
import { foundOr, ORCID, orcidIn } from '../http/identifiers.ts';
import { INCLUDE, withIncluded } from '../http/included.ts';
import { SEARCH } from '../http/listing.ts';
import { listingRoute } from '../http/listing-route.ts';
import { FILTER_QUERY, narrowing } from '../http/publication-filters.ts';
import { route, type Route } from '../http/route.ts';
import { walkablePages } from '../http/walk.ts';
import { PUBLICATIONS } from './publications.ts';
import { RESEARCHER } from './schemas.ts';
import type { Served } from './served.ts';

const absent = () => new Refused('not_found', 'researcher_not_found', 'no public researcher has this ORCID iD');

export const researcherRoutes = (served: Served): readonly Route[] => [
  listingRoute('/v1/researchers', ANYONE, {
    summary: 'List researchers',
    description:
      'People with at least one public publication, by name. The profile is that of the workspace that has had a public publication of theirs for longest. Search looks at names and ORCID iDs.',
    pages: walkablePages(served),
    name: 'researchers',
    item: RESEARCHER,
    filters: SEARCH,
    version: served.version,
    listing: (requested) => researcherListing({ ...requested, sort: 'name', dir: 'asc' }),
  }),
  route('GET /v1/researchers/:orcid', ANYONE, {
    params: { orcid: ORCID },
    summary: 'One researcher',
    description: 'A person with at least one public publication, by ORCID iD, with the number of these publications.',
    responses: { 200: RESEARCHER },
    errors: [404, 429],
    version: served.version,
    handle: ({ params }) => foundOr(absent, () => researcher(served.readModels, parseOrcid(params.orcid))),
  }),
  listingRoute('/v1/researchers/:orcid/publications', ANYONE, {
    params: { orcid: ORCID },
    summary: "List a researcher's publications",
    description: 'Public publications linked to the iD; an empty list if it has none.',
    pages: walkablePages(served),
    ...PUBLICATIONS,
    filters: { ...SEARCH, ...FILTER_QUERY },
    query: INCLUDE,
    version: served.version,
    listing: (requested, request) => {
      const query = { ...requested, narrowed: narrowing(requested), orcid: orcidIn(request) };
      const listing = publicPublicationListing(query);
      return withIncluded(request.query, served.citations, listing, (including) =>
        describingServed(listing, including),
      );
    },
  }),
];
