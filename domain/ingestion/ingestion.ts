/** The rules of ingestion jobs: one active job per iD, one worker per job, and an end that no late worker can change. */
import type { Decider } from '../decider.ts';
import { Refused } from '../errors.ts';
import { mustExist } from '../must-exist.ts';
import type { IngestionEvent, JobError, Report, Retry, Success, TriggerSource } from './events.ts';
import { isActive, MOST_ATTEMPTS, NO_COUNTS, waits, type Ingestion, type Job } from './state.ts';

/** Sent by the job's worker with every step. */
type ReportCommand = Report & { readonly worker: string } & (
    | { readonly type: 'ReportProgress' }
    | ({ readonly type: 'RetryIngestion' } & Retry)
    | ({ readonly type: 'SucceedIngestion' } & Success)
    | { readonly type: 'FailIngestion'; readonly error: JobError }
  );

export type IngestionCommand =
  | {
      readonly type: 'QueueIngestion';
      readonly jobId: string;
      readonly orcid: string;
      readonly shard: number;
      readonly triggerSource: TriggerSource;
      readonly acceptsLosses?: boolean;
      /** Only if this is still the latest job, since an automatic request may be based on an older state. */
      readonly after?: string;
    }
  | { readonly type: 'StartIngestion'; readonly jobId: string; readonly worker: string; readonly now: number }
  /** The current worker's lease has expired, or it shut down and released the job. */
  | {
      readonly type: 'TakeOverIngestion';
      readonly jobId: string;
      readonly worker: string;
      readonly from: string;
      readonly leftInOrder?: boolean;
    }
  | ReportCommand
  | { readonly type: 'ForceFailIngestion'; readonly jobId: string; readonly error: JobError }
  | { readonly type: 'ResetIngestion' };

const isHeldBy = ({ status, worker }: Job, by: string): boolean => status === 'processing' && worker === by;

const WORKERS_DIED: JobError = {
  code: 'worker_died',
  message: `its worker ended without a word in the last of ${MOST_ATTEMPTS} attempts, perhaps because of this job`,
};

const claimable = ({ job }: Ingestion, jobId: string): Job => mustExist(job?.id === jobId ? job : null, 'job');

const reported = (job: Job, command: ReportCommand): IngestionEvent => {
  const { jobId, counts } = command;
  const report: Report = { jobId, counts };
  switch (command.type) {
    case 'ReportProgress':
      return { type: 'IngestionProgressed', data: { ...report, worker: command.worker } };
    case 'RetryIngestion': {
      const { error, notBefore, works } = command;
      if (job.attempt >= MOST_ATTEMPTS) return { type: 'IngestionFailed', data: { ...report, error } };
      return { type: 'IngestionRetried', data: { ...report, attempt: job.attempt, error, notBefore, works } };
    }
    case 'SucceedIngestion': {
      const { failedWorks, lostWorks = 0 } = command;
      return { type: 'IngestionSucceeded', data: { ...report, failedWorks, ...(lostWorks > 0 && { lostWorks }) } };
    }
    case 'FailIngestion':
      return { type: 'IngestionFailed', data: { ...report, error: command.error } };
  }
};

export const ingestion: Decider<Ingestion, IngestionCommand, IngestionEvent> = {
  initial: { job: null, hasSucceeded: false },

  decide(command, state) {
    switch (command.type) {
      case 'QueueIngestion': {
        const { jobId, orcid, shard, triggerSource, after, acceptsLosses = false } = command;
        if ((after !== undefined && state.job?.id !== after) || isActive(state.job)) return [];
        const accepting = acceptsLosses ? ({ acceptsLosses } as const) : {};
        const before = state.hasSucceeded ? ({ succeededBefore: true } as const) : {};
        return [{ type: 'IngestionQueued', data: { jobId, orcid, shard, triggerSource, ...before, ...accepting } }];
      }
      case 'StartIngestion': {
        const { jobId, worker, now } = command;
        const job = claimable(state, jobId);
        if (isHeldBy(job, worker)) return [];
        if (job.status !== 'queued' || waits(job, now))
          throw new Refused('conflict', 'job_not_waiting', 'the job does not wait for a worker');
        return [{ type: 'IngestionStarted', data: { jobId, attempt: job.attempt + 1, worker } }];
      }
      case 'TakeOverIngestion': {
        const { jobId, worker, from, leftInOrder = false } = command;
        const job = claimable(state, jobId);
        if (isHeldBy(job, worker)) return [];
        if (job.status !== 'processing' || job.worker !== from)
          throw new Refused('conflict', 'job_not_left', 'the job is not in the hands of the worker that left it');
        // The job itself may have killed the worker: this counts as an attempt, or it would kill one worker after another.
        const attempt = leftInOrder ? job.attempt : job.attempt + 1;
        if (attempt > MOST_ATTEMPTS)
          return [{ type: 'IngestionFailed', data: { jobId, error: WORKERS_DIED, counts: job.counts } }];
        return [{ type: 'IngestionTakenOver', data: { jobId, attempt, worker, from } }];
      }
      case 'ForceFailIngestion':
        if (state.job?.id !== command.jobId || !isActive(state.job))
          throw new Refused('not_found', 'job_not_active', 'no such job, or it is not active');
        return [{ type: 'IngestionForceFailed', data: { jobId: command.jobId, error: command.error } }];
      case 'ResetIngestion':
        return state.job === null || state.job.status === 'processing' ? [] : [{ type: 'IngestionReset', data: {} }];
      default: {
        const { job } = state;
        // Reports of a worker that has lost the job have no effect.
        return job?.id === command.jobId && isHeldBy(job, command.worker) ? [reported(job, command)] : [];
      }
    }
  },

  evolve(state, event) {
    if (event.type === 'IngestionReset') return { job: null, hasSucceeded: false };
    if (event.type === 'IngestionQueued') {
      const { jobId: id, orcid, shard, triggerSource, succeededBefore = false, acceptsLosses = false } = event.data;
      const job: Job = {
        ...{ id, orcid, shard, triggerSource, acceptsLosses },
        status: 'queued',
        attempt: 0,
        worker: null,
        notBefore: 0,
        counts: NO_COUNTS,
        works: null,
        error: null,
        failedWorks: [],
      };
      return { job, hasSucceeded: state.hasSucceeded || succeededBefore };
    }
    const { job } = state;
    if (job === null || job.id !== event.data.jobId) return state;
    const becomes = (next: Partial<Job>): Ingestion => ({ ...state, job: { ...job, ...next } });
    switch (event.type) {
      case 'IngestionStarted':
      case 'IngestionTakenOver':
        return becomes({ status: 'processing', attempt: event.data.attempt, worker: event.data.worker, error: null });
      case 'IngestionProgressed':
        return becomes({ counts: event.data.counts });
      case 'IngestionRetried': {
        const { counts, error, notBefore, works } = event.data;
        return becomes({ status: 'queued', worker: null, counts, error, notBefore, works });
      }
      case 'IngestionSucceeded': {
        const { counts, failedWorks } = event.data;
        return {
          ...becomes({ status: 'succeeded', worker: null, counts, failedWorks, error: null }),
          hasSucceeded: true,
        };
      }
      case 'IngestionFailed':
        return becomes({ status: 'failed', worker: null, counts: event.data.counts, error: event.data.error });
      case 'IngestionForceFailed':
        return becomes({ status: 'failed', worker: null, error: event.data.error });
      default:
        event satisfies never;
        return state;
    }
  },
};
