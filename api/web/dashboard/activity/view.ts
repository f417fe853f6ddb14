/** The state of the timeline in the address. */
import type { QueryOf } from '../../client/api.ts';
import { endOfDay, startOfDay } from '../../client/format.ts';
import { oneOf, optional, optionalOneOf, optionalText, type Field } from '../../client/query.ts';
import { openListing } from '../../client/view.ts';

export const SEVERITIES = ['info', 'warning', 'error'] as const;
export const STATUSES = ['succeeded', 'failed', 'pending'] as const;
export const ACTOR_TYPES = ['user', 'system', 'api_key', 'installation'] as const;

/** A day as `2026-03-09`; null for any. */
const optionalDay = (): Field<string | null> =>
  optional((given) => (/^\d{4}-\d{2}-\d{2}$/u.test(given) && !Number.isNaN(Date.parse(given)) ? given : null));

const SUBJECT_TYPES = ['publication', 'project', 'person', 'entity', 'category'] as const;

/** Filters that only links set: a record, or a cause. With one of them, changes are not grouped. */
export const LINKED = ['doi', 'orcid', 'subject', 'correlation_id'] as const;

export const activity = openListing(
  {
    event_type: optionalText(),
    actor: optionalText(),
    status: optionalOneOf(STATUSES),
    severity: optionalOneOf(SEVERITIES),
    from: optionalDay(),
    to: optionalDay(),
    doi: optionalText(),
    orcid: optionalText(),
    subject: optionalText(),
    correlation_id: optionalText(),
  },
  { housekeeping: oneOf(['false', 'true'], 'false'), subject_type: optionalOneOf(SUBJECT_TYPES) },
);

export const requestOf = (view: typeof activity.defaults): QueryOf<'GET /api/activity'> => ({
  ...view,
  subject_type: view.subject === null ? null : view.subject_type,
  from: view.from === null ? null : startOfDay(view.from),
  to: view.to === null ? null : endOfDay(view.to),
  // Failures and the events of one cause are shown even if they are routine.
  housekeeping: view.housekeeping === 'true' || view.status === 'failed' || view.correlation_id !== null,
});
