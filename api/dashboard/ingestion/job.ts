/** The schema of an ingestion job. */
import { orcidUnchangedAt } from '../../../commands/last-checks.ts';
import type { JobItem } from '../../../projections/queries/ingestions.ts';
import type { DashboardDeps } from '../deps.ts';
import { COUNT, object, orNull, STRING, titled } from '../../http/schemas.ts';

const JOB_ERROR = object({ code: STRING, message: STRING });

const FIELDS = {
  id: { ...orNull('string'), description: 'Null for an iD that was never queued.' },
  orcid_id: STRING,
  status: { type: 'string', enum: ['none', 'queued', 'processing', 'succeeded', 'failed'], examples: ['succeeded'] },
  shard: orNull('integer'),
  attempt: COUNT,
  trigger_source: orNull('string'),
  queued_at: orNull('integer'),
  started_at: orNull('integer'),
  finished_at: orNull('integer'),
  counts: object({ found: COUNT, created: COUNT, refreshed: COUNT, unchanged: COUNT, failed: COUNT }),
  failed_works: { type: 'array', items: object({ work: STRING, error: JOB_ERROR }) },
  lost_works: {
    ...COUNT,
    description:
      'Works that are no longer on any list but stay linked, because their list lost half of its works or more at once. To ' +
      'unlink them, queue the iD with `accept_losses`.',
  },
  error: { ...JOB_ERROR, type: ['object', 'null'], examples: [null] },
  requested_by: { ...object({ type: STRING, id: STRING }), type: ['object', 'null'] },
  correlation_id: {
    ...orNull('string'),
    description:
      'The correlation id of the request or harvest that the job belongs to; finds its changes on the timeline.',
  },
} as const;

/** The latest job in the record of a person, whose answer a harvest without a change leaves as it is. */
export const LAST_JOB = object(FIELDS);

export const JOB_FIELDS = {
  ...FIELDS,
  unchanged_at: {
    ...orNull('integer'),
    description:
      'When a harvest last found the iD unchanged since this job; null if never, or if the job did not succeed.',
  },
} as const;

export const JOB = titled('Job', JOB_FIELDS);

/** Adds when harvests have looked since. Throws `Unavailable`. */
export const withUnchanged = <Item extends JobItem>(
  { state }: Pick<DashboardDeps, 'state'>,
  workspace: string,
  jobs: readonly Item[],
): Promise<readonly (Item & { readonly unchanged_at: number | null })[]> =>
  Promise.all(
    jobs.map(async (job) => {
      const at = job.status === 'succeeded' ? await orcidUnchangedAt(state, workspace, job.orcid_id) : null;
      return { ...job, unchanged_at: at !== null && at >= (job.finished_at ?? 0) ? at : null };
    }),
  );
