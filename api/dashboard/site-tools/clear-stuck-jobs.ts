/** Fails jobs that have been stuck for too long, across shards. */
import { TEXT, UPKEEP } from '../../../domain/limits.ts';
import { clearStuckJobs, type StandingJob } from '../../../commands/site-tools/clear-stuck-jobs.ts';
import { isActive, type JobStatus } from '../../../domain/ingestion/state.ts';
import { ingestionsProjection } from '../../../projections/ingestions.ts';
import { jobsOf } from '../../../projections/queries/ingestions.ts';
import { stream } from '../../../projections/queries/listing.ts';
import { withWorkspaces } from '../../../projections/queries/members.ts';
import { WORKSPACE_ADMIN } from '../../http/access.ts';
import { route, type Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { BOOLEAN, COUNT, object, STRING, textOf } from '../../http/schemas.ts';
import { waitUntilCaughtUp, waitUntilVisible } from '../../http/visible.ts';
import { answerFor, failureSchema, SHARD_ERROR } from './shards.ts';

const SECOND_MS = 1_000;
const DEFAULT_SECONDS = 3_600;
const { least: LEAST_SECONDS, most: MOST_SECONDS } = UPKEEP.clearedAfterSeconds;
const TIMEOUT_MS = 10 * 60_000;

const RESULT = {
  dryRun: BOOLEAN,
  thresholdSeconds: COUNT,
  cleared: { ...COUNT, description: 'Jobs failed, or with `dryRun` those that would be.' },
  jobs: { type: 'array', items: object({ job_id: STRING, orcid_id: STRING, shard: COUNT }) },
  shards: { type: 'array', items: object({ shard: COUNT, cleared: COUNT, error: SHARD_ERROR }) },
  correlation_id: STRING,
} as const;

const stuckJobs = ({ readModels }: DashboardDeps, workspace: string, before: number): AsyncIterable<StandingJob> =>
  stream(readModels, {
    ...jobsOf(workspace),
    items: (rows) =>
      rows.map(({ status, lastTransitionAt, shard, jobId, orcid, revision }) =>
        status !== 'none' && isActive({ status: status satisfies JobStatus }) && lastTransitionAt <= before
          ? { shard, jobId, orcid, revision }
          : null,
      ),
  });

export const clearStuckJobsRoute = (deps: DashboardDeps): Route =>
  route('POST /api/site-tools/clear-stuck-jobs', WORKSPACE_ADMIN, {
    summary: 'Clear stuck jobs',
    description:
      'Fails queued and processing jobs that have not moved for `thresholdSeconds`, shard by shard. A failing shard does not ' +
      'stop the others; the response is then 500 and names the shard. `dryRun` returns what would be failed.',
    timeoutMs: TIMEOUT_MS,
    body: object(
      {
        thresholdSeconds: { type: 'integer', minimum: LEAST_SECONDS, maximum: MOST_SECONDS, default: DEFAULT_SECONDS },
        dryRun: { ...BOOLEAN, default: false },
        reason: textOf(TEXT.reasonCharacters, { minLength: 1 }),
      },
      ['thresholdSeconds', 'dryRun', 'reason'],
    ),
    responses: { 200: object(RESULT), 500: failureSchema(RESULT) },
    handle: async ({ body, caller, signal }) => {
      const { thresholdSeconds = DEFAULT_SECONDS, dryRun = false, reason = null } = body;
      await waitUntilCaughtUp(deps, [ingestionsProjection], signal);
      const jobs = stuckJobs(deps, caller.workspace, deps.clock.now() - thresholdSeconds * SECOND_MS);
      const request = { jobs, shards: deps.shards, thresholdSeconds, reason, dryRun };
      const { shards, jobs: cleared, position } = await clearStuckJobs(withWorkspaces(deps), request, caller);
      const headers = await waitUntilVisible(deps, [ingestionsProjection], { position }, signal);
      const result = {
        dryRun,
        thresholdSeconds,
        cleared: cleared.length,
        jobs: cleared.map(({ jobId, orcid, shard }) => ({ job_id: jobId, orcid_id: orcid, shard })),
        shards: shards.map(({ shard, done, error }) => ({ shard, cleared: done, error })),
        correlation_id: caller.correlationId,
      };
      return answerFor(shards, result, headers);
    },
  });
