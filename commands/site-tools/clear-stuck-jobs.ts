/** Fails jobs of a workspace that have been stuck for too long. */
import type { Position, Revision } from '../../domain/event.ts';
import type { ShardOutcome } from '../../domain/site/events.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../handle.ts';
import { ingestionAggregate } from '../ingestion.ts';
import type { Log } from '../ports.ts';
import type { RightsDeps } from '../rights.ts';
import { plainText } from '../text/index.ts';
import { recordSiteEvent } from './record.ts';
import { sender } from './sender.ts';
import { sweep } from './sweep.ts';

export type StandingJob = {
  readonly shard: number;
  readonly jobId: string;
  readonly orcid: string;
  /** Of the last event of its stream when it was found stuck. */
  readonly revision: Revision;
};

export type ClearRequest = {
  readonly jobs: AsyncIterable<StandingJob>;
  readonly shards: number;
  readonly thresholdSeconds: number;
  readonly reason: string | null;
  readonly dryRun: boolean;
};

export type Cleared = {
  readonly shards: readonly ShardOutcome[];
  /** The jobs that were, or would be, failed. */
  readonly jobs: readonly StandingJob[];
  readonly position: Position | null;
};

export const clearStuckJobs = async (
  deps: Deps & RightsDeps & { readonly log: Log },
  { jobs, shards, thresholdSeconds, dryRun, ...asked }: ClearRequest,
  caller: Caller,
): Promise<Cleared> => {
  const send = sender(deps, caller, 'workspace_admin', dryRun);
  const reason = plainText(asked.reason ?? '') || null;
  const message = reason ?? `stuck for more than ${thresholdSeconds} s`;
  const cleared: StandingJob[] = [];
  const outcomes = await sweep(
    jobs,
    shards,
    async (job) => {
      const error = { code: 'stuck', message };
      const command = { type: 'ForceFailIngestion', jobId: job.jobId, error } as const;
      // A job that has progressed since it was read is no longer stuck.
      const isFailed = await send(ingestionAggregate, job.orcid, command, { ifRevision: job.revision });
      if (isFailed) cleared.push(job);
      return isFailed;
    },
    (shard, err) => deps.log.error({ err, shard, correlationId: caller.correlationId }, 'stuck jobs were not cleared'),
  );
  const data = { thresholdSeconds, reason, jobs: cleared.length, shards: outcomes };
  const position = dryRun ? null : await recordSiteEvent(deps, { type: 'StuckJobsCleared', data }, caller);
  return { shards: outcomes, jobs: cleared, position };
};
