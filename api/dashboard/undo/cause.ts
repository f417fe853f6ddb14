/** Undoes all events of one cause: immediately if they are few, else as a job; or previews the undo. */
import type { Caller } from '../../../commands/caller.ts';
import type { PageRequest } from '../../../projections/queries/listing.ts';
import { queueUndo } from '../../../commands/undo/jobs.ts';
import { NO_COUNTS, type Outcome } from '../../../commands/undo/outcome.ts';
import { undoInBatches, type CauseToUndo } from '../../../commands/undo/undo-cause.ts';
import { Refused } from '../../../domain/errors.ts';
import type { Position } from '../../../domain/event.ts';
import { allProjections } from '../../../projections/all.ts';
import { withAdminCheck } from '../../../projections/queries/members.ts';
import { countOfCause, eventsOfCause } from '../../../projections/queries/timeline-causes.ts';
import { timelineProjection } from '../../../projections/timeline/index.ts';
import { MEMBER } from '../../http/access.ts';
import { causeNamed } from '../activity/cause.ts';
import { route, type Route } from '../../http/route.ts';
import { BOOLEAN, COUNT, object, STRING } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';
import { pagingOf, STAFF_PAGING } from '../paging.ts';
import { readBack, waitUntilCaughtUp } from '../../http/visible.ts';
import { CAUSE, DRY_RUN, EVENTS_UNDONE, FIELDS, undoneItems } from './item.ts';
import { COUNTS, JOB, jobItem } from './job.ts';

/** A larger undo becomes a job. */
const AT_ONCE = 100;
/** Long enough for a preview, which evaluates every event. */
const TIMEOUT_MS = 10 * 60_000;

/** Undoes the whole cause, but keeps only the outcomes of one page. */
const walk = async (
  deps: DashboardDeps,
  cause: CauseToUndo,
  caller: Caller,
  { page, perPage }: PageRequest,
  signal: AbortSignal,
) => {
  const first = (page - 1) * perPage;
  let [counts, seen] = [NO_COUNTS, 0];
  let position: Position | null = null;
  const shown: Outcome[] = [];
  const read = eventsOfCause(deps.readModels, caller.workspace, cause.cause);
  for await (const batch of undoInBatches(withAdminCheck(deps), read, cause, caller)) {
    signal.throwIfAborted();
    for (const outcome of batch.outcomes) {
      if (seen >= first && seen < first + perPage) shown.push(outcome);
      seen += 1;
    }
    counts = batch.progress.counts;
    if (batch.position !== null) position = Math.max(position ?? 0, batch.position);
  }
  return { counts, page: shown, position };
};

export const undoCauseRoute = (deps: DashboardDeps): Route =>
  route('POST /api/activity/causes/:correlation_id/undo', MEMBER, {
    params: { correlation_id: CAUSE },
    summary: 'Undo a cause',
    description:
      'Undoes all events of one request, job, harvest, import or bulk change, newest first. Values changed since are kept and ' +
      `listed with the reason. Up to ${AT_ONCE} events are undone immediately (200); more become a job (202), whose progress is ` +
      'at `GET /api/undos/{id}`. The events of the undo share the `correlation_id` of the response, which can be undone in ' +
      'turn. `dry_run` evaluates and counts all events and lists one page of them, each as an excerpt. Repeating the request while the job runs ' +
      "returns that job, unless your role is higher than the first requester's; another large undo with the same " +
      '`X-Request-Id` is rejected (409). With `X-Colophon-Pending`, `results` may be empty.',
    query: STAFF_PAGING,
    timeoutMs: TIMEOUT_MS,
    body: object({ dry_run: DRY_RUN, fields: FIELDS }, ['dry_run', 'fields']),
    responses: {
      200: object({
        dry_run: BOOLEAN,
        ...COUNTS,
        results: EVENTS_UNDONE,
        page: COUNT,
        per_page: COUNT,
        pages: COUNT,
        correlation_id: STRING,
      }),
      202: JOB,
    },
    errors: [404, 409, 429],
    handle: async ({ params, query, body, role, caller, signal }) => {
      const { dry_run: dryRun = false, fields } = body;
      const paging = pagingOf(query);
      await waitUntilCaughtUp(deps, [timelineProjection], signal);
      const id = await causeNamed(deps, caller, params.correlation_id);
      const upTo = await deps.events.head();
      const total = await countOfCause(deps.readModels, caller.workspace, id, upTo);
      if (total === 0) throw new Refused('not_found', 'cause_not_found', 'no event on the timeline has this cause');
      const cause = { cause: id, upTo, by: { role, at: deps.clock.now() }, fields, dryRun };
      if (!dryRun && total > AT_ONCE)
        return { status: 202, body: jobItem(await queueUndo(deps, cause, total, caller)) };
      const { counts, page, position } = await deps.longReads.inTurn(deps, caller.workspace, signal, (reading) =>
        walk(reading, cause, caller, paging, signal),
      );
      const read = () => undoneItems(deps, caller.workspace, page);
      const { found, headers } = dryRun
        ? { found: await read(), headers: {} }
        : await readBack(deps, allProjections, { position }, signal, read, { orBefore: true });
      return {
        headers,
        body: {
          ...{ dry_run: dryRun, events: total, ...counts, results: found ?? [] },
          ...{ page: paging.page, per_page: paging.perPage, pages: Math.ceil(total / paging.perPage) },
          correlation_id: caller.correlationId,
        },
      };
    },
  });
