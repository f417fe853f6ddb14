/** The progress of an undo that runs as a job. */
import { undoJobs, type UndoJob } from '../../../commands/undo/jobs.ts';
import { NO_COUNTS } from '../../../commands/undo/outcome.ts';
import { MEMBER } from '../../http/access.ts';
import { route, type Route } from '../../http/route.ts';
import { COUNT, madeId, STRING, titled } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';
import { LONG_JOB, longJobItem } from '../jobs/item.ts';
import { mustExist } from '../../../domain/must-exist.ts';

export const COUNTS = {
  events: { ...COUNT, description: 'Events of the undone cause.' },
  undone: COUNT,
  unchanged: COUNT,
  refused: COUNT,
  steps: {
    ...COUNT,
    description:
      'Refused events of which nothing is left to undo: job steps, assigned identifiers, and events that sum up the others or follow from them.',
  },
} as const;

export const JOB = titled('UndoJob', {
  id: {
    ...STRING,
    examples: ['0198a2b3-6a5f-7c1b-9d2e-4f5a6b7c8d9e'],
    description: 'Also the `correlation_id` of its events, which can be undone by it.',
  },
  cause: { ...STRING, examples: ['01890c3e-6a5f-7c1b-9d2e-4f5a6b7c8d9e'] },
  ...COUNTS,
  ...LONG_JOB,
});

export const jobItem = (job: UndoJob) => ({
  ...{ id: job.id, cause: job.cause, events: job.total, ...NO_COUNTS, ...job.counts },
  ...longJobItem(job),
});

export const undoJobRoute = (deps: DashboardDeps): Route =>
  route('GET /api/undos/:id', MEMBER, {
    params: { id: madeId('The id of the job.') },
    summary: 'Undo progress',
    description:
      'The progress of an undo accepted with 202, until 30 days after it ends. A dry run for the same cause lists the refused events with reasons.',
    responses: { 200: JOB },
    errors: [404],
    handle: async ({ params, caller: { workspace } }) => ({
      body: jobItem(mustExist(await undoJobs.get(deps.state, workspace, params.id), 'undo')),
    }),
  });
