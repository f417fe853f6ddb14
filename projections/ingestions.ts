/** The latest job of each iD and workspace: what its status is, and what a worker must know to find it. */
import type { Actor, Position, Revision } from '../domain/event.ts';
import type { Counts, FailedWork, IngestionEvent, JobError, TriggerSource } from '../domain/ingestion/events.ts';
import { NO_COUNTS, type JobStatus } from '../domain/ingestion/state.ts';
import { defineFold, type Changes, type EventOf, type Projection, versioned } from './define.ts';
import { rowId, subjectOf } from './ids.ts';
import type { Collection } from './ports.ts';

export type IngestionRow = {
  readonly id: string;
  readonly workspace: string;
  readonly orcid: string;
  /** `none` after a reset. */
  readonly status: JobStatus | 'none';
  readonly jobId: string;
  readonly shard: number;
  readonly attempt: number;
  readonly triggerSource: TriggerSource;
  readonly worker: string | null;
  /** Epoch ms before which a queued job waits. */
  readonly notBefore: number;
  readonly queuedAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly lastTransitionAt: number;
  /** When a harvest last found the iD's record and lists as this job left them. */
  readonly unchangedAt: number | null;
  readonly counts: Counts;
  readonly failedWorks: readonly FailedWork[];
  /** Works that the list has lost and that are linked still. Default: none. */
  readonly lostWorks?: number;
  readonly error: JobError | null;
  readonly requestedBy: Actor;
  /** Of the request or the harvest, and of all that it changed. */
  readonly correlationId: string;
  readonly queuedPosition: Position;
  /** Of the last event of the stream: what is decided from the row holds only as long as this does. */
  readonly revision: Revision;
};

const VERSION = 5;

export const ingestions: Collection<IngestionRow> = {
  name: versioned('ingestions', VERSION),
  indexes: [
    { equal: ['workspace'] },
    { equal: ['status'], sort: 'notBefore' },
    { equal: ['status'], sort: 'lastTransitionAt' },
    { equal: ['workspace', 'status'], sort: 'lastTransitionAt' },
  ],
  unasked: [
    { equal: ['status'], sort: 'notBefore', dir: 'desc' },
    { equal: ['status'], sort: 'lastTransitionAt', dir: 'desc' },
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
    unchangedAt: null,
    counts: NO_COUNTS,
    failedWorks: [],
    error: null,
    requestedBy: metadata.actor,
    correlationId: metadata.correlationId,
    queuedPosition: position,
    revision,
  };
};

/** A step of the job that the row is about; steps of earlier jobs change nothing of it. */
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
  // No step of the job itself: one that goes from worker to worker stands where it stood, and is stuck like any other.
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
  IngestionReset: (row, { revision }) =>
    row === null ? null : { ...row, status: 'none', unchangedAt: null, revision },
  // Who has been forgotten stays so, whatever was looked at meanwhile.
  FoundUnchanged: (row, { data: { from, people } }) => {
    if (row?.status !== 'succeeded' || !Object.hasOwn(people, row.orcid)) return row;
    const at = from + (people[row.orcid] ?? 0);
    return at < Math.max(row.unchangedAt ?? 0, row.finishedAt ?? 0) ? row : { ...row, unchangedAt: at };
  },
};

export const ingestionsProjection: Projection = {
  name: 'ingestions',
  version: VERSION,
  streams: ['ingestion-', 'harvest-'],
  folds: [
    defineFold<IngestionRow>({
      collection: ingestions,
      ids: (event) => {
        if (event.type === 'FoundUnchanged')
          return Object.keys(event.data.people).map((orcid) => rowId(event.metadata.workspace, orcid));
        return event.stream.startsWith('ingestion-') ? [event.stream.slice('ingestion-'.length)] : [];
      },
      when,
    }),
  ],
};
