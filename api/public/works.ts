/** Public works without a DOI: books, reports, theses. */
import { Refused } from '../../domain/errors.ts';
import { isDoi } from '../../domain/item.ts';
import { ID } from '../../domain/limits.ts';
import { keysOf } from '../../domain/own.ts';
import { parsePersonId } from '../../domain/person/id.ts';
import { servedFrom } from '../../projections/queries/exported.ts';
import { PUBLIC_SORTS, publicWork, publicWorkListing } from '../../projections/queries/public-items.ts';
import { ANYONE } from '../http/access.ts';
import { EXPORT_TYPES, oneExported, variantOf, wantedIn } from '../http/formats.ts';
import { foundOr, PERSON_ID } from '../http/identifiers.ts';
import { INCLUDE, servedWith } from '../http/included.ts';
import { listingRoute } from '../http/listing-route.ts';
import { ACROSS_WORKSPACES_FILTERS, narrowing } from '../http/publication-filters.ts';
import { route, type Route } from '../http/route.ts';
import { textOf } from '../http/schemas.ts';
import { walkablePages } from '../http/walk.ts';
import { servedAs, type Requested } from './publications.ts';
import { WORK, WORK_ITEM } from './schemas.ts';
import type { Served } from './served.ts';

const absent = (): Refused => new Refused('not_found', 'work_not_found', 'no public work has this key');

const { min_cited_by: _cited, ...FILTERS } = ACROSS_WORKSPACES_FILTERS;

const listed = (requested: Requested, linked: string | undefined) =>
  publicWorkListing({
    ...requested,
    narrowed: narrowing(requested),
    orcid: linked === undefined ? null : parsePersonId(linked),
  });

export const workRoutes = (served: Served): readonly Route[] => [
  listingRoute('/v1/works', ANYONE, {
    summary: 'List public works',
    description:
      'Works without a DOI that are public in any workspace, each key once, as in the workspace that has shown it longest without a break. Search looks at the title.',
    pages: walkablePages(served),
    name: 'works',
    item: WORK_ITEM,
    sorts: keysOf(PUBLIC_SORTS).filter((sort) => sort !== 'cited_by_count'),
    filters: FILTERS,
    query: {
      orcid_id: {
        ...PERSON_ID,
        minLength: 1,
        description: `Only works linked to this person. ${PERSON_ID.description}`,
      },
      ...INCLUDE,
    },
    version: served.version,
    listing: (requested, { query: { orcid_id: linked, ...asked } }) =>
      servedWith(asked, served.citations, listed(requested, linked)),
    exported: {
      deps: () => served,
      listing: (requested, { query }) => servedFrom(listed(requested, query.orcid_id)),
    },
  }),
  route('GET /v1/works/:id', ANYONE, {
    params: {
      id: textOf(ID.key, { description: 'The key of the work, percent-encoded.', examples: ['isbn.9780306406157'] }),
    },
    query: oneExported(served.citations),
    streams: EXPORT_TYPES,
    variant: variantOf(() => served.citations),
    summary: 'One public work',
    description: 'A work without a DOI that is public in any workspace, with its record in CSL-JSON.',
    responses: { 200: WORK },
    errors: [404, 406, 429],
    version: served.version,
    handle: async (request) => {
      const wanted = wantedIn(request, served.citations);
      const { id } = request.params;
      return foundOr(absent, async () => {
        if (isDoi(id)) return null;
        return wanted === null ? publicWork(served.readModels, id) : servedAs(served, id, wanted);
      });
    },
  }),
];
