/** Loads the figures of the home page. */
import { dayOf, startOfDay } from '../../client/format.ts';
import { language } from '../../client/i18n.ts';
import type { LoadOptions } from '../../client/resource.ts';
import { api } from '../../client/session.ts';

/** As the lists show them to which the figures lead. */
const WITHOUT_DOI_TOO = { has_doi: 'all' } as const;

const WEEK_MS = 7 * 24 * 60 * 60_000;

export const readHome = async (isAdmin: boolean, asking: LoadOptions) => {
  const failedSince = dayOf(Date.now() - WEEK_MS);
  const [totals, series, breakdown, people, suggestions, failed, stuck] = await Promise.all([
    api('GET /api/publications/stats', { query: WITHOUT_DOI_TOO, ...asking }),
    api('GET /api/publications/stats/timeseries', { query: WITHOUT_DOI_TOO, ...asking }),
    api('GET /api/publications/stats/breakdown', { query: WITHOUT_DOI_TOO, ...asking }),
    api('GET /api/people', { query: { per_page: 1 }, ...asking }),
    api('GET /api/suggestions', { query: { per_page: 1 }, ...asking }),
    api('GET /api/activity', { query: { per_page: 1, status: 'failed', from: startOfDay(failedSince) }, ...asking }),
    isAdmin ? api('GET /api/ingest/stuck', { query: { limit: 100 }, ...asking }) : null,
  ]);
  return {
    totals: totals.body,
    breakdown: breakdown.body,
    months: series.body.monthly_last_6_months,
    people: people.body.total,
    /** Publications with open suggestions. */
    suggestions: suggestions.body.total,
    /** Failed events since the start of the day one week ago: the number that the linked list shows. */
    failed: failed.body.total,
    failedSince,
    /** Stuck ingestion jobs; 0 for members, who cannot act on them. */
    stuck: stuck?.body.count ?? 0,
  };
};

export type HomeData = Awaited<ReturnType<typeof readHome>>;

/** The name of the month of `2026-03`. */
export const monthLabel = (key: string): string =>
  new Intl.DateTimeFormat(language.value, { month: 'short', timeZone: 'UTC' }).format(Date.parse(`${key}-01`));

/** The number of bars that fit. */
const YEARS = 10;

/** The last years with publications, oldest first, without gaps. */
export const lastYears = (years: HomeData['breakdown']['by_year']) => {
  const known = new Map(years.flatMap(({ year, count }) => (year === null ? [] : [[year, count] as const])));
  if (known.size === 0) return [];
  const latest = Math.max(...known.keys());
  const first = Math.max(Math.min(...known.keys()), latest - YEARS + 1);
  return Array.from({ length: latest - first + 1 }, (_, index) => ({
    year: first + index,
    count: known.get(first + index) ?? 0,
  }));
};
