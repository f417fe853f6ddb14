/** Reads people and their publications. */
import { ID } from '../../../domain/limits.ts';
import { findPage } from '../../../projections/queries/listing.ts';
import { PEOPLE_SORTS, staffPeople, staffPerson } from '../../../projections/queries/staff-people.ts';
import { MEMBER } from '../../http/access.ts';
import { PERSON_ID, PERSON_IDS_LISTED, personIdsListed, personIn } from '../../http/identifiers.ts';
import { keysOf } from '../../../domain/own.ts';
import { pageAnswer, SEARCH } from '../../http/listing.ts';
import { listingRoute, pageOf } from '../../http/listing-route.ts';
import { FILTER_QUERY, filtersSent, narrowing } from '../../http/publication-filters.ts';
import { route, type Route } from '../../http/route.ts';
import { choiceOf } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';
import { LOCALE } from '../locale.ts';
import { mustExist } from '../../../domain/must-exist.ts';
import { pagingOf, STAFF_PAGING, staffPages } from '../paging.ts';
import { filtersOf, HAS_DOI, STAFF_LISTING, staffListing } from '../publications/list.ts';
import { PERSON, PERSON_ITEM } from './schemas.ts';

const { default: _english, ...ANY_LOCALE } = LOCALE.locale;

const FILTERS = {
  entity_id: {
    type: 'string',
    minLength: 1,
    maxLength: ID.given,
    description: 'Only people with a current or past affiliation to this entity.',
  },
  affiliation_status: choiceOf(['org', 'external', 'none'], { description: 'Status of the current affiliation.' }),
  active_only: { type: 'boolean', default: false, description: 'Consider only current affiliations.' },
  category_id: { type: 'string', minLength: 1, maxLength: ID.key, description: 'Only people in this category.' },
  archived: {
    type: 'boolean',
    default: false,
    description: 'Extension. Lists archived people instead of active ones.',
  },
  orcid_ids: {
    ...PERSON_IDS_LISTED,
    description: `Extension. Only these people. ${PERSON_IDS_LISTED.description}`,
  },
  has_orcid: {
    type: 'boolean',
    description: 'Extension. True: only people with an ORCID iD. False: only people without one.',
  },
  locale: {
    ...ANY_LOCALE,
    description: 'Returns names and biographies as plain text in this BCP 47 locale. Default: as stored.',
  },
} as const;

export const readRoutes = (deps: DashboardDeps): readonly Route[] => [
  listingRoute('/api/people', MEMBER, {
    summary: 'List people',
    description:
      'Registered people who are not archived. Search covers ORCID iDs and names in all locales. `sort=family_name` (extension) ' +
      'sorts names by their last word, or by what is before a comma, without particles such as “von”; names in Han, kana and ' +
      'Hangul, and those that end with initials, as they are written.',
    pages: staffPages(deps.readModels),
    name: 'people',
    item: PERSON_ITEM,
    sorts: keysOf(PEOPLE_SORTS),
    dir: 'asc',
    filters: SEARCH,
    query: FILTERS,
    listing: (requested, { query, caller: { workspace } }) =>
      staffPeople({
        ...requested,
        workspace,
        activeOnly: query.active_only,
        archived: query.archived,
        hasOrcid: query.has_orcid ?? null,
        orcids: query.orcid_ids === undefined ? null : personIdsListed(query.orcid_ids),
        entityId: query.entity_id ?? null,
        affiliationStatus: query.affiliation_status ?? null,
        categoryId: query.category_id ?? null,
        locale: query.locale ?? null,
      }),
  }),
  route('GET /api/people/:orcid', MEMBER, {
    params: { orcid: PERSON_ID },
    summary: 'One person',
    description:
      'A person by id, archived or not, with past affiliations and the latest ingestion. Someone who was merged into another person names that one in `merged_into`.',
    responses: { 200: PERSON },
    errors: [404],
    handle: async ({ params, caller: { workspace } }) =>
      mustExist(await staffPerson(deps.readModels, workspace, personIn({ params })), 'person'),
  }),
  route('GET /api/people/:orcid/publications', MEMBER, {
    params: { orcid: PERSON_ID },
    summary: "List a person's publications",
    description:
      'Publications of the workspace linked to the person, the latest harvested first; empty for an unknown id.',
    query: {
      ...STAFF_PAGING,
      ...SEARCH,
      ...FILTER_QUERY,
      ...LOCALE,
      has_doi: HAS_DOI,
      includeDeleted: { type: 'boolean', default: false, description: 'Include deleted publications.' },
    },
    responses: { 200: pageOf({ ...STAFF_LISTING, pages: staffPages(deps.readModels) }) },
    handle: async ({ params, query, caller: { workspace } }) => {
      const shown = { visibility: 'all', status: query.includeDeleted ? 'all' : 'active' } as const;
      const order = { sort: 'last_fetched_at', dir: 'desc' } as const;
      const [sent, q] = [filtersSent(query), query.q.trim()];
      const filters = {
        ...(await filtersOf(deps.readModels, workspace, { ...shown, has_doi: query.has_doi })),
        q,
        narrowed: narrowing(sent),
        orcid: personIn({ params }),
      };
      const listing = staffListing(deps.citations, { ...order, ...filters, locale: query.locale });
      const page = pagingOf(query);
      const found = await findPage(deps.readModels, listing, page);
      return pageAnswer('publications', found, page, { ...order, q, ...shown, ...sent });
    },
  }),
];
