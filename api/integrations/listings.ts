/** Listings for plug-ins: public publications, works, projects and people of the installation's workspace. */
import { catalogue } from '../../projections/catalogue/index.ts';
import { projectsProjection } from '../../projections/projects/index.ts';
import {
  websitePeople,
  websiteProjects,
  websitePublications,
  websiteWorks,
} from '../../projections/queries/website.ts';
import { worksProjection } from '../../projections/works.ts';
import { installationWith } from '../http/access.ts';
import { CSL_TYPE, PUBLICATION_YEAR, SEARCH, showing } from '../http/listing.ts';
import { listingRoute } from '../http/listing-route.ts';
import { FILTER_QUERY, narrowing } from '../http/publication-filters.ts';
import type { Route } from '../http/route.ts';
import { CURRENCY } from '../http/schemas.ts';
import { walkablePages } from '../http/walk.ts';
import { servedFrom, type Served, type Serving } from '../public/served.ts';
import { personItem, projectItem, publicationItem, workItem } from './items.ts';
import { PERSON, PROJECT, PUBLICATION, WORK } from './schemas.ts';

const declare = (served: Served, name: string, about: string) => ({
  name,
  pages: walkablePages(served),
  summary: `List ${name}`,
  description: `${about} Needs the scope \`${name}.read\`.`,
});

const publications = (served: Served): Route =>
  listingRoute('/integrations/v1/publications', installationWith('publications.read'), {
    ...declare(
      served,
      'publications',
      "The public publications of the installation's workspace. Search looks at title and DOI.",
    ),
    item: PUBLICATION,
    sorts: ['last_fetched_at', 'publication_date', 'cited_by_count'],
    filters: { ...SEARCH, ...FILTER_QUERY },
    find: async (requested, { installation: { workspace } }) => {
      const query = { ...requested, workspace, narrowed: narrowing(requested), orcid: null };
      return showing(await websitePublications(served.readModels, query), publicationItem);
    },
  });

const works = (served: Served): Route =>
  listingRoute('/integrations/v1/works', installationWith('works.read'), {
    ...declare(
      served,
      'works',
      "The public works without a DOI of the installation's workspace. Search looks at the title.",
    ),
    item: WORK,
    sorts: ['created_at', 'publication_date', 'publication_year'],
    filters: { ...SEARCH, work_type: CSL_TYPE, publication_year: PUBLICATION_YEAR },
    find: async (
      { work_type: workType, publication_year: publicationYear, ...requested },
      { installation: { workspace } },
    ) => {
      const query = { ...requested, workspace, workType, publicationYear };
      return showing(await websiteWorks(served.readModels, query), workItem);
    },
  });

const projects = (served: Served): Route =>
  listingRoute('/integrations/v1/projects', installationWith('projects.read'), {
    ...declare(
      served,
      'projects',
      "The published projects of the installation's workspace. Search looks at programme, title and abstract.",
    ),
    item: PROJECT,
    sorts: ['created_at', 'start_date', 'end_date'],
    filters: {
      ...SEARCH,
      funding_currency: { ...CURRENCY, description: 'Funded in this currency.' },
    },
    find: async ({ funding_currency: currency, ...requested }, { installation: { workspace } }) =>
      showing(await websiteProjects(served.readModels, { ...requested, workspace, currency }), projectItem),
  });

const people = (served: Served): Route =>
  listingRoute('/integrations/v1/people', installationWith('people.read'), {
    ...declare(
      served,
      'people',
      "People of the installation's workspace with at least one public publication, by name. Search looks at names and ORCID iDs.",
    ),
    item: PERSON,
    filters: SEARCH,
    find: async (requested, { installation: { workspace } }) =>
      showing(await websitePeople(served.readModels, { ...requested, workspace }), personItem),
  });

export const listingRoutes = (serving: Serving): readonly Route[] => [
  publications(servedFrom(serving, catalogue)),
  works(servedFrom(serving, worksProjection)),
  projects(servedFrom(serving, projectsProjection)),
  people(servedFrom(serving, catalogue)),
];
