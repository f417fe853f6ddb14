/** What a plug-in lists: the public publications, works, projects and people of its installation's workspace. */
import { NUMBER } from '../../domain/limits.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import type { Projection } from '../../projections/define.ts';
import { projectsProjection } from '../../projections/projects.ts';
import {
  websitePeople,
  websiteProjects,
  websitePublications,
  websiteWorks,
} from '../../projections/queries/website.ts';
import { worksProjection } from '../../projections/works.ts';
import { forInstallation, type InstallationRequest } from '../http/installation-route.ts';
import { CSL_TYPE, orderEcho, PAGING, PUBLICATION_YEAR, SEARCH, sorting } from '../http/listing.ts';
import type { QuerySchema, Route, Schema } from '../http/route.ts';
import { WALK, listed, pageAsked, walkedSchema, type Asked } from '../http/walk.ts';
import { servedFrom, type Served, type Serving } from '../public/served.ts';
import { personItem, projectItem, publicationItem, workItem } from './items.ts';
import { PERSON, PROJECT, PUBLICATION, WORK } from './schemas.ts';

const ERRORS = [400, 401, 403, 429, 503] as const;
const Q: Schema = { type: 'string', description: 'The search, trimmed; empty if there was none.' };
const SORTS = {
  publications: ['last_fetched_at', 'publication_date', 'cited_by_count'],
  works: ['created_at', 'publication_date', 'publication_year'],
  projects: ['created_at', 'start_date', 'end_date'],
} as const;

const echoed = (sorts: readonly string[]): Readonly<Record<string, Schema>> => ({ ...orderEcho(sorts), q: Q });

type Order<Sort> = { readonly sort: Sort; readonly dir: 'asc' | 'desc' };

/** The parts of a request that every listing uses, as its query schema has checked them. */
const asked = <Sort extends string>(
  request: InstallationRequest,
): {
  readonly page: Asked;
  readonly order: Order<Sort>;
  readonly q: string;
  readonly workspace: string;
  readonly text: <T extends string>(name: string) => T | null;
  readonly number: (name: string) => number | null;
} => {
  const { query, installation } = request;
  return {
    page: pageAsked(request),
    order: { sort: query['sort'] as Sort, dir: query['dir'] as 'asc' | 'desc' },
    q: ((query['q'] as string | undefined) ?? '').trim(),
    workspace: installation.workspace,
    text: <T extends string>(name: string) => (query[name] as T | undefined) ?? null,
    number: (name) => (query[name] as number | undefined) ?? null,
  };
};

/** Asked for with each request: where a free port is taken, the address is known only once the listener listens. */
const stands = ({ position, url }: Served): Pick<Served, 'position' | 'url'> => ({ position, url });

const publications = (served: Served): Route =>
  forInstallation('publications.read', {
    method: 'GET',
    path: '/integrations/v1/publications',
    summary: 'List publications',
    description:
      "The public publications of the installation's workspace. Search looks at title and DOI. Needs the scope `publications.read`.",
    query: {
      ...PAGING,
      ...WALK,
      ...SEARCH,
      ...sorting(SORTS.publications),
      publication_type: CSL_TYPE,
      publication_year: PUBLICATION_YEAR,
      min_cited_by: {
        type: 'integer',
        minimum: 0,
        maximum: NUMBER.integer,
        description: 'At least so many citations.',
      },
    },
    responses: {
      200: walkedSchema('publications', PUBLICATION, {
        ...echoed(SORTS.publications),
        publication_type: { type: ['string', 'null'] },
        publication_year: { type: ['integer', 'null'] },
        min_cited_by: { type: ['integer', 'null'] },
      }),
    },
    errors: ERRORS,
    handle: async (request) => {
      const { page, order, q, workspace, text, number } = asked<'last_fetched_at'>(request);
      const [type, year, cited] = [text('publication_type'), number('publication_year'), number('min_cited_by')];
      const filters = { publicationType: type, publicationYear: year, minCitedBy: cited, orcid: null };
      const found = await websitePublications(served.readModels, {
        workspace,
        ...page.paging,
        ...order,
        ...filters,
        q,
      });
      const echoes = { ...order, q, publication_type: type, publication_year: year, min_cited_by: cited };
      const shown = { ...found, items: found.items.map(publicationItem) };
      return listed(request, { name: 'publications', asked: page, found: shown, echoes, ...stands(served) });
    },
  });

