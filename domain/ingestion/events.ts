/** The jobs of one ORCID iD in one workspace, one after the other: `ingestion-{workspace}~{orcid}` (decisions §9). */
import type { DomainEvent } from '../event.ts';

export type Counts = {
  readonly found: number;
  readonly created: number;
  readonly refreshed: number;
  readonly unchanged: number;
  readonly failed: number;
};

export type JobError = { readonly code: string; readonly message: string };

/** What asked for the job: a person, a key, the people page, the harvest, the command line. */
export type TriggerSource = 'api' | 'dashboard' | 'people_page' | 'harvest' | 'cli' | 'demo';

/** A work that a job could not fetch or keep, and why. `work` is its DOI or work key. */
export type FailedWork = { readonly work: string; readonly error: JobError };

/** A record that a provider confirmed and that had not changed: no event of its own, but `last_fetched_at` moves. */
export type Confirmed = { readonly doi: string; readonly at: number };

/** How far a job has come. `counts` are its so far. */
export type Report = { readonly jobId: string; readonly counts: Counts; readonly confirmed: readonly Confirmed[] };

export type IngestionEvent =
  | DomainEvent<
      'IngestionQueued',
      {
        readonly jobId: string;
        readonly orcid: string;
        readonly shard: number;
        readonly triggerSource: TriggerSource;
        /** That a job has succeeded before, so that the present job can be known without reading all that came before it. */
        readonly succeededBefore?: true;
        /** What the person's list has lost is unlinked, however much it is: staff have confirmed it. */
        readonly acceptsLosses?: true;
      }
    >
  | DomainEvent<'IngestionStarted', { readonly jobId: string; readonly attempt: number; readonly worker: string }>
  /** Another worker took over a job whose worker let its lease lapse. */
  | DomainEvent<
      'IngestionTakenOver',
      { readonly jobId: string; readonly attempt: number; readonly worker: string; readonly from: string }
    >
  /** At sensible intervals, not one per work. */
  | DomainEvent<'IngestionProgressed', Report & { readonly worker: string }>
  /** A failed attempt that may succeed later: back to queued, not before `notBefore`. `works` are the only ones tried again; null = all. */
  | DomainEvent<
      'IngestionRetried',
      Report & {
        readonly attempt: number;
        readonly error: JobError;
        readonly notBefore: number;
        readonly works: readonly string[] | null;
      }
    >
  | DomainEvent<
      'IngestionSucceeded',
      Report & {
        readonly failedWorks: readonly FailedWork[];
        /** Works that the person's list has lost, and that stay linked until staff confirm it. */
        readonly lostWorks?: number;
      }
    >
  | DomainEvent<'IngestionFailed', Report & { readonly error: JobError }>
  /** By a person, or by clearing stuck jobs: stays failed whatever its worker does later. */
  | DomainEvent<'IngestionForceFailed', { readonly jobId: string; readonly error: JobError }>
  /** Site reset, when asked: finished and waiting jobs are forgotten. */
  | DomainEvent<'IngestionReset', Record<string, never>>;
