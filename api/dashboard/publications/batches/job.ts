/** The progress of a batch that runs as a job. */
import { BATCH_ACTIONS } from '../../../../commands/publication-batches/act.ts';
import { batches, type Batch } from '../../../../commands/publication-batches/batches.ts';
import { MEMBER } from '../../../http/access.ts';
import { route, type Route } from '../../../http/route.ts';
import { COUNT, madeId, STRING, titled } from '../../../http/schemas.ts';
import type { DashboardDeps } from '../../deps.ts';
import { LONG_JOB, longJobItem } from '../../jobs/item.ts';
import { mustExist } from '../../../../domain/must-exist.ts';

export const ACTION = { type: 'string', enum: BATCH_ACTIONS } as const;

export const COUNTS = {
  publications: { ...COUNT, description: 'Publications in the batch.' },
  changed: COUNT,
  unchanged: { ...COUNT, description: 'Publications already in the requested state.' },
  refused: COUNT,
} as const;

export const JOB = titled('PublicationBatch', {
  id: {
    ...STRING,
    examples: ['0198a2b3-6a5f-7c1b-9d2e-4f5a6b7c8d9e'],
    description: 'Also the `correlation_id` of its events, which can be undone by it.',
  },
  action: ACTION,
  ...COUNTS,
  ...LONG_JOB,
});

export const jobItem = (job: Batch) => ({
  ...{ id: job.id, action: job.action, publications: job.total, ...job.counts },
  ...longJobItem(job),
});

export const batchJobRoute = (deps: DashboardDeps): Route =>
  route('GET /api/publications/batches/:id', MEMBER, {
    params: { id: madeId('The id of the batch.') },
    summary: 'Batch progress',
    description: 'The progress of a batch accepted with 202, until 30 days after it ends.',
    responses: { 200: JOB },
    errors: [404],
    handle: async ({ params, caller: { workspace } }) => ({
      body: jobItem(mustExist(await batches.get(deps.state, workspace, params.id), 'batch')),
    }),
  });
