/** Totals, breakdown and growth of the catalogue. */
import {
  publicationBreakdown,
  publicationTimeSeries,
  publicationTotals,
} from '../../../projections/queries/publication-totals.ts';
import { MEMBER } from '../../http/access.ts';
import { COUNTED, countedAt } from '../../http/listing.ts';
import { route, type Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { COUNT, object, orNull, STRING, titled } from '../../http/schemas.ts';
import { HAS_DOI, hasDoiOf } from './list.ts';

const QUERY = { has_doi: HAS_DOI };

const SERIES = {
  type: 'array',
  items: {
    ...titled('TimePoint', {
      key: { ...STRING, description: '`YYYY-MM-DD` or `YYYY-MM`.' },
      label: { ...STRING, description: 'The period in words, in English.' },
      count: COUNT,
    }),
    examples: [{ key: '2026-01-15', label: 'Thu, 15 Jan', count: 12 }],
  },
} as const;

export const statsRoutes = ({ readModels, clock }: DashboardDeps): readonly Route[] => [
  route('GET /api/publications/stats', MEMBER, {
    summary: 'Publication totals',
    description:
      'Numbers of publications, excluding deleted ones, except that hidden publications are counted even if deleted.',
    query: QUERY,
    responses: {
      200: object({
        total_publications: COUNTED,
        edited_publications: COUNTED,
        hidden_publications: COUNTED,
        orcid_sources: { ...COUNT, description: 'Distinct linked ORCID iDs.' },
      }),
    },
    handle: async ({ query, caller: { workspace } }) => {
      const { totals, totalAsOf } = await publicationTotals(readModels, workspace, hasDoiOf(query.has_doi));
      return { body: totals, ...countedAt({ totalAsOf }) };
    },
  }),
  route('GET /api/publications/stats/breakdown', MEMBER, {
    extension: true,
    summary: 'Publications by year and type',
    description:
      'Numbers of publications by year and by type, of those whose authors need attention, that have a doubtful link or that have drift, and of retracted ones that websites show. Excludes deleted publications. Null counts those without a year or type.',
    query: QUERY,
    responses: {
      200: object({
        by_year: {
          type: 'array',
          items: { ...object({ year: orNull('integer'), count: COUNT }), examples: [{ year: 2024, count: 17 }] },
        },
        by_type: {
          type: 'array',
          items: {
            ...object({ type: orNull('string'), count: COUNT }),
            examples: [{ type: 'article-journal', count: 12 }],
          },
        },
        needs_attention: COUNT,
        has_doubt: { ...COUNT, description: 'Those with a linked person in `attention`.' },
        has_drift: COUNT,
        retracted_visible: COUNT,
        retracted_undecided: {
          ...COUNT,
          description: 'Of the retracted ones that websites show, those that staff have not decided to keep visible.',
        },
      }),
    },
    handle: async ({ query, caller: { workspace } }) => ({
      body: await publicationBreakdown(readModels, workspace, hasDoiOf(query.has_doi)),
    }),
  }),
  route('GET /api/publications/stats/timeseries', MEMBER, {
    summary: 'Publication growth',
    description:
      'Publications added on each of the last 7 days and in each of the last 6 months, by the time they were first added (UTC), including deleted ones; oldest first.',
    query: QUERY,
    responses: { 200: object({ daily_last_7_days: SERIES, monthly_last_6_months: SERIES }) },
    handle: async ({ query, caller: { workspace } }) => ({
      body: await publicationTimeSeries(readModels, workspace, clock.now(), hasDoiOf(query.has_doi)),
    }),
  }),
];
