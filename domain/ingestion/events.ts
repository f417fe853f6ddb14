/** The jobs of one ORCID iD in one workspace, in sequence: `ingestion-{workspace}~{orcid}`. */
import type { DomainEvent } from '../event.ts';

export type Counts = {
  readonly found: number;
  readonly created: number;
  readonly refreshed: number;
  readonly unchanged: number;
  readonly failed: number;
};

export type JobError = { readonly code: string; readonly message: string };

/** What requested the job: a person, a key, the people page, the harvest, the command line. */
export type TriggerSource = 'api' | 'dashboard' | 'people_page' | 'harvest' | 'cli' | 'demo';

/** A work that a job could not fetch or store, and why. `work` is its DOI or work key. */
export type FailedWork = { readonly work: string; readonly error: JobError };

/** Progress of a job. `counts` are its totals so far. */
export type Report = { readonly jobId: string; readonly counts: Counts };

/** Only `works` are retried, null = all, not before `notBefore` (epoch ms). */
export type Retry = { readonly error: JobError; readonly notBefore: number; readonly works: readonly string[] | null };

export type Success = {
  readonly failedWorks: readonly FailedWork[];
  /** Works missing from the person's list; they stay linked until staff confirm the loss. */
  readonly lostWorks?: number;
};

export type IngestionEvent =
  | DomainEvent<
      'IngestionQueued',
      {
        readonly jobId: string;
        readonly orcid: string;
        readonly shard: number;
        readonly triggerSource: TriggerSource;
        /** Whether an earlier job has succeeded, so the current job can be folded without reading all earlier ones. */
        readonly succeededBefore?: true;
        /** Works missing from the person's list are unlinked, however many: staff have confirmed it. */
        readonly acceptsLosses?: true;
      }
    >
  | DomainEvent<'IngestionStarted', { readonly jobId: string; readonly attempt: number; readonly worker: string }>
  /** Another worker took over a job whose lease had expired. */
  | DomainEvent<
      'IngestionTakenOver',
      { readonly jobId: string; readonly attempt: number; readonly worker: string; readonly from: string }
    >
  /** At intervals, not one per work. */
  | DomainEvent<'IngestionProgressed', Report & { readonly worker: string }>
  /** A failed attempt that may succeed later: queued again. */
  | DomainEvent<'IngestionRetried', Report & Retry & { readonly attempt: number }>
  | DomainEvent<'IngestionSucceeded', Report & Success>
  | DomainEvent<'IngestionFailed', Report & { readonly error: JobError }>
  /** Ended by a person or by clearing stuck jobs; it stays failed whatever its worker does later. */
  | DomainEvent<'IngestionForceFailed', { readonly jobId: string; readonly error: JobError }>
  /** Finished and waiting jobs are forgotten, as an option of a site reset. */
  | DomainEvent<'IngestionReset', Record<string, never>>;
