/** Totals of the catalogue, and how it has grown. */
import {
  publicationBreakdown,
  publicationTimeSeries,
  publicationTotals,
} from '../../../projections/queries/publication-totals.ts';
import { TOTAL } from '../../../domain/limits.ts';
import { MEMBER } from '../../http/access.ts';
import { route, type Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { COUNT, object, orNull, STRING } from '../../http/schemas.ts';

const SERIES = {
  type: 'array',
  items: {
    title: 'TimePoint',
    ...object({
      key: { ...STRING, description: '`YYYY-MM-DD` or `YYYY-MM`.' },
      label: { ...STRING, description: 'The same for people, in English.' },
      count: COUNT,
    }),
    examples: [{ key: '2026-01-15', label: 'Thu, 15 Jan', count: 12 }],
  },
} as const;

export const statsRoutes = ({ readModels, clock }: DashboardDeps): readonly Route[] => [
  route('GET /api/publications/stats', MEMBER, {
    summary: 'Totals',
    description: `How many publications the workspace has, deleted ones left out; only the hidden are counted whether deleted or not. Numbers above ${TOTAL.exact} may be ${TOTAL.ageMs / 1_000} seconds old.`,
    responses: {
      200: object({
        total_publications: COUNT,
        edited_publications: COUNT,
        hidden_publications: COUNT,
        orcid_sources: { ...COUNT, description: 'Distinct ORCID iDs linked.' },
      }),
    },
    handle: async ({ caller: { workspace } }) => ({ body: await publicationTotals(readModels, workspace) }),
  }),
  route('GET /api/publications/stats/breakdown', MEMBER, {
    extension: true,
    summary: 'By year and type',
    description:
      'How many publications there are of each year and type, deleted ones left out, and of how many the authors need attention, a provider says otherwise of an edited field, or a notice retracts what websites show. Null counts those without.',
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
        has_drift: COUNT,
        retracted_visible: COUNT,
      }),
    },
    handle: async ({ caller: { workspace } }) => ({ body: await publicationBreakdown(readModels, workspace) }),
  }),
  route('GET /api/publications/stats/timeseries', MEMBER, {
    summary: 'Growth',
    description:
      'How many publications were added on each of the last 7 days and in each of the last 6 months: by when they were first added, UTC, deleted ones included; oldest first.',
    responses: { 200: object({ daily_last_7_days: SERIES, monthly_last_6_months: SERIES }) },
    handle: async ({ caller: { workspace } }) => ({
      body: await publicationTimeSeries(readModels, workspace, clock.now()),
    }),
  }),
];
