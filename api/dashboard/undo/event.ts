/** Undoes one event. */
import { undoEvent } from '../../../commands/undo/undo-event.ts';
import { UNDO } from '../../../domain/limits.ts';
import { allProjections } from '../../../projections/all.ts';
import { withAdminCheck } from '../../../projections/queries/members.ts';
import { timelineRow } from '../../../projections/queries/timeline.ts';
import { timelineProjection } from '../../../projections/timeline/index.ts';
import { MEMBER } from '../../http/access.ts';
import { route, type Route } from '../../http/route.ts';
import { BOOLEAN, madeId, object, STRING } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';
import { mustExist } from '../../../domain/must-exist.ts';
import { waitUntilCaughtUp, waitUntilVisible } from '../../http/visible.ts';
import { DRY_RUN, EVENT_ID, FIELDS, RESULT, resultOf } from './item.ts';

export const undoEventRoute = (deps: DashboardDeps): Route =>
  route('POST /api/activity/:id/undo', MEMBER, {
    params: { id: madeId('The id of the event.') },
    summary: 'Undo an event',
    description:
      'Reverts the changes of the event through new events in your name, which can be undone too. A refresh by a provider is ' +
      'undone by an edit, an addition by a deletion. Of a reset record that a provider has recorded again since, what staff had ' +
      'made of it is restored over what the provider says now. Requires the role for the opposite command (403). Returns 409 if the ' +
      'same parts have other values by now than the event gave them (changed and changed back counts as unchanged): ' +
      '`details.conflicts` lists each path with both values, and `fields` restricts the undo to parts that can be undone. Also returns 409, with the reason, if the event cannot be undone. `dry_run` reports ' +
      'both in the response instead. Undoing twice is harmless: the second time, `outcome` is `unchanged`.',
    timeoutMs: UNDO.withinMs,
    body: object({ dry_run: DRY_RUN, fields: FIELDS }, ['dry_run', 'fields']),
    responses: { 200: object({ id: EVENT_ID, dry_run: BOOLEAN, ...RESULT, correlation_id: STRING }) },
    errors: [404, 409, 429],
    handle: async ({ params, body, role, caller, signal }) => {
      const { dry_run: dryRun = false, fields } = body;
      await waitUntilCaughtUp(deps, [timelineProjection], signal);
      const event = mustExist(await timelineRow(deps.readModels, caller.workspace, params.id), 'event');
      const by = { role, at: deps.clock.now() };
      const undone = await deps.longReads.inTurn(deps, caller.workspace, signal, (reading) =>
        undoEvent(withAdminCheck(reading), event, { by, fields, dryRun }, caller),
      );
      const headers = dryRun ? {} : await waitUntilVisible(deps, allProjections, undone, signal);
      return {
        body: { id: event.id, dry_run: dryRun, ...resultOf(undone), correlation_id: caller.correlationId },
        headers,
      };
    },
  });
