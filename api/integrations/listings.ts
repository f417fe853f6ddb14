/** What a plug-in lists: the public publications, works, projects and people of its installation's workspace. */
import { catalogue } from '../../projections/catalogue/index.ts';
import { projectsProjection } from '../../projections/projects.ts';
import type { PageRequest } from '../../projections/queries/page.ts';
import {
  websitePeople,
  websiteProjects,
  websitePublications,
  websiteWorks,
} from '../../projections/queries/website.ts';
import { worksProjection } from '../../projections/works.ts';
import { forInstallation } from '../http/installation-route.ts';
import { CSL_TYPE, orderEcho, PAGING, PUBLICATION_YEAR, SEARCH, sorting } from '../http/listing.ts';
import { FILTER_QUERY, narrowing } from '../http/publication-filters.ts';
import type { Request, Route, Schema } from '../http/route.ts';
import { WALK, listed, pageAsked, walkedSchema, type Found } from '../http/walk.ts';
import { servedFrom, type Served, type Serving } from '../public/served.ts';
import { personItem, projectItem, publicationItem, workItem } from './items.ts';
import { PERSON, PROJECT, PUBLICATION, WORK } from './schemas.ts';

type Asked<Sort> = PageRequest & {
  readonly workspace: string;
  readonly q: string;
  readonly sort: Sort;
  readonly dir: 'asc' | 'desc';
};

/** The value of a filter, as its schema has checked it; null where it is not asked. */
type Filter = <T extends string | number>(name: string) => T | null;

type Listing<Item, Sort extends string> = {
  readonly name: 'publications' | 'works' | 'projects' | 'people';
  readonly about: string;
  /** None: there is one order. */
  readonly sorts: readonly Sort[];
  readonly filters: Readonly<Record<string, Schema>>;
  readonly schema: Schema;
  readonly item: (item: Item) => unknown;
  readonly find: (asked: Asked<Sort>, filter: Filter, query: Request['query']) => Promise<Found<Item>>;
};

const Q: Schema = { type: 'string', description: 'The search, trimmed; empty if there was none.' };

const orNull = ({ type }: Schema): Schema => ({ type: [type as string, 'null'] });

/** Filters are repeated in the answer by the names they are asked by, as are the search and, where it is chosen, the order. */
const listing = <Item, Sort extends string>(
  served: Served,
  { name, about, sorts, filters, schema, item, find }: Listing<Item, Sort>,
): Route => {
  const isSorted = sorts.length > 0;
  const repeated = Object.fromEntries(Object.entries(filters).map(([filter, each]) => [filter, orNull(each)]));
  return forInstallation(`${name}.read`, {
    method: 'GET',
    path: `/integrations/v1/${name}`,
    summary: `List ${name}`,
    description: `${about} Needs the scope \`${name}.read\`.`,
    query: { ...PAGING, ...WALK, ...SEARCH, ...(isSorted ? sorting(sorts) : {}), ...filters },
    responses: { 200: walkedSchema(name, schema, { ...(isSorted ? orderEcho(sorts) : {}), q: Q, ...repeated }) },
    errors: [400, 401, 403, 429, 503],
    handle: async (request) => {
      const { query, installation } = request;
      const asked = pageAsked(request);
      const order = { sort: query['sort'] as Sort, dir: query['dir'] as 'asc' | 'desc' };
      const q = ((query['q'] as string | undefined) ?? '').trim();
      const filter: Filter = <T extends string | number>(each: string) => (query[each] as T | undefined) ?? null;
      const { workspace } = installation;
      const found = await find({ workspace, ...asked.paging, ...order, q }, filter, query);
      const values = Object.fromEntries(Object.keys(filters).map((each) => [each, filter(each)]));
      return listed(request, {
        ...{ name, asked, found: { ...found, items: found.items.map(item) } },
        echoes: { ...(isSorted ? order : {}), q, ...values },
        // Asked for with each request: where a free port is taken, the address is known only once the listener listens.
        ...{ position: served.position, url: served.url },
      });
    },
  });
};

const publications = (served: Served): Route =>
  listing(served, {
    name: 'publications',
    about: "The public publications of the installation's workspace. Search looks at title and DOI.",
    sorts: ['last_fetched_at', 'publication_date', 'cited_by_count'],
    filters: FILTER_QUERY,
    schema: PUBLICATION,
    item: publicationItem,
    find: (asked, _filter, query) =>
      websitePublications(served.readModels, { ...asked, narrowed: narrowing(query).narrowed, orcid: null }),
  });

const works = (served: Served): Route =>
  listing(served, {
    name: 'works',
    about: "The public works without a DOI of the installation's workspace. Search looks at the title.",
    sorts: ['created_at', 'publication_date', 'publication_year'],
    filters: { work_type: CSL_TYPE, publication_year: PUBLICATION_YEAR },
    schema: WORK,
    item: workItem,
    find: (asked, filter) =>
      websiteWorks(served.readModels, {
        ...asked,
        workType: filter('work_type'),
        publicationYear: filter('publication_year'),
      }),
  });

const projects = (served: Served): Route =>
  listing(served, {
    name: 'projects',
    about: "The published projects of the installation's workspace. Search looks at programme, title and abstract.",
    sorts: ['created_at', 'start_date', 'end_date'],
    filters: { funding_currency: { type: 'string', enum: ['EUR', 'USD'], description: 'Funded in this currency.' } },
    schema: PROJECT,
    item: projectItem,
    find: (asked, filter) =>
      websiteProjects(served.readModels, { ...asked, currency: filter<'EUR' | 'USD'>('funding_currency') }),
  });

const people = (served: Served): Route =>
  listing(served, {
    name: 'people',
    about:
      "People of the installation's workspace with at least one public publication, by name. Search looks at names and ORCID iDs.",
    sorts: [],
    filters: {},
    schema: PERSON,
    item: personItem,
    find: (asked) => websitePeople(served.readModels, asked),
  });

export const listingRoutes = (serving: Serving): readonly Route[] => [
  publications(servedFrom(serving, catalogue)),
  works(servedFrom(serving, worksProjection)),
  projects(servedFrom(serving, projectsProjection)),
  people(servedFrom(serving, catalogue)),
];
