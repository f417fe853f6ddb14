/** One active job per iD, one worker per job, and an outcome that no late worker can change. */
import type { Counts, IngestionEvent } from '../../../domain/ingestion/events.ts';
import { ingestion, type IngestionCommand } from '../../../domain/ingestion/ingestion.ts';
import { MOST_ATTEMPTS } from '../../../domain/ingestion/state.ts';
import { given } from '../../support/given.ts';
import { suite } from '../../support/suite.ts';

const ORCID = '0000-0002-1825-0097';
const counts: Counts = { found: 3, created: 1, refreshed: 0, unchanged: 1, failed: 1 };
const error = { code: 'timeout', message: 'crossref: timed out' };
const forced = { code: 'force_failed', message: 'stuck' };
const job = { jobId: 'j1', orcid: ORCID, shard: 2, triggerSource: 'api' } as const;
const report = { jobId: 'j1', worker: 'w1', counts } as const;
const outcome = { jobId: 'j1', counts } as const;

const queued: IngestionEvent = { type: 'IngestionQueued', data: job };
const started = (worker = 'w1', attempt = 1): IngestionEvent => ({
  type: 'IngestionStarted',
  data: { jobId: 'j1', attempt, worker },
});
const takenOver = (attempt = 2): IngestionEvent => ({
  type: 'IngestionTakenOver',
  data: { jobId: 'j1', attempt, worker: 'w2', from: 'w1' },
});
const retried = (attempt = 1): IngestionEvent => ({
  type: 'IngestionRetried',
  data: { ...outcome, attempt, error, notBefore: 9_000, works: ['10.5555/pots.2'] },
});
const succeeded: IngestionEvent = { type: 'IngestionSucceeded', data: { ...outcome, failedWorks: [] } };
const failed: IngestionEvent = { type: 'IngestionFailed', data: { ...outcome, error } };
const forceFailed: IngestionEvent = { type: 'IngestionForceFailed', data: { jobId: 'j1', error: forced } };
const reset: IngestionEvent = { type: 'IngestionReset', data: {} };

const queue = (jobId: string): IngestionCommand => ({ type: 'QueueIngestion', ...job, jobId });
const start = (worker: string, now = 10_000): IngestionCommand => ({
  type: 'StartIngestion',
  jobId: 'j1',
  worker,
  now,
});
const retry: IngestionCommand = {
  type: 'RetryIngestion',
  ...report,
  error,
  notBefore: 9_000,
  works: ['10.5555/pots.2'],
};
const succeed: IngestionCommand = { type: 'SucceedIngestion', ...report, failedWorks: [] };

const queueing = suite('queueing an ingestion');
queueing('creates a job', () => given(ingestion).when(queue('j1')).then(queued));
queueing('does nothing while a job is waiting, running or waiting to be retried', () => {
  given(ingestion, queued).when(queue('j2')).thenNothing();
  given(ingestion, queued, started()).when(queue('j2')).thenNothing();
  given(ingestion, queued, started(), retried()).when(queue('j2')).thenNothing();
});
queueing('creates the next job after a failed one', () =>
  given(ingestion, queued, started(), failed)
    .when(queue('j2'))
    .then({ type: 'IngestionQueued', data: { ...job, jobId: 'j2' } }),
);
queueing('keeps the record that an earlier job succeeded', () => {
  const again: IngestionEvent = { type: 'IngestionQueued', data: { ...job, jobId: 'j1', succeededBefore: true } };
  given(ingestion, queued, started(), succeeded).when(queue('j1')).then(again);
  given(ingestion, again, started(), failed).when(queue('j1')).then(again);
});

const claiming = suite('claiming a job');
claiming('begins the first attempt', () => given(ingestion, queued).when(start('w1')).then(started()));
claiming('begins the next attempt at its retry time', () =>
  given(ingestion, queued, started(), retried()).when(start('w2', 9_000)).then(started('w2', 2)),
);
claiming('is refused before that time', () =>
  given(ingestion, queued, started(), retried()).when(start('w2', 8_999)).thenRefused('conflict', 'job_not_waiting'),
);
claiming('is refused when another worker has it', () =>
  given(ingestion, queued, started()).when(start('w2')).thenRefused('conflict', 'job_not_waiting'),
);
claiming('does nothing when the worker has it already', () =>
  given(ingestion, queued, started()).when(start('w1')).thenNothing(),
);
claiming('is refused for a job that does not exist', () =>
  given(ingestion).when(start('w1')).thenRefused('not_found', 'job_not_found'),
);

