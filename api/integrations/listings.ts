/** Listings for plug-ins: public publications, works, projects and people of the installation's workspace. */
import { catalogue } from '../../projections/catalogue/index.ts';
import type { PublicationRow } from '../../projections/catalogue/publications.ts';
import type { Projection } from '../../projections/define.ts';
import { projectsProjection } from '../../projections/projects/index.ts';
import { exportedFrom } from '../../projections/queries/exported.ts';
import { listed } from '../../projections/queries/listing.ts';
import { personItemsFor } from '../../projections/queries/person-item.ts';
import {
  websitePeople,
  websiteProjects,
  websitePublications,
  websiteWorks,
} from '../../projections/queries/website.ts';
import { installationWith } from '../http/access.ts';
import { INCLUDE, listedWith } from '../http/included.ts';
import { CSL_TYPE, PUBLICATION_YEAR, SEARCH } from '../http/listing.ts';
import { listingRoute } from '../http/listing-route.ts';
import { narrowingPeople, PEOPLE_FILTERS } from '../http/people-filters.ts';
import { narrowing, PUBLIC_FILTERS } from '../http/publication-filters.ts';
import type { Route } from '../http/route.ts';
import { CURRENCY } from '../http/schemas.ts';
import { walkablePages } from '../http/walk.ts';
import { servedFrom, type Serving } from '../public/served.ts';
import { personItem, projectItem, publicationItem, workItem } from './items.ts';
import { PERSON, PROJECT, PUBLICATION, WORK } from './schemas.ts';

type AskedWorks = Omit<Parameters<typeof websiteWorks>[0], 'workspace' | 'workType' | 'publicationYear'> & {
  readonly work_type: string | null;
  readonly publication_year: number | null;
};

const worksOf = ({ work_type: workType, publication_year: publicationYear, ...asked }: AskedWorks, workspace: string) =>
  websiteWorks({ ...asked, workspace, workType, publicationYear });

export const listingRoutes = (serving: Serving): readonly Route[] => {
  const { readModels } = serving;
  const declare = (projection: Projection, name: string, about: string) => ({
    name,
    pages: walkablePages(servedFrom(serving, projection)),
    summary: `List ${name}`,
    description: `${about} Needs the scope \`${name}.read\`.`,
  });
  return [
    listingRoute('/integrations/v1/publications', installationWith('publications.read'), {
      ...declare(
        catalogue,
        'publications',
        "The public publications of the installation's workspace. Search looks at title and DOI.",
      ),
      item: PUBLICATION,
      sorts: ['last_fetched_at', 'publication_date', 'cited_by_count'],
      filters: PUBLIC_FILTERS,
      query: INCLUDE,
      listing: (requested, { installation: { workspace }, query }) => {
        const rows = websitePublications({ ...requested, workspace, narrowed: narrowing(requested), orcid: null });
        return listedWith(query, serving.citations, { rows, itemOf: publicationItem, workspace });
      },
      exported: {
        deps: () => serving,
        listing: (requested, { installation: { workspace } }) =>
          exportedFrom(websitePublications({ ...requested, workspace, narrowed: narrowing(requested), orcid: null })),
      },
    }),
    listingRoute('/integrations/v1/works', installationWith('works.read'), {
      ...declare(
        catalogue,
        'works',
        "The public works without a DOI of the installation's workspace. Search looks at the title.",
      ),
      item: WORK,
      sorts: ['created_at', 'publication_date', 'publication_year'],
      filters: { ...SEARCH, work_type: CSL_TYPE, publication_year: PUBLICATION_YEAR },
      query: INCLUDE,
      listing: (requested, { installation: { workspace }, query }) => {
        const itemOf = (row: PublicationRow) => workItem(row, serving.url);
        return listedWith(query, serving.citations, { rows: worksOf(requested, workspace), itemOf, workspace });
      },
      exported: {
        deps: () => serving,
        listing: (requested, { installation: { workspace } }) => exportedFrom(worksOf(requested, workspace)),
      },
    }),
    listingRoute('/integrations/v1/projects', installationWith('projects.read'), {
      ...declare(
        projectsProjection,
        'projects',
        "The published projects of the installation's workspace. Search looks at programme, title and abstract.",
      ),
      item: PROJECT,
      sorts: ['created_at', 'start_date', 'end_date'],
      filters: {
        ...SEARCH,
        funding_currency: { ...CURRENCY, description: 'Funded in this currency.' },
      },
      listing: ({ funding_currency: currency, ...requested }, { installation: { workspace } }) =>
        listed(websiteProjects({ ...requested, workspace, currency }), (rows) => rows.map(projectItem)),
    }),
    listingRoute('/integrations/v1/people', installationWith('people.read'), {
      ...declare(
        catalogue,
        'people',
        "People of the installation's workspace with at least one public publication, by name, with or without an ORCID iD. Search looks at names and ORCID iDs.",
      ),
      item: PERSON,
      filters: { ...SEARCH, ...PEOPLE_FILTERS },
      listing: ({ q, ...filters }, { installation: { workspace } }) =>
        listed(websitePeople({ workspace, q, hasOrcid: null, narrowed: narrowingPeople(filters) }), async (rows) => {
          const itemOf = await personItemsFor(readModels, rows);
          return rows.map((row) => personItem(itemOf(row)));
        }),
    }),
  ];
};
