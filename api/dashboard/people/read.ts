/** Who the people of the workspace are, and what they have published. */
import { ID } from '../../../domain/limits.ts';
import { Refused } from '../../../domain/errors.ts';
import { listPeople, PEOPLE_SORTS, staffPerson, type PeopleQuery } from '../../../projections/queries/staff-people.ts';
import { MEMBER } from '../../http/access.ts';
import { ORCID, ORCIDS_LISTED, orcidsListed } from '../../http/identifiers.ts';
import { orcidIn } from '../../http/in-path.ts';
import { pageAnswer, orderEcho, pageSchema, SEARCH, sorting } from '../../http/listing.ts';
import { NOT_NARROWED } from '../../http/publication-filters.ts';
import { inWorkspace, type QuerySchema, type Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { LOCALE } from '../locale.ts';
import { pagingOf, STAFF_PAGING } from '../paging.ts';
import { STAFF_PAGE, staffPage } from '../publications/list.ts';
import { PERSON, PERSON_ITEM } from './schemas.ts';

const { default: _english, ...ANY_LOCALE } = LOCALE['locale'] ?? {};

const FILTERS: QuerySchema = {
  entity_id: {
    type: 'string',
    minLength: 1,
    maxLength: ID.given,
    description: 'Affiliated to this entity, now or before.',
  },
  affiliation_status: { type: 'string', enum: ['org', 'external', 'none'], description: 'Of the present affiliation.' },
  active_only: { type: 'boolean', default: false, description: 'Only present affiliations count.' },
  category_id: { type: 'string', minLength: 1, maxLength: ID.key, description: 'In this category.' },
  archived: {
    type: 'boolean',
    default: false,
    description: 'An extension: lists archived people instead of the others.',
  },
  orcid_ids: {
    ...ORCIDS_LISTED,
    description: `An extension: only people of these iDs. ${ORCIDS_LISTED['description'] as string}`,
  },
  locale: {
    ...ANY_LOCALE,
    description: 'Gives names and biographies as texts in this BCP 47 locale. Default: as they are stored.',
  },
};

type Asked = {
  readonly q?: string;
  readonly sort: PeopleQuery['sort'];
  readonly dir: PeopleQuery['dir'];
  readonly entity_id?: string;
  readonly affiliation_status?: 'org' | 'external' | 'none';
  readonly active_only: boolean;
  readonly category_id?: string;
  readonly archived: boolean;
  readonly orcid_ids?: string;
  readonly locale?: string;
};

export const readRoutes = (deps: DashboardDeps): readonly Route[] => [
  inWorkspace({
    method: 'GET',
    path: '/api/people',
    access: MEMBER,
    summary: 'List people',
    description: 'People who are registered and not archived. Search looks at names in every locale and ORCID iDs.',
    query: { ...STAFF_PAGING, ...SEARCH, ...sorting(Object.keys(PEOPLE_SORTS), 'asc'), ...FILTERS },
    responses: {
      200: pageSchema('people', PERSON_ITEM, {
        ...orderEcho(Object.keys(PEOPLE_SORTS)),
        q: { type: 'string' },
      }),
    },
    errors: [400, 401, 403, 503],
    handle: async ({ query, caller: { workspace } }) => {
      const asked = query as Asked;
      const { sort, dir, active_only: activeOnly, archived, q = '' } = asked;
      const paging = pagingOf(query);
      const found = await listPeople(deps.readModels, {
        ...paging,
        workspace,
        q: q.trim(),
        sort,
        dir,
        activeOnly,
        archived,
        orcids: asked.orcid_ids === undefined ? null : orcidsListed(asked.orcid_ids),
        entityId: asked.entity_id ?? null,
        affiliationStatus: asked.affiliation_status ?? null,
        categoryId: asked.category_id ?? null,
        locale: asked.locale ?? null,
      });
      return pageAnswer('people', found, paging, { sort, dir, q: q.trim() });
    },
  }),
  inWorkspace({
    method: 'GET',
    path: '/api/people/:orcid',
    params: { orcid: ORCID },
    access: MEMBER,
    summary: 'One person',
    description: 'A person by ORCID iD, with past affiliations and the latest ingestion; archived people too.',
    query: {},
    responses: { 200: PERSON },
    errors: [400, 401, 403, 404, 503],
    handle: async ({ params, caller: { workspace } }) => {
      const found = await staffPerson(deps.readModels, workspace, orcidIn({ params }));
      if (found === null) throw new Refused('not_found', 'person_not_found', 'no such person');
      return found;
    },
  }),
  inWorkspace({
    method: 'GET',
    path: '/api/people/:orcid/publications',
    params: { orcid: ORCID },
    access: MEMBER,
    summary: "List a person's publications",
    description: 'Publications of the workspace that are linked to the iD; none for an iD without any.',
    query: {
      ...STAFF_PAGING,
      ...LOCALE,
      includeDeleted: { type: 'boolean', default: false, description: 'Deleted ones too.' },
    },
    responses: { 200: STAFF_PAGE },
    errors: [400, 401, 403, 503],
    handle: ({ params, query, caller: { workspace } }) =>
      staffPage(deps, {
        ...pagingOf(query),
        workspace,
        q: '',
        sort: 'last_fetched_at',
        dir: 'desc',
        visibility: 'all',
        status: query['includeDeleted'] === true ? 'all' : 'active',
        orcid: orcidIn({ params }),
        narrowed: NOT_NARROWED.narrowed,
        needsAttention: null,
        drifted: null,
        retracted: null,
        locale: String(query['locale']),
      }),
  }),
];
