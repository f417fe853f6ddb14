/** The latest ingestion jobs of a workspace. */
import { REQUEST } from '../../../domain/limits.ts';
import { listJobs } from '../../../projections/queries/ingestions.ts';
import { MEMBER } from '../../http/access.ts';
import { route, type Route } from '../../http/route.ts';
import { choiceOf, COUNT, integerOf, object } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';
import { JOB, withUnchanged } from './job.ts';

export const jobsRoute = (deps: Pick<DashboardDeps, 'readModels' | 'state'>): Route =>
  route('GET /api/ingest/jobs', MEMBER, {
    summary: 'List jobs',
    description:
      'The latest job of each iD ever queued, most recently changed first: an overview of at most `limit` jobs, without further pages. `counts` has the number in each status.',
    query: {
      status: choiceOf(['queued', 'processing', 'failed', 'succeeded'], { description: 'Only jobs in this status.' }),
      limit: integerOf(1, REQUEST.pageItems, { default: 50, description: 'Maximum number of jobs.' }),
    },
    responses: {
      200: object({
        jobs: { type: 'array', items: JOB },
        counts: object({ queued: COUNT, processing: COUNT, failed: COUNT, succeeded: COUNT }),
      }),
    },
    handle: async ({ query, caller: { workspace } }) => {
      const { status = null, limit } = query;
      const { jobs, counts } = await listJobs(deps.readModels, workspace, { status, limit });
      return { body: { jobs: await withUnchanged(deps, workspace, jobs), counts } };
    },
  });
