/** The staff listing of publications and its filters. */
import { ID } from '../../../domain/limits.ts';
import { parsePersonId } from '../../../domain/person/id.ts';
import { withRetraction } from '../../../domain/publication/cited.ts';
import { exportedFrom } from '../../../projections/queries/exported.ts';
import type { Condition, ReadModels } from '../../../projections/ports.ts';
import { listed, type Listing } from '../../../projections/queries/listing.ts';
import { linkedToGroup } from '../../../projections/queries/linked-to-group.ts';
import { newestVersions } from '../../../projections/queries/newest-versions.ts';
import {
  STAFF_SORTS,
  staffPublications,
  type StaffPublicationFilters,
  type StaffPublicationQuery,
} from '../../../projections/queries/staff-publications.ts';
import { MEMBER } from '../../http/access.ts';
import { PERSON_ID } from '../../http/identifiers.ts';
import { keysOf } from '../../../domain/own.ts';
import { SEARCH } from '../../http/listing.ts';
import { listingRoute } from '../../http/listing-route.ts';
import type { Citations } from '../../http/ports.ts';
import { FILTER_QUERY, narrowing, RECORD_SEARCHES } from '../../http/publication-filters.ts';
import type { Route } from '../../http/route.ts';
import type { ShownOf, ValueOf } from '../../http/schema-types.ts';
import { choiceOf, optionalObject, textOf } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';
import { CITED } from '../locale.ts';
import { staffPages } from '../paging.ts';
import { STAFF_ITEM } from './schemas.ts';

const ECHOED = {
  visibility: choiceOf(['visible', 'hidden', 'all'], {
    default: 'all',
    description: 'Selects publications that websites show or hide, or all.',
  }),
  status: choiceOf(['active', 'deleted', 'all'], {
    default: 'active',
    description: 'Selects active or deleted publications, or all.',
  }),
  ...FILTER_QUERY,
} as const;

export const HAS_DOI = choiceOf(['yes', 'no', 'all'], {
  default: 'yes',
  description: 'Extension. Selects publications with a DOI, works without one, or both.',
});

/** Null: both. */
export const hasDoiOf = (asked: ValueOf<typeof HAS_DOI> | undefined): boolean | null =>
  asked === 'all' ? null : asked !== 'no';

const BOTH = 'With an entity and a category, the same person must be in both.';

const NOT_ECHOED = {
  orcid_id: {
    ...PERSON_ID,
    minLength: 1,
    description: `Only publications linked to this person. ${PERSON_ID.description}`,
  },
  needs_attention: {
    type: 'boolean',
    description:
      'True: only publications whose authors need attention, because a suggestion is open or a linked person is not among the authors. False: only the others.',
  },
  has_doubt: {
    type: 'boolean',
    description: 'True: only publications with a linked person in `attention`. False: only the others.',
  },
  has_drift: {
    type: 'boolean',
    description:
      'True: only publications with an edited field whose provider value has changed since. False: only the others.',
  },
  is_edited: {
    type: 'boolean',
    description: 'Extension. True: only publications that people have edited. False: only the others.',
  },
  retraction_kept: {
    type: 'boolean',
    description: 'True: only retracted publications that staff have decided to keep visible. False: only the others.',
  },
  has_doi: HAS_DOI,
  entity_id: textOf(ID.given, {
    minLength: 1,
    description: `Extension. Only publications linked to someone who is in this entity now. ${BOTH}`,
  }),
  category_id: textOf(ID.key, {
    minLength: 1,
    description: `Extension. Only publications linked to someone who is in this category now. ${BOTH}`,
  }),
  versions: choiceOf(['all', 'newest'], {
    default: 'all',
    description:
      'Extension. `newest` leaves out publications of which the workspace has a later version that is not deleted, such as preprints of published articles. One of the two records must state it.',
  }),
  ...RECORD_SEARCHES,
} as const;

