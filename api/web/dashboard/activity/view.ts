/** What the timeline is asked for, as it stands in the address. */
import type { QueryOf } from '../../client/api.ts';
import { oneOf, optionalText, queryCodec, text, wholeNumber, type Field, type Values } from '../../client/query.ts';

export const SEVERITIES = ['info', 'warning', 'error'] as const;
export const STATUSES = ['succeeded', 'failed', 'pending'] as const;
export const ACTOR_TYPES = ['user', 'system', 'api_key', 'installation'] as const;

/** A day as `2026-03-09`; null for any. */
const optionalDay = (): Field<string | null> => ({
  fallback: null,
  read: (given) => (/^\d{4}-\d{2}-\d{2}$/u.test(given) && !Number.isNaN(Date.parse(given)) ? given : null),
  write: (value) => value ?? '',
});

const FIELDS = {
  q: text(),
  event_type: optionalText(),
  actor: optionalText(),
  status: oneOf(['any', ...STATUSES], 'any'),
  severity: oneOf(['any', ...SEVERITIES], 'any'),
  from: optionalDay(),
  to: optionalDay(),
  doi: optionalText(),
  orcid: optionalText(),
  subject: optionalText(),
  correlation_id: optionalText(),
  housekeeping: oneOf(['false', 'true'], 'false'),
  page: wholeNumber(1),
  per_page: wholeNumber(50, { max: 100 }),
};

export type ActivityView = Values<typeof FIELDS>;

export const activityView = queryCodec(FIELDS);

/** Days are those of the reader's clock. */
const startOf = (day: string): number => new Date(`${day}T00:00`).getTime();
const endOf = (day: string): number => new Date(`${day}T23:59:59.999`).getTime();

export const requestOf = (view: ActivityView): QueryOf<'GET /api/activity'> => ({
  q: view.q,
  event_type: view.event_type ?? undefined,
  actor: view.actor ?? undefined,
  status: view.status === 'any' ? undefined : view.status,
  severity: view.severity === 'any' ? undefined : view.severity,
  from: view.from === null ? undefined : startOf(view.from),
  to: view.to === null ? undefined : endOf(view.to),
  doi: view.doi ?? undefined,
  orcid: view.orcid ?? undefined,
  subject: view.subject ?? undefined,
  correlation_id: view.correlation_id ?? undefined,
  // What failed, and what belongs to one cause, is shown whatever it is.
  housekeeping: view.housekeeping === 'true' || view.status === 'failed' || view.correlation_id !== null,
  page: view.page,
  per_page: view.per_page,
});

/** What narrows the list, apart from the search. */
const FILTERS = [
  ...['event_type', 'actor', 'status', 'severity', 'from', 'to', 'doi', 'orcid', 'subject', 'correlation_id'],
] as readonly (keyof ActivityView)[];

export const filtersIn = (view: ActivityView): number =>
  FILTERS.filter((name) => view[name] !== activityView.defaults[name]).length;

export const withoutFilters = (view: ActivityView): ActivityView => ({
  ...activityView.defaults,
  housekeeping: view.housekeeping,
  per_page: view.per_page,
});

/** Another question begins at its first page. */
export const narrowed = (view: ActivityView, change: Partial<ActivityView>): ActivityView => ({
  ...view,
  page: 1,
  ...change,
});