const works = (served: Served): Route =>
  forInstallation('works.read', {
    method: 'GET',
    path: '/integrations/v1/works',
    summary: 'List works',
    description:
      "The public works without a DOI of the installation's workspace. Search looks at the title. Needs the scope `works.read`.",
    query: {
      ...PAGING,
      ...WALK,
      ...SEARCH,
      ...sorting(SORTS.works),
      work_type: CSL_TYPE,
      publication_year: PUBLICATION_YEAR,
    },
    responses: {
      200: walkedSchema('works', WORK, {
        ...echoed(SORTS.works),
        work_type: { type: ['string', 'null'] },
        publication_year: { type: ['integer', 'null'] },
      }),
    },
    errors: ERRORS,
    handle: async (request) => {
      const { page, order, q, workspace, text, number } = asked<'created_at'>(request);
      const [type, year] = [text('work_type'), number('publication_year')];
      const filters = { workType: type, publicationYear: year };
      const found = await websiteWorks(served.readModels, { workspace, ...page.paging, ...order, ...filters, q });
      const echoes = { ...order, q, work_type: type, publication_year: year };
      const shown = { ...found, items: found.items.map(workItem) };
      return listed(request, { name: 'works', asked: page, found: shown, echoes, ...stands(served) });
    },
  });

const projects = (served: Served): Route =>
  forInstallation('projects.read', {
    method: 'GET',
    path: '/integrations/v1/projects',
    summary: 'List projects',
    description:
      "The published projects of the installation's workspace. Search looks at programme, title and abstract. Needs the scope `projects.read`.",
    query: {
      ...PAGING,
      ...WALK,
      ...SEARCH,
      ...sorting(SORTS.projects),
      funding_currency: { type: 'string', enum: ['EUR', 'USD'], description: 'Funded in this currency.' },
    },
    responses: {
      200: walkedSchema('projects', PROJECT, {
        ...echoed(SORTS.projects),
        funding_currency: { type: ['string', 'null'] },
      }),
    },
    errors: ERRORS,
    handle: async (request) => {
      const { page, order, q, workspace, text } = asked<'created_at'>(request);
      const currency = text<'EUR' | 'USD'>('funding_currency');
      const found = await websiteProjects(served.readModels, { workspace, ...page.paging, ...order, currency, q });
      const echoes = { ...order, q, funding_currency: currency };
      const shown = { ...found, items: found.items.map(projectItem) };
      return listed(request, { name: 'projects', asked: page, found: shown, echoes, ...stands(served) });
    },
  });

const people = (served: Served): Route =>
  forInstallation('people.read', {
    method: 'GET',
    path: '/integrations/v1/people',
    summary: 'List people',
    description:
      "People of the installation's workspace with at least one public publication, by name. Search looks at names and ORCID iDs. Needs the scope `people.read`.",
    query: { ...PAGING, ...WALK, ...SEARCH } satisfies QuerySchema,
    responses: { 200: walkedSchema('people', PERSON, { q: Q }) },
    errors: ERRORS,
    handle: async (request) => {
      const { page, q, workspace } = asked(request);
      const found = await websitePeople(served.readModels, { workspace, ...page.paging, q });
      const shown = { ...found, items: found.items.map(personItem) };
      return listed(request, { name: 'people', asked: page, found: shown, echoes: { q }, ...stands(served) });
    },
  });

export const listingRoutes = (serving: Serving): readonly Route[] => {
  const from = (projection: Projection): Served => servedFrom(serving, projection);
  return [
    publications(from(catalogue)),
    works(from(worksProjection)),
    projects(from(projectsProjection)),
    people(from(catalogue)),
  ];
};
