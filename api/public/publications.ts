/** Public publications: the listing, and one by its DOI. */
import { doiFromUrlPath } from '../../domain/doi.ts';
import { Refused } from '../../domain/errors.ts';
import { listPublicPublications, publicPublication } from '../../projections/queries/public-publications.ts';
import { ANYONE } from '../http/access.ts';
import { DOI } from '../http/identifiers.ts';
import { orderEcho, PAGING, SEARCH, sorting } from '../http/listing.ts';
import { FILTER_ECHO, FILTER_QUERY, narrowing } from '../http/publication-filters.ts';
import type { Answer, Request, Route, Schema } from '../http/route.ts';
import { WALK, listed, pageAsked, walkedSchema } from '../http/walk.ts';
import { PUBLICATION, PUBLICATION_ITEM } from './schemas.ts';
import type { Served } from './served.ts';

const SORTS = ['last_fetched_at', 'publication_date', 'publication_year', 'cited_by_count', 'title'];
const ORDER = sorting(SORTS);

const ECHOES: Readonly<Record<string, Schema>> = {
  ...orderEcho(SORTS),
  q: { type: 'string', description: 'The search, trimmed; empty if there was none.' },
  ...FILTER_ECHO,
};

type Asked = {
  readonly sort: 'last_fetched_at' | 'publication_date' | 'publication_year' | 'cited_by_count' | 'title';
  readonly dir: 'asc' | 'desc';
  readonly q?: string;
};

/** A page of the union of the workspaces' public publications, of one person's if an iD is given. */
export const publicationPage = async (
  { readModels, position, url }: Served,
  request: Request,
  orcid?: string,
): Promise<Answer> => {
  const asked = request.query as Asked;
  const page = pageAsked(request);
  const q = (asked.q ?? '').trim();
  const { narrowed, echoes } = narrowing(request.query);
  const order = { sort: asked.sort, dir: asked.dir };
  const found = await listPublicPublications(readModels, {
    ...page.paging,
    ...order,
    narrowed,
    q,
    orcid: orcid ?? null,
  });
  return listed(request, {
    name: 'publications',
    asked: page,
    found,
    echoes: { ...order, q, ...echoes },
    position,
    url,
  });
};

export const PUBLICATION_PAGE = walkedSchema('publications', PUBLICATION_ITEM, ECHOES);
export const PUBLICATION_ORDER = ORDER;

export const publicationRoutes = (served: Served): readonly Route[] => [
  {
    method: 'GET',
    path: '/v1/publications',
    access: ANYONE,
    summary: 'List public publications',
    description: 'Publications that are visible and public in any workspace, each DOI once. Search looks at the title.',
    query: { ...PAGING, ...WALK, ...SEARCH, ...ORDER, ...FILTER_QUERY },
    responses: { 200: PUBLICATION_PAGE },
    errors: [400, 429, 503],
    version: served.version,
    handle: (request) => publicationPage(served, request),
  },
  {
    method: 'GET',
    path: '/v1/doi/*doi',
    params: { doi: DOI },
    access: ANYONE,
    summary: 'One public publication',
    description:
      'A publication that is public in any workspace, by its DOI, percent-encoded or with its slashes as they are; with its record in CSL-JSON.',
    query: {},
    responses: { 200: PUBLICATION },
    errors: [404, 429, 503],
    version: served.version,
    handle: async ({ rawPath }) => {
      const found = await publicPublication(served.readModels, doiIn(rawPath));
      if (found === null) throw absent();
      return found;
    },
  },
];

const absent = (): Refused => new Refused('not_found', 'publication_not_found', 'no public publication has this DOI');

/** What is no DOI names no publication: the document knows only 404 here. */
const doiIn = (rawPath: string): string => {
  try {
    return doiFromUrlPath(rawPath.slice('/v1/doi/'.length));
  } catch (error) {
    if (error instanceof Refused) throw absent();
    throw error;
  }
};
