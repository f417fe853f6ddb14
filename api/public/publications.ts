/** Public publications: the listing, and a single one by DOI. */
import { doiFromUrlPath } from '../../domain/doi.ts';
import { Refused } from '../../domain/errors.ts';
import { servedFrom } from '../../projections/queries/exported.ts';
import { firstOf } from '../../projections/queries/listing.ts';
import {
  PUBLIC_SORTS,
  PUBLICATION_SORTS,
  publicPrimaryOf,
  publicPublication,
  publicPublicationListing,
  publicItemOf,
  type PublicQuery,
} from '../../projections/queries/public-items.ts';
import { ANYONE } from '../http/access.ts';
import { exportedOne } from '../http/exports.ts';
import { EXPORT_TYPES, oneExported, variantOf, wantedIn, type Wanted } from '../http/formats.ts';
import { INCLUDE, servedWith, type Asked } from '../http/included.ts';
import { DOI, foundOr } from '../http/identifiers.ts';
import { keysOf } from '../../domain/own.ts';
import { listingRoute } from '../http/listing-route.ts';
import { ACROSS_WORKSPACES_FILTERS, narrowing } from '../http/publication-filters.ts';
import { REDIRECT } from '../http/page.ts';
import { route, type Route } from '../http/route.ts';
import { walkablePages } from '../http/walk.ts';
import { PUBLICATION, PUBLICATION_ITEM } from './schemas.ts';
import type { Served } from './served.ts';

const BY_DOI = '/v1/doi/';

/** The record of a DOI or key as the workspace that serves it has it; null if it is not public. */
export const servedAs = async (served: Served, id: string, wanted: Wanted) => {
  const publication = await firstOf(served.readModels, servedFrom(publicItemOf(id)));
  return publication && exportedOne(served, publication, { wanted });
};

const absent = (): Refused => new Refused('not_found', 'publication_not_found', 'no public publication has this DOI');

/** Shared by all listings of public publications. */
export const PUBLICATIONS = { name: 'publications', item: PUBLICATION_ITEM, sorts: keysOf(PUBLICATION_SORTS) };

export type Requested = Omit<PublicQuery, 'narrowed' | 'orcid'> & Parameters<typeof narrowing>[0];

/** Public publications, of one person if one is given, as rows and as files. */
export const publicationsOf = <R>(served: Served, orcidOf: (request: R) => string | null) => {
  const listed = (requested: Requested, request: R) =>
    publicPublicationListing({ ...requested, narrowed: narrowing(requested), orcid: orcidOf(request) });
  return {
    ...PUBLICATIONS,
    sorts: keysOf(PUBLIC_SORTS),
    pages: walkablePages(served),
    filters: ACROSS_WORKSPACES_FILTERS,
    query: INCLUDE,
    version: served.version,
    listing: (requested: Requested, request: R & { readonly query: Asked }) =>
      servedWith(request.query, served.citations, listed(requested, request)),
    exported: {
      deps: () => served,
      listing: (requested: Requested, request: R) => servedFrom(listed(requested, request)),
    },
  };
};

export const publicationRoutes = (served: Served): readonly Route[] => [
  listingRoute('/v1/publications', ANYONE, {
    summary: 'List public publications',
    description:
      'Publications that are visible and public in any workspace, each DOI once, as in the workspace that has shown it longest without a break. Search looks at the title.',
    ...publicationsOf(served, () => null),
  }),
  route('GET /v1/doi/*doi', ANYONE, {
    params: { doi: DOI },
    query: oneExported(served.citations),
    streams: EXPORT_TYPES,
    variant: variantOf(() => served.citations),
    summary: 'One public publication',
    description:
      'A publication that is public in any workspace, with its record in CSL-JSON. The DOI may be percent-encoded or have plain slashes. ' +
      'An alias, which a registry answers with another DOI, redirects to that one.',
    responses: {
      200: PUBLICATION,
      301: { ...REDIRECT, description: 'An alias: the publication has the DOI at `Location`.' },
    },
    errors: [404, 406, 429],
    version: served.version,
    handle: async (request) => {
      const wanted = wantedIn(request, served.citations);
      const { rawPath } = request;
      return foundOr(absent, async () => {
        const doi = doiFromUrlPath(rawPath.slice(BY_DOI.length));
        const file = wanted === null ? null : await servedAs(served, doi, wanted);
        if (file !== null) return file;
        const found = wanted === null ? await publicPublication(served.readModels, doi) : null;
        const primary = found === null ? await publicPrimaryOf(served.readModels, doi) : null;
        if (primary === null) return found;
        const Location = `${served.url}${BY_DOI}${encodeURIComponent(primary)}`;
        return { status: 301, body: null, html: '', headers: { Location } };
      });
    },
  }),
];
