/** Public people without an ORCID iD, whom the documented routes leave out: emeriti, the deceased, guests. */
import { Refused } from '../../domain/errors.ts';
import { hasOrcid, parsePersonId } from '../../domain/person/id.ts';
import { listed } from '../../projections/queries/listing.ts';
import { mergedInto, researcher, researcherListing } from '../../projections/queries/researchers.ts';
import { ANYONE } from '../http/access.ts';
import { foundOr, PERSON_ID, personIn } from '../http/identifiers.ts';
import { SEARCH } from '../http/listing.ts';
import { listingRoute } from '../http/listing-route.ts';
import { REDIRECT } from '../http/page.ts';
import { route, type Route } from '../http/route.ts';
import { walkablePages } from '../http/walk.ts';
import { publicationsOf } from './publications.ts';
import { PERSON_WITHOUT_ORCID } from './schemas.ts';
import type { Served } from './served.ts';

const PATH = '/v1/people-without-orcid';
const PARAMS = {
  id: {
    ...PERSON_ID,
    examples: ['p-0c4q2g8s3d5j1v7r6n9t4h2k0m'],
    description: 'The id that the listing gives: `p-` and 26 characters.',
  },
} as const;

const absent = () => new Refused('not_found', 'person_not_found', 'no public person without an ORCID iD has this id');

type Found = NonNullable<Awaited<ReturnType<typeof researcher>>>;

const shown = ({ orcid: id, ...item }: Found['body']) => ({ id, ...item });

/** Where the person is who is public in place of the one with this id. */
const placeOf = async ({ readModels, url }: Served, id: string): Promise<string | null> => {
  const into = await mergedInto(readModels, id);
  if (into === null || (await researcher(readModels, into)) === null) return null;
  return `${url}${hasOrcid(into) ? '/v1/researchers' : PATH}/${into}`;
};

export const peopleWithoutOrcidRoutes = (served: Served): readonly Route[] =>
  [
    listingRoute(PATH, ANYONE, {
      summary: 'List people without an ORCID iD',
      description:
        'People without an ORCID iD and with at least one public publication, by name; `/v1/researchers` and `/v1/people` leave them out. Search looks at names.',
      pages: walkablePages(served),
      name: 'people',
      item: PERSON_WITHOUT_ORCID,
      filters: SEARCH,
      version: served.version,
      listing: (requested) => {
        const listing = researcherListing({ ...requested, hasOrcid: false, narrowed: [], sort: 'name', dir: 'asc' });
        return listed(listing, async (rows, readModels) =>
          (await listing.items(rows, readModels)).map((item) => item && shown(item)),
        );
      },
    }),
    route(`GET ${PATH}/:id`, ANYONE, {
      params: PARAMS,
      summary: 'One person without an ORCID iD',
      description:
        'Someone with at least one public publication. Someone who has since been given an ORCID iD, or was merged into another person, redirects to that one.',
      responses: {
        200: PERSON_WITHOUT_ORCID,
        301: { ...REDIRECT, description: 'The person is at `Location` now.' },
      },
      errors: [404, 429],
      version: served.version,
      handle: ({ params }) =>
        foundOr(absent, async () => {
          const id = parsePersonId(params.id);
          const found = hasOrcid(id) ? null : await researcher(served.readModels, id);
          if (found !== null) return { ...found, body: shown(found.body) };
          const Location = await placeOf(served, id);
          return Location === null ? null : { status: 301, body: null, html: '', headers: { Location } };
        }),
    }),
    listingRoute(`${PATH}/:id/publications`, ANYONE, {
      params: PARAMS,
      summary: 'List the publications of a person without an ORCID iD',
      description: 'Public publications linked to the person; an empty list if there are none.',
      ...publicationsOf(served, ({ params }: { readonly params: { readonly id: string } }) =>
        personIn({ params: { orcid: params.id } }),
      ),
    }),
  ].map((each) => ({ ...each, extension: true }));