export const FILTER = {
  ...optionalObject({ ...SEARCH, ...ECHOED, ...NOT_ECHOED }),
  description: 'The same filters as the parameters of the listing.',
} as const;

const EDITED: Condition = { field: 'editCount', gt: 0 };
const UNEDITED: Condition = { field: 'editCount', lte: 0 };

/** Applies the defaults of the listing. Throws `Refused('invalid')`. Groups of people and versions are not looked up yet. */
export const filtersAsked = (workspace: string, filters: ValueOf<typeof FILTER>): StaffPublicationFilters => ({
  workspace,
  q: (filters.q ?? '').trim(),
  container: filters.container ?? '',
  funder: filters.funder ?? '',
  visibility: filters.visibility ?? 'all',
  status: filters.status ?? 'active',
  orcid: filters.orcid_id === undefined ? null : parsePersonId(filters.orcid_id),
  narrowed: [
    ...narrowing(filters),
    ...(filters.is_edited === undefined ? [] : [filters.is_edited ? EDITED : UNEDITED]),
  ],
  needsAttention: filters.needs_attention ?? null,
  doubtful: filters.has_doubt ?? null,
  drifted: filters.has_drift ?? null,
  retractionKept: filters.retraction_kept ?? null,
  hasDoi: hasDoiOf(filters.has_doi),
});

/** The same with what is looked up. */
export const filtersOf = async (
  readModels: ReadModels,
  workspace: string,
  filters: ValueOf<typeof FILTER>,
): Promise<StaffPublicationFilters> => {
  const asked = filtersAsked(workspace, filters);
  const groups = { entityId: filters.entity_id ?? null, categoryId: filters.category_id ?? null };
  const found = await Promise.all([
    filters.versions === 'newest' ? newestVersions(readModels, workspace) : [],
    linkedToGroup(readModels, workspace, groups),
  ]);
  return { ...asked, narrowed: [...asked.narrowed, ...found.flat()] };
};

/** `citations`: null leaves them out. */
export const staffListing = (
  citations: Citations | null,
  query: Omit<StaffPublicationQuery, 'citations'>,
): Listing<ShownOf<typeof STAFF_ITEM>> => {
  const listing = staffPublications({ ...query, citations: citations !== null });
  return listed(listing, async (rows, readModels) => {
    const items = await listing.items(rows, readModels);
    const cited = rows.map(({ cited: part, retracted }) => part && withRetraction(part, retracted));
    const written = citations === null ? [] : await citations.apa(query.workspace, cited, query.locale);
    return items.map((item, n) => item && { ...item, apa_citation: written[n] ?? null });
  });
};

export const STAFF_LISTING = {
  name: 'publications',
  item: STAFF_ITEM,
  sorts: keysOf(STAFF_SORTS),
  filters: { ...SEARCH, ...ECHOED },
} as const;

export const listRoute = (deps: DashboardDeps): Route =>
  listingRoute('/api/publications', MEMBER, {
    summary: 'List publications',
    description:
      'All publications of the workspace, visible on websites or not; with `has_doi`, works without a DOI too. Search covers ' +
      'titles, also alternative and translated ones, author names and DOIs.',
    pages: staffPages(deps.readModels),
    ...STAFF_LISTING,
    query: {
      ...NOT_ECHOED,
      ...CITED,
    },
    listing: async ({ sort, dir }, { query, caller: { workspace } }) => {
      const { locale, citations } = query;
      const filters = await filtersOf(deps.readModels, workspace, query);
      return staffListing(citations ? deps.citations : null, { sort, dir, locale, ...filters });
    },
    exported: {
      deps: () => deps,
      listing: async ({ sort, dir }, { query, caller: { workspace } }) => {
        const filters = await filtersOf(deps.readModels, workspace, query);
        return exportedFrom(staffPublications({ sort, dir, locale: query.locale, citations: false, ...filters }));
      },
    },
  });