const takingOver = suite('taking over a job');
const takeOver = (from: string): IngestionCommand => ({ type: 'TakeOverIngestion', jobId: 'j1', worker: 'w2', from });
takingOver('counts an attempt, since the job may have killed its worker', () =>
  given(ingestion, queued, started()).when(takeOver('w1')).then(takenOver()),
);
takingOver('continues the attempt of a worker that was shut down', () =>
  given(ingestion, queued, started())
    .when({ type: 'TakeOverIngestion', jobId: 'j1', worker: 'w2', from: 'w1', leftInOrder: true })
    .then(takenOver(1)),
);
takingOver('fails the job when its worker died in the last attempt', () => {
  const died: IngestionEvent = {
    type: 'IngestionFailed',
    data: {
      jobId: 'j1',
      counts,
      error: {
        code: 'worker_died',
        message: 'its worker ended without a word in the last of 5 attempts, perhaps because of this job',
      },
    },
  };
  const progressed: IngestionEvent = { type: 'IngestionProgressed', data: report };
  given(ingestion, queued, started('w1', MOST_ATTEMPTS), progressed).when(takeOver('w1')).then(died);
});
takingOver('takes over a job despite many earlier takeovers that did not count attempts', () =>
  given(ingestion, queued, started(), ...Array.from({ length: 120 }, () => takenOver(1)))
    .when({ type: 'TakeOverIngestion', jobId: 'j1', worker: 'w3', from: 'w2' })
    .then({ type: 'IngestionTakenOver', data: { jobId: 'j1', attempt: 2, worker: 'w3', from: 'w2' } }),
);
takingOver('is refused when another worker now has the job', () =>
  given(ingestion, queued, started('w3')).when(takeOver('w1')).thenRefused('conflict', 'job_not_left'),
);
takingOver('does nothing the second time', () =>
  given(ingestion, queued, started(), takenOver()).when(takeOver('w1')).thenNothing(),
);

const working = suite('working on a job');
working('reports progress', () =>
  given(ingestion, queued, started())
    .when({ type: 'ReportProgress', ...report })
    .then({ type: 'IngestionProgressed', data: report }),
);
working('goes back to the queue with the works that failed', () =>
  given(ingestion, queued, started()).when(retry).then(retried()),
);
working('fails when the last attempt failed as a whole', () =>
  given(ingestion, queued, started('w1', MOST_ATTEMPTS)).when(retry).then(failed),
);
working('succeeds', () => given(ingestion, queued, started()).when(succeed).then(succeeded));
working('fails', () =>
  given(ingestion, queued, started())
    .when({ type: 'FailIngestion', ...report, error })
    .then(failed),
);

const late = suite('a worker that resumes too late');
for (const command of [
  { type: 'ReportProgress', ...report },
  retry,
  succeed,
  { type: 'FailIngestion', ...report, error },
] satisfies IngestionCommand[])
  late(`decides nothing by ${command.type}`, () => {
    given(ingestion, queued, started(), takenOver()).when(command).thenNothing();
    given(ingestion, queued, started(), forceFailed).when(command).thenNothing();
    given(ingestion, queued, started(), retried(), started('w2', 2)).when(command).thenNothing();
    given(ingestion, queued, started(), failed, { type: 'IngestionQueued', data: { ...job, jobId: 'j2' } })
      .when(command)
      .thenNothing();
    given(ingestion, queued, started(), forceFailed, reset).when(command).thenNothing();
  });

const ending = suite('force-failing a job');
const force: IngestionCommand = { type: 'ForceFailIngestion', jobId: 'j1', error: forced };
ending('fails it while it is waiting or running', () => {
  given(ingestion, queued).when(force).then(forceFailed);
  given(ingestion, queued, started()).when(force).then(forceFailed);
});
ending('is refused when it has ended', () => {
  given(ingestion, queued, started(), succeeded).when(force).thenRefused('not_found', 'job_not_active');
  given(ingestion, queued, forceFailed).when(force).thenRefused('not_found', 'job_not_active');
});
ending('resets finished and waiting jobs, but not a running one', () => {
  given(ingestion, queued).when({ type: 'ResetIngestion' }).then(reset);
  given(ingestion, queued, started(), succeeded).when({ type: 'ResetIngestion' }).then(reset);
  given(ingestion, queued, started()).when({ type: 'ResetIngestion' }).thenNothing();
  given(ingestion, queued, reset).when({ type: 'ResetIngestion' }).thenNothing();
});

const losing = suite('a list that has lost works');
losing('is accepted by the job that staff queue for that purpose', () =>
  given(ingestion)
    .when({ ...queue('j1'), acceptsLosses: true } as IngestionCommand)
    .then({ type: 'IngestionQueued', data: { ...job, jobId: 'j1', acceptsLosses: true } }),
);
losing('is counted on a job that unlinked nothing', () =>
  given(ingestion, queued, started())
    .when({ ...succeed, lostWorks: 3 })
    .then({ type: 'IngestionSucceeded', data: { ...outcome, failedWorks: [], lostWorks: 3 } }),
);
