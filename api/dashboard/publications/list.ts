/** The listing that staff work with. */
import { parseOrcid } from '../../../domain/orcid.ts';
import type { ReadModels } from '../../../projections/ports.ts';
import {
  listStaffPublications,
  STAFF_SORTS,
  type Citable,
  type StaffPublicationFilters,
  type StaffPublicationQuery,
} from '../../../projections/queries/staff-publications.ts';
import { MEMBER } from '../../http/access.ts';
import { ORCID } from '../../http/identifiers.ts';
import { pageAnswer, orderEcho, pageSchema, SEARCH, sorting } from '../../http/listing.ts';
import { FILTER_ECHO, FILTER_QUERY, narrowing, NOT_NARROWED, type Narrowing } from '../../http/publication-filters.ts';
import { inWorkspace, type Answer, type QuerySchema, type Route, type Schema } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { LOCALE } from '../locale.ts';
import { pagingOf, STAFF_PAGING } from '../paging.ts';
import type { Citations } from '../ports.ts';
import { STAFF_ITEM } from './schemas.ts';

const VISIBILITY = ['visible', 'hidden', 'all'] as const;
const STATUS = ['active', 'deleted', 'all'] as const;

export const FILTERS: QuerySchema = {
  orcid_id: { ...ORCID, minLength: 1, description: 'Only publications linked to this ORCID iD.' },
  visibility: { type: 'string', enum: VISIBILITY, default: 'all', description: 'Whether websites show it.' },
  status: { type: 'string', enum: STATUS, default: 'active', description: 'Whether deleted ones are listed.' },
  ...FILTER_QUERY,
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
};

/** Citations that are not kept yet take milliseconds each, and seconds after a start. */
const CITATIONS: QuerySchema = {
  citations: { type: 'boolean', default: true, description: 'Whether `apa_citation` is written; else it is null.' },
};

const ECHOES: Readonly<Record<string, Schema>> = {
  ...orderEcho(Object.keys(STAFF_SORTS)),
  q: { type: 'string', description: 'The search, trimmed; empty if there was none.' },
  visibility: { type: 'string', enum: VISIBILITY },
  status: { type: 'string', enum: STATUS },
  ...FILTER_ECHO,
};

/** And those of every listing of publications. */
export type FiltersAsked = Readonly<Record<string, unknown>> & {
  readonly visibility?: StaffPublicationQuery['visibility'];
  readonly status?: StaffPublicationQuery['status'];
  readonly q?: string;
  readonly orcid_id?: string;
  readonly needs_attention?: boolean;
  readonly has_drift?: boolean;
  readonly is_retracted?: boolean;
};

/** With what the listing takes where nothing is said. */
export const filtersOf = (workspace: string, asked: FiltersAsked): StaffPublicationFilters => ({
  workspace,
  q: (asked.q ?? '').trim(),
  visibility: asked.visibility ?? 'all',
  status: asked.status ?? 'active',
  orcid: asked.orcid_id === undefined ? null : parseOrcid(asked.orcid_id),
  narrowed: narrowing(asked).narrowed,
  needsAttention: asked.needs_attention ?? null,
  drifted: asked.has_drift ?? null,
  retracted: asked.is_retracted ?? null,
});

type Asked = FiltersAsked & Pick<StaffPublicationQuery, 'sort' | 'dir' | 'locale'> & { readonly citations: boolean };

/** The items with their citations. */
export const cited = async (
  citations: Citations,
  workspace: string,
  found: readonly Citable[],
  locale: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const written = await citations.apa(
    workspace,
    found.map(({ csl }) => csl),
    locale,
  );
  return found.map(({ item }, index) => ({ ...item, apa_citation: written[index] ?? null }));
};

/** One page in the documented envelope. `citations`: null leaves them out. */
export const staffPage = async (
  { readModels, citations }: { readonly readModels: ReadModels; readonly citations: Citations | null },
  query: StaffPublicationQuery,
  filterEchoes: Narrowing['echoes'] = NOT_NARROWED.echoes,
): Promise<Answer> => {
  const { items, ...counted } = await listStaffPublications(readModels, query);
  const { sort, dir, q, visibility, status } = query;
  const echoes = {
    sort,
    dir,
    q,
    visibility,
    status,
    ...filterEchoes,
  };
  const listed =
    citations === null
      ? items.map(({ item }) => ({ ...item, apa_citation: null }))
      : await cited(citations, query.workspace, items, query.locale);
  const page = { items: listed, ...counted };
  return pageAnswer('publications', page, query, echoes);
};

export const STAFF_PAGE = pageSchema('publications', STAFF_ITEM, ECHOES);

export const listRoute = (deps: DashboardDeps): Route =>
  inWorkspace({
    method: 'GET',
    path: '/api/publications',
    access: MEMBER,
    summary: 'List publications',
    description:
      'All publications of the workspace, whether websites show them or not. Search looks at titles, author names and DOIs.',
    query: { ...STAFF_PAGING, ...SEARCH, ...sorting(Object.keys(STAFF_SORTS)), ...FILTERS, ...LOCALE, ...CITATIONS },
    responses: { 200: STAFF_PAGE },
    errors: [400, 401, 403, 503],
    handle: ({ query, caller: { workspace } }) => {
      const { sort, dir, locale, citations, ...filters } = query as Asked;
      const { readModels } = deps;
      return staffPage(
        { readModels, citations: citations ? deps.citations : null },
        { ...pagingOf(query), ...filtersOf(workspace, filters), sort, dir, locale },
        narrowing(filters).echoes,
      );
    },
  });
