/** Hides past events from the timeline; record histories keep them. */
import { TEXT } from '../../../domain/limits.ts';
import { streamsOf } from '../../../commands/aggregate.ts';
import { appendEvent } from '../../../commands/append.ts';
import { Refused } from '../../../domain/errors.ts';
import type { TimelineEvent } from '../../../domain/timeline/events.ts';
import { countHidden } from '../../../projections/queries/timeline.ts';
import { timelineProjection } from '../../../projections/timeline/index.ts';
import { WORKSPACE_ADMIN } from '../../http/access.ts';
import { route, type Route } from '../../http/route.ts';
import type { ValueOf } from '../../http/schema-types.ts';
import type { DashboardDeps } from '../deps.ts';
import { BOOLEAN, COUNT, DRY_RUN, integerOf, LATEST_MS, object, textOf } from '../../http/schemas.ts';
import { waitUntilVisible } from '../../http/visible.ts';

const MODE = { type: 'string', enum: ['all', 'before_date'], examples: ['before_date'] } as const;

const BODY = object(
  {
    mode: MODE,
    before_date: integerOf(0, LATEST_MS, { description: 'Epoch milliseconds, UTC; only with mode `before_date`.' }),
    confirmation: textOf(TEXT.labelCharacters, { minLength: 1 }),
  },
  ['before_date'],
);

const refuse = (field: string, message: string, accepted: string): never => {
  throw new Refused('invalid', 'invalid_body', message, { field, accepted });
};

const check = ({ mode, before_date: date, confirmation }: ValueOf<typeof BODY>, workspace: string): void => {
  if (mode === 'before_date' && date === undefined)
    refuse('before_date', 'before_date is missing', 'epoch milliseconds, with mode before_date');
  if (mode === 'all' && date !== undefined)
    refuse('before_date', 'before_date cannot be combined with mode all', 'mode all without before_date');
  if (confirmation !== workspace) refuse('confirmation', 'the confirmation does not match', 'the id of the workspace');
};

export const cleanupRoute = (deps: DashboardDeps): Route =>
  route('POST /api/activity/cleanup', WORKSPACE_ADMIN, {
    summary: 'Clean up the timeline',
    description:
      'Hides events from the timeline: all of them, or those before a date. The cleanup itself appears on the timeline, and ' +
      'the histories of publications and people keep everything. `confirmation` is the workspace id. `dry_run` returns how many ' +
      'events would be hidden without hiding them.',
    query: { dry_run: DRY_RUN },
    body: BODY,
    responses: { 200: object({ ok: BOOLEAN, mode: MODE, deleted_count: COUNT }) },
    handle: async ({ body, query, caller, signal }) => {
      check(body, caller.workspace);
      const { mode, before_date: date } = body;
      // Future events must not be hidden.
      const before = date === undefined ? null : Math.min(date, deps.clock.now());
      const upTo = await deps.events.head();
      await waitUntilVisible(deps, [timelineProjection], { position: upTo }, signal);
      const hidden = await countHidden(deps.readModels, caller.workspace, { before, upTo });
      if (query.dry_run) return { body: { ok: true, mode, deleted_count: hidden } };
      // Recorded even if it hides nothing.
      const cleaned: TimelineEvent = { type: 'TimelineCleaned', data: { mode, before, upTo, hidden } };
      const position = await appendEvent(deps, streamsOf('timeline')(caller.workspace, 'activity'), cleaned, caller);
      const headers = await waitUntilVisible(deps, [timelineProjection], { position }, signal);
      return { body: { ok: true, mode, deleted_count: hidden }, headers };
    },
  });
