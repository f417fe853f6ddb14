/** Lists stuck jobs and fails them manually. */
import { TEXT, UPKEEP } from '../../../domain/limits.ts';
import { handle } from '../../../commands/handle.ts';
import { ingestionAggregate } from '../../../commands/ingestion.ts';
import { parseOrcid } from '../../../domain/orcid.ts';
import { ingestionsProjection } from '../../../projections/ingestions.ts';
import { latestJobs, stuckJobs } from '../../../projections/queries/ingestions.ts';
import { WORKSPACE_ADMIN } from '../../http/access.ts';
import { ORCID } from '../../http/identifiers.ts';
import { route, type Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { BOOLEAN, COUNT, integerOf, madeId, MILLISECONDS, object, STRING, textOf } from '../../http/schemas.ts';
import { readBack } from '../../http/visible.ts';
import { JOB, JOB_FIELDS, withUnchanged } from './job.ts';

const SECOND_MS = 1_000;

const FAILED = { success: BOOLEAN, job_id: STRING };

export const stuckRoutes = (deps: DashboardDeps): readonly Route[] => [
  route('GET /api/ingest/stuck', WORKSPACE_ADMIN, {
    summary: 'Stuck jobs',
    description: 'Queued or processing jobs without progress for `threshold_seconds`, across shards; longest first.',
    query: {
      threshold_seconds: integerOf(0, UPKEEP.stuckSeconds, {
        default: 3_600,
        description: 'Minimum time without progress, in seconds.',
      }),
      limit: integerOf(1, UPKEEP.stuckJobs, { default: 100, description: 'Maximum number of jobs.' }),
    },
    responses: {
      200: object({
        jobs: { type: 'array', items: object({ ...JOB_FIELDS, last_transition_at: MILLISECONDS }) },
        count: COUNT,
        threshold_seconds: COUNT,
        limit: COUNT,
      }),
    },
    handle: async ({ query, caller: { workspace } }) => {
      const { threshold_seconds: threshold, limit } = query;
      const before = deps.clock.now() - threshold * SECOND_MS;
      const stuck = await stuckJobs(deps.readModels, workspace, { before, limit });
      const jobs = await withUnchanged(deps, workspace, stuck);
      return { body: { jobs, count: jobs.length, threshold_seconds: threshold, limit } };
    },
  }),
  route('POST /api/ingest/stuck/:jobId/force-fail', WORKSPACE_ADMIN, {
    params: { jobId: madeId('The id of the job.') },
    summary: 'Fail a job',
    description: 'Marks an active job as failed, even if its worker finishes it later.',
    body: object(
      { orcid_id: { ...ORCID, minLength: 1 }, error_message: textOf(TEXT.noteCharacters, { minLength: 1 }) },
      ['error_message'],
    ),
    responses: { 200: object({ ...FAILED, job: JOB }), 202: object(FAILED) },
    errors: [404, 409],
    handle: async ({ params, body, caller, signal }) => {
      const { orcid_id, error_message: message = 'ended by hand' } = body;
      const orcid = parseOrcid(orcid_id);
      const { jobId } = params;
      const command = { type: 'ForceFailIngestion', jobId, error: { code: 'force_failed', message } } as const;
      const { position } = await handle(deps, ingestionAggregate, orcid, command, caller);
      const { found, headers } = await readBack(deps, [ingestionsProjection], { position }, signal, () =>
        latestJobs(deps.readModels, caller.workspace, [orcid]),
      );
      const [job] = await withUnchanged(deps, caller.workspace, found ?? []);
      if (job === undefined) return { status: 202, body: { success: true, job_id: jobId }, headers };
      return { body: { success: true, job_id: jobId, job }, headers };
    },
  }),
];
