/** The listing that staff work with. */
import { parseOrcid } from '../../../domain/orcid.ts';
import type { ReadModels } from '../../../projections/ports.ts';
import type { Page } from '../../../projections/queries/page.ts';
import {
  listStaffPublications,
  STAFF_SORTS,
  type StaffPublicationFilters,
  type StaffPublicationQuery,
} from '../../../projections/queries/staff-publications.ts';
import { MEMBER } from '../../http/access.ts';
import { ORCID } from '../../http/identifiers.ts';
import { keysOf } from '../../../domain/own.ts';
import { SEARCH } from '../../http/listing.ts';
import { listingRoute } from '../../http/listing-route.ts';
import { FILTER_QUERY, narrowing } from '../../http/publication-filters.ts';
import type { Route } from '../../http/route.ts';
import type { ShownOf, ValueOf } from '../../http/schema.ts';
import { optionalObject } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';
import { LOCALE } from '../locale.ts';
import { STAFF_PAGES } from '../paging.ts';
import type { Citations } from '../ports.ts';
import { STAFF_ITEM } from './schemas.ts';

const VISIBILITY = ['visible', 'hidden', 'all'] as const;
const STATUS = ['active', 'deleted', 'all'] as const;

/** The envelope repeats these. */
const REPEATED = {
  visibility: { type: 'string', enum: VISIBILITY, default: 'all', description: 'Whether websites show it.' },
  status: { type: 'string', enum: STATUS, default: 'active', description: 'Whether deleted ones are listed.' },
  ...FILTER_QUERY,
} as const;

const FURTHER = {
  orcid_id: { ...ORCID, minLength: 1, description: 'Only publications linked to this ORCID iD.' },
  needs_attention: {
    type: 'boolean',
    description:
      'Only those whose authors need attention, or only the others: a name that fits is suggested, or a linked person is not among the authors.',
  },
  has_drift: {
    type: 'boolean',
    description:
      'Only those of which a provider has changed what it says of a field since a person edited it, or only the others.',
  },
  is_retracted: { type: 'boolean', description: 'Only those that a notice retracts, or only the others.' },
} as const;

/** The parameters of the listing that narrow it, as an object. */
export const FILTER = {
  ...optionalObject({ ...SEARCH, ...REPEATED, ...FURTHER }),
  description: 'As the parameters of the listing.',
} as const;

/** Citations that are not kept yet take milliseconds each, and seconds after a start. */
const CITATIONS = {
  citations: { type: 'boolean', default: true, description: 'Whether `apa_citation` is written; else it is null.' },
} as const;

/** With what the listing takes where nothing is said. */
export const filtersOf = (workspace: string, asked: ValueOf<typeof FILTER>): StaffPublicationFilters => ({
  workspace,
  q: (asked.q ?? '').trim(),
  visibility: asked.visibility ?? 'all',
  status: asked.status ?? 'active',
  orcid: asked.orcid_id === undefined ? null : parseOrcid(asked.orcid_id),
  narrowed: narrowing(asked),
  needsAttention: asked.needs_attention ?? null,
  drifted: asked.has_drift ?? null,
  retracted: asked.is_retracted ?? null,
});

/** `citations`: null leaves them out. */
export const staffPage = async (
  { readModels, citations }: { readonly readModels: ReadModels; readonly citations: Citations | null },
  query: StaffPublicationQuery,
): Promise<Page<ShownOf<typeof STAFF_ITEM>>> => {
  const { items, ...found } = await listStaffPublications(readModels, query);
  const cited = items.map(({ csl }) => csl);
  const written = citations === null ? [] : await citations.apa(query.workspace, cited, query.locale);
  return { ...found, items: items.map(({ item }, n) => ({ ...item, apa_citation: written[n] ?? null })) };
};

export const STAFF_LISTING = {
  pages: STAFF_PAGES,
  name: 'publications',
  item: STAFF_ITEM,
  sorts: keysOf(STAFF_SORTS),
  filters: { ...SEARCH, ...REPEATED },
} as const;

export const listRoute = (deps: DashboardDeps): Route =>
  listingRoute('/api/publications', MEMBER, {
    summary: 'List publications',
    description:
      'All publications of the workspace, whether websites show them or not. Search looks at titles, author names and DOIs.',
    ...STAFF_LISTING,
    query: { ...FURTHER, ...LOCALE, ...CITATIONS },
    find: ({ page, perPage, sort, dir }, { query, caller: { workspace } }) => {
      const { locale, citations } = query;
      return staffPage(
        { readModels: deps.readModels, citations: citations ? deps.citations : null },
        { page, perPage, sort, dir, locale, ...filtersOf(workspace, query) },
      );
    },
  });
