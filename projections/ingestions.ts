/** The latest ingestion job of each iD in each workspace: its status, and what a worker needs to find it. */
import type { Actor, Position, Revision } from '../domain/event.ts';
import type { IngestionEvent } from '../domain/ingestion/events.ts';
import { NO_COUNTS, type Job, type JobStatus } from '../domain/ingestion/state.ts';
import { defineFold, type Changes, type EventOf, type Projection, versioned } from './define.ts';
import { subjectOf } from './ids.ts';
import type { Collection } from './ports.ts';

export type IngestionRow = Pick<
  Job,
  'orcid' | 'shard' | 'attempt' | 'triggerSource' | 'worker' | 'notBefore' | 'counts' | 'failedWorks' | 'error'
> & {
  readonly id: string;
  readonly workspace: string;
  /** `none` after a reset. */
  readonly status: JobStatus | 'none';
  readonly jobId: string;
  readonly queuedAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly lastTransitionAt: number;
  /** Works that are no longer on the person's list but still linked. Default: none. */
  readonly lostWorks?: number;
  readonly requestedBy: Actor;
  /** Shared by the request or harvest and all the changes it made. */
  readonly correlationId: string;
  readonly queuedPosition: Position;
  /** Revision of the stream's last event; a decision based on the row holds only at this revision. */
  readonly revision: Revision;
};

const VERSION = 6;

export const ingestions: Collection<IngestionRow> = {
  name: versioned('ingestions', VERSION),
  indexes: [
    { equal: ['workspace'] },
    { equal: ['status'], sort: 'notBefore', asked: 'asc' },
    { equal: ['status'], sort: 'lastTransitionAt', asked: 'asc' },
    { equal: ['workspace', 'status'], sort: 'lastTransitionAt' },
  ],
};

type JobEvent = EventOf<Exclude<IngestionEvent['type'], 'IngestionQueued' | 'IngestionReset'>>;

const queued = (_row: IngestionRow | null, event: EventOf<'IngestionQueued'>, id: string): IngestionRow => {
  const { data, metadata, position, revision } = event;
  return {
    id,
    workspace: metadata.workspace,
    orcid: subjectOf(event),
    status: 'queued',
    jobId: data.jobId,
    shard: data.shard,
    attempt: 0,
    triggerSource: data.triggerSource,
    worker: null,
    notBefore: 0,
    queuedAt: metadata.at,
    startedAt: null,
    finishedAt: null,
    lastTransitionAt: metadata.at,
    counts: NO_COUNTS,
    failedWorks: [],
    error: null,
    requestedBy: metadata.actor,
    correlationId: metadata.correlationId,
    queuedPosition: position,
    revision,
  };
};

/** Applies a step of the row's current job. Steps of earlier jobs change nothing but the revision. */
const step =
  <E extends JobEvent>(change: (row: IngestionRow, event: E) => Partial<IngestionRow>) =>
  (row: IngestionRow | null, event: E): IngestionRow | null => {
    if (row === null) return null;
    const { data, metadata, revision } = event;
    if (row.jobId !== data.jobId) return { ...row, revision };
    return { ...row, lastTransitionAt: metadata.at, ...change(row, event), revision };
  };

const when: Changes<IngestionRow> = {
  IngestionQueued: queued,
  IngestionStarted: step(({ startedAt }, { data: { attempt, worker }, metadata: { at } }) => ({
    status: 'processing',
    attempt,
    worker,
    startedAt: startedAt ?? at,
    error: null,
  })),
  // A takeover is not progress: a job passed from worker to worker keeps its last transition, and counts as stuck like any other.
  IngestionTakenOver: step(({ lastTransitionAt }, { data: { attempt, worker } }) => ({
    status: 'processing',
    attempt,
    worker,
    lastTransitionAt,
  })),
  IngestionProgressed: step((_row, { data: { counts } }) => ({ counts })),
  IngestionRetried: step((_row, { data: { counts, error, notBefore } }) => ({
    status: 'queued',
    worker: null,
    counts,
    error,
    notBefore,
  })),
  IngestionSucceeded: step((_row, { data: { counts, failedWorks, lostWorks }, metadata: { at } }) => ({
    status: 'succeeded',
    worker: null,
    counts,
    failedWorks,
    ...(lostWorks === undefined ? {} : { lostWorks }),
    error: null,
    finishedAt: at,
  })),
  IngestionFailed: step((_row, { data: { counts, error }, metadata: { at } }) => ({
    status: 'failed',
    worker: null,
    counts,
    error,
    finishedAt: at,
  })),
  IngestionForceFailed: step((_row, { data: { error }, metadata: { at } }) => ({
    status: 'failed',
    worker: null,
    error,
    finishedAt: at,
  })),
  IngestionReset: (row, { revision }) => (row === null ? null : { ...row, status: 'none', revision }),
};

export const ingestionsProjection: Projection = {
  name: 'ingestions',
  version: VERSION,
  streams: ['ingestion-'],
  folds: [
    defineFold<IngestionRow>({
      collection: ingestions,
      ids: ({ stream }) => [stream.slice('ingestion-'.length)],
      when,
    }),
  ],
};
