/** Public researchers: people with at least one public publication. */
import { Refused } from '../../domain/errors.ts';
import { TEXT } from '../../domain/limits.ts';
import { parseOrcid } from '../../domain/orcid.ts';
import { researcher, researcherListing, researchersAt } from '../../projections/queries/researchers.ts';
import { ANYONE } from '../http/access.ts';
import { formatRefusal, foundOr, ORCID, orcidIn } from '../http/identifiers.ts';
import { SEARCH } from '../http/listing.ts';
import { listingRoute } from '../http/listing-route.ts';
import { REDIRECT } from '../http/page.ts';
import { narrowingPeople, PEOPLE_FILTERS } from '../http/people-filters.ts';
import { route, type Route } from '../http/route.ts';
import { textOf } from '../http/schemas.ts';
import { walkablePages } from '../http/walk.ts';
import { publicationsOf } from './publications.ts';
import { RESEARCHER } from './schemas.ts';
import type { Served } from './served.ts';

const absent = () => new Refused('not_found', 'researcher_not_found', 'no public researcher has this ORCID iD or slug');
const shared = (orcids: readonly string[]) =>
  new Refused('not_found', 'slug_shared', 'several researchers have this slug: ask by ORCID iD', { orcids });

const BY_ID = '0000-0002-1825-0097';

export const researcherRoutes = (served: Served): readonly Route[] => [
  listingRoute('/v1/researchers', ANYONE, {
    summary: 'List researchers',
    description:
      'People with an ORCID iD and at least one public publication, by name. The profile is that of the workspace that has had a public publication of theirs for longest. Search looks at names and ORCID iDs.',
    pages: walkablePages(served),
    name: 'researchers',
    item: RESEARCHER,
    filters: { ...SEARCH, ...PEOPLE_FILTERS },
    version: served.version,
    listing: ({ q, ...filters }) =>
      researcherListing({ q, hasOrcid: true, narrowed: narrowingPeople(filters), sort: 'name', dir: 'asc' }),
  }),
  route('GET /v1/researchers/:orcid', ANYONE, {
    params: {
      orcid: textOf(TEXT.titleCharacters, {
        description: 'An ORCID iD, bare or as its URL; or a slug.',
        examples: [BY_ID],
      }),
    },
    summary: 'One researcher',
    description:
      'A person with at least one public publication, by ORCID iD, with the number of these publications. The present slug of one person ' +
      'redirects to their iD; one that several people share is a 404 that lists their iDs (`details.orcids`).',
    responses: {
      200: RESEARCHER,
      301: { ...REDIRECT, description: 'A slug: the person has the iD at `Location`.' },
    },
    errors: [404, 429],
    version: served.version,
    handle: async ({ params: { orcid: asked } }) => {
      const orcid = formatRefusal('orcid', asked) === null ? parseOrcid(asked) : null;
      if (orcid !== null) return foundOr(absent, () => researcher(served.readModels, orcid));
      const [found, ...others] = await researchersAt(served.readModels, asked);
      if (found === undefined) throw absent();
      if (others.length > 0) throw shared([found, ...others]);
      return { status: 301, body: null, html: '', headers: { Location: `${served.url}/v1/researchers/${found}` } };
    },
  }),
  listingRoute('/v1/researchers/:orcid/publications', ANYONE, {
    params: { orcid: ORCID },
    summary: "List a researcher's publications",
    description: 'Public publications linked to the iD; an empty list if it has none.',
    ...publicationsOf(served, orcidIn),
  }),
];
