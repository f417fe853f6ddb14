/** Undoing all that one cause has done: at once if it is little, else as a job; or looking first at what that would be. */
import type { Caller } from '../../../commands/caller.ts';
import type { PageRequest } from '../../../projections/queries/page.ts';
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
import { route, type Route } from '../../http/route.ts';
import { BOOLEAN, COUNT, object, STRING } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';
import { pagingOf, STAFF_PAGING } from '../paging.ts';
import { readBack, waitUntilCaughtUp } from '../../http/visible.ts';
import { CAUSE, DRY_RUN, EVENTS_UNDONE, FIELDS, undoneItems } from './item.ts';
import { COUNTS, JOB, jobItem } from './job.ts';

/** More are a job. */
const AT_ONCE = 100;
/** Of a preview, which looks at everything. */
const TIMEOUT_MS = 10 * 60_000;

/** All of the cause, and the outcomes of one page. */
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
  const asking = withAdminCheck(deps);
  for await (const batch of undoInBatches(asking, read, cause, caller)) {
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
      'Undoes all that one request, job, harvest, import or bulk change did, newest first. What has been ' +
      `changed since stays, and is listed with the reason. Up to ${AT_ONCE} events are undone at once (200); more are a job ` +
      '(202), which `GET /api/undos/{id}` follows. Its own events share the `correlation_id` of the answer, by which they can be ' +
      'undone. `dry_run` looks at everything, counts it, and lists a page of it. Asking again while the job runs ' +
      'answers with that job, unless your role is higher than that of who asked; another large undo under its `X-Request-Id` is ' +
      'refused (409). With `X-Colophon-Pending`, `results` may be empty.',
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
    errors: [404, 409],
    handle: async ({ params, query, body, role, caller, signal }) => {
      const { dry_run: dryRun = false, fields } = body;
      const id = params.correlation_id;
      const paging = pagingOf(query);
      await waitUntilCaughtUp(deps, [timelineProjection], signal);
      const upTo = await deps.events.head();
      const total = await countOfCause(deps.readModels, caller.workspace, id, upTo);
      if (total === 0) throw new Refused('not_found', 'cause_not_found', 'nothing on the timeline has this cause');
      const cause = { cause: id, upTo, by: { role, at: deps.clock.now() }, fields, dryRun };
      if (!dryRun && total > AT_ONCE)
        return { status: 202, body: jobItem(await queueUndo(deps, cause, total, caller)) };
      const { counts, page, position } = await walk(deps, cause, caller, paging, signal);
      const read = () => undoneItems(deps, caller.workspace, page);
      const { found, headers } = dryRun
        ? { found: await read(), headers: {} }
        : await readBack(deps, allProjections, { position }, signal, read);
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
