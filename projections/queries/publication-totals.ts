/** How many publications with a DOI a workspace has, and when they were added: as many as its listing has by default. */
import { hasOrcid } from '../../domain/person/id.ts';
import { nameIn } from '../../domain/stream-kinds.ts';
import { having, type Condition, type ReadModels, type Total } from '../ports.ts';
import { publications } from '../catalogue/publications.ts';

const DAYS = 7;
const MONTHS = 6;

/** `hasDoi`: null for both. */
const inWorkspace = (workspace: string, hasDoi: boolean | null): readonly Condition[] => [
  ...having({ workspace, hasDoi }),
  { field: 'addedAt', exists: true },
];

export const activePublicationsOf = (workspace: string, hasDoi: boolean | null = null): readonly Condition[] => [
  ...inWorkspace(workspace, hasDoi),
  { field: 'deleted', eq: false },
];

/** Deleted publications count only as hidden. */
export const publicationTotals = async (readModels: ReadModels, workspace: string, hasDoi: boolean | null = null) => {
  const active = activePublicationsOf(workspace, hasDoi);
  const totalOf = (all: readonly Condition[]): Promise<Total> => readModels.total(publications, { all });
  const [total, edited, hidden, orcids] = await Promise.all([
    totalOf(active),
    totalOf([...active, { field: 'editCount', gt: 0 }]),
    totalOf([...inWorkspace(workspace, hasDoi), { field: 'visible', eq: false }]),
    readModels.groupCounts(publications, { all: active }, 'personKeys'),
  ]);
  const counted = [total, edited, hidden].flatMap(({ totalAsOf }) => totalAsOf ?? []);
  return {
    totals: {
      total_publications: total.total,
      edited_publications: edited.total,
      hidden_publications: hidden.total,
      orcid_sources: [...orcids.keys()].filter((key) => hasOrcid(nameIn(String(key)))).length,
    },
    /** Of the oldest total that may be out of date. */
    totalAsOf: counted.length === 0 ? null : Math.min(...counted),
  };
};

const lastIfNull = (left: number | null, right: number | null): number =>
  (right ?? Number.NEGATIVE_INFINITY) - (left ?? Number.NEGATIVE_INFINITY) || 0;

/** Counts publications that are not deleted: latest year first, those without a date last; most frequent type first, then by name. */
export const publicationBreakdown = async (
  readModels: ReadModels,
  workspace: string,
  hasDoi: boolean | null = null,
) => {
  const active = activePublicationsOf(workspace, hasDoi);
  const visibleRetracted = { retracted: true, visible: true };
  const [total, years, types, attention, doubtful, drifted, retracted, undecided] = await Promise.all([
    readModels.count(publications, { all: active }),
    readModels.groupCounts(publications, { all: active }, 'publicationYear'),
    readModels.groupCounts(publications, { all: active }, 'publicationType'),
    readModels.count(publications, { all: [...active, { field: 'needsAttention', eq: true }] }),
    readModels.count(publications, { all: [...active, { field: 'doubtful', eq: true }] }),
    readModels.count(publications, { all: [...active, { field: 'drifted', eq: true }] }),
    readModels.count(publications, { all: [...active, ...having(visibleRetracted)] }),
    readModels.count(publications, { all: [...active, ...having({ ...visibleRetracted, retractionKept: false })] }),
  ]);
  const restOf = (known: readonly { readonly count: number }[]): number =>
    total - known.reduce((sum, { count }) => sum + count, 0);
  const byYear = [...years].map(([year, count]) => ({ year: Number(year), count }));
  const byType = [...types]
    .map(([type, count]) => ({ type: String(type), count }))
    .sort((one, other) => (one.type < other.type ? -1 : 1));
  const [noYear, noType] = [restOf(byYear), restOf(byType)];
  return {
    by_year: [...byYear, ...(noYear > 0 ? [{ year: null, count: noYear }] : [])].sort((one, other) =>
      lastIfNull(one.year, other.year),
    ),
    by_type: [...byType, ...(noType > 0 ? [{ type: null, count: noType }] : [])].sort(
      (one, other) => other.count - one.count,
    ),
    needs_attention: attention,
    has_doubt: doubtful,
    has_drift: drifted,
    retracted_visible: retracted,
    retracted_undecided: undecided,
  };
};

type Span = { readonly key: string; readonly label: string; readonly from: number; readonly to: number };

const labelled = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en', { timeZone: 'UTC', ...options });
const DAY_LABEL = labelled({ weekday: 'short', day: 'numeric', month: 'short' });
const MONTH_LABEL = labelled({ month: 'short', year: 'numeric' });
const DAY_KEY = 'YYYY-MM-DD'.length;
const MONTH_KEY = 'YYYY-MM'.length;

/** The last `count` spans in UTC up to the current one, oldest first. */
const spans = (
  count: number,
  startOf: (back: number) => number,
  keyLength: number,
  label: Intl.DateTimeFormat,
): readonly Span[] =>
  Array.from({ length: count }, (_, index) => {
    const back = count - 1 - index;
    const from = startOf(back);
    return {
      key: new Date(from).toISOString().slice(0, keyLength),
      label: label.format(from),
      from,
      to: startOf(back - 1),
    };
  });

/** Publications by when they were first added, in UTC, zero-filled, oldest first. `now` in epoch ms. */
export const publicationTimeSeries = async (
  readModels: ReadModels,
  workspace: string,
  now: number,
  hasDoi: boolean | null = null,
) => {
  const today = new Date(now);
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  const pointOf = async ({ key, label, from, to }: Span) => {
    const added: Condition = { field: 'addedAt', gte: from, lt: to };
    const count = await readModels.count(publications, { all: [...having({ workspace, hasDoi }), added] });
    return { key, label, count };
  };
  const days = spans(DAYS, (back) => Date.UTC(year, month, day - back), DAY_KEY, DAY_LABEL);
  const months = spans(MONTHS, (back) => Date.UTC(year, month - back, 1), MONTH_KEY, MONTH_LABEL);
  const [daily, monthly] = await Promise.all([Promise.all(days.map(pointOf)), Promise.all(months.map(pointOf))]);
  return { daily_last_7_days: daily, monthly_last_6_months: monthly };
};
