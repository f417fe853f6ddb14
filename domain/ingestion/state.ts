/** The jobs of one iD as the rules need them: the current one, and how it got there. */
import type { Counts, FailedWork, JobError, TriggerSource } from './events.ts';

export type JobStatus = 'queued' | 'processing' | 'succeeded' | 'failed';

export type Job = {
  readonly id: string;
  readonly orcid: string;
  readonly shard: number;
  readonly triggerSource: TriggerSource;
  readonly status: JobStatus;
  /** Attempts started. */
  readonly attempt: number;
  /** The worker, while it is processing. */
  readonly worker: string | null;
  /** Epoch ms; a queued job waits until then. */
  readonly notBefore: number;
  readonly counts: Counts;
  /** The works that the next attempt tries; null = all. */
  readonly works: readonly string[] | null;
  readonly error: JobError | null;
  readonly failedWorks: readonly FailedWork[];
  readonly acceptsLosses: boolean;
};

export type Ingestion = { readonly job: Job | null; readonly hasSucceeded: boolean };

export const NO_COUNTS: Counts = { found: 0, created: 0, refreshed: 0, unchanged: 0, failed: 0 };

/** After this many attempts the job ends, recording what still fails. */
export const MOST_ATTEMPTS = 5;

/** Longer than any delay before a retry, which is a quarter of an hour at most. */
export const LONGEST_WAIT_MS = 20 * 60_000;

/** A time later than the longest wait came from a wrong clock. */
export const waits = ({ notBefore }: Pick<Job, 'notBefore'>, now: number): boolean =>
  notBefore > now && notBefore <= now + LONGEST_WAIT_MS;

export const isActive = <J extends Pick<Job, 'status'>>(job: J | null): job is J =>
  job?.status === 'queued' || job?.status === 'processing';
