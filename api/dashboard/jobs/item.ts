/** What all long jobs have in common: their state, and who asked for them when. */
import type { LongJob } from '../../../commands/long-jobs.ts';
import { MILLISECONDS, object, orNull, STRING } from '../../http/schemas.ts';

export const LONG_JOB = {
  status: { type: 'string', enum: ['queued', 'running', 'succeeded', 'failed'], examples: ['running'] },
  error: {
    ...object({ code: STRING, message: STRING }),
    type: ['object', 'null'],
    examples: [null],
    description:
      'Why it failed: `cancelled` by an administrator, or its requester may no longer do this: `membership_ended`, `role_lowered`; for a merge of people also that one of them was merged or erased meanwhile. What it ' +
      'had done stays.',
  },
  requested_by: object({ type: STRING, id: STRING }),
  requested_at: MILLISECONDS,
  finished_at: { ...orNull('integer'), examples: [null], description: 'Epoch milliseconds, UTC.' },
} as const;

export const longJobItem = ({ status, error, actor, requestedAt, finishedAt }: LongJob) => ({
  ...{ status, error, requested_by: actor, requested_at: requestedAt, finished_at: finishedAt },
});
