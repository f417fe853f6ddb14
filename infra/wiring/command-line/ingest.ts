/** `colophon ingest`: queues jobs and works on them until they are done, alongside a running server if there is one. */
import { setTimeout as pause } from 'node:timers/promises';
import { loadState } from '../../../commands/aggregate.ts';
import { bootstrap } from '../../../commands/bootstrap.ts';
import { newCaller } from '../../../commands/caller.ts';
import { ingestionAggregate } from '../../../commands/ingestion.ts';
import { knownWorkspace } from '../../../commands/known-workspace.ts';
import { queueIngestions, type Queued } from '../../../commands/queue-ingestions.ts';
import type { JobError, TriggerSource } from '../../../domain/ingestion/events.ts';
import { isActive, NO_COUNTS } from '../../../domain/ingestion/state.ts';
import type { SelectedJobs } from '../../../projections/queries/ingestions.ts';
import type { IngestionDeps } from '../../../workers/ingestion/ports.ts';
import { runIngestionWorker } from '../../../workers/ingestion/worker.ts';
import { Interrupted } from '../../../workers/cli/ports.ts';
import type { IngestReport, JobReport, Operations, Watch } from '../../../workers/cli/operations.ts';
import type { Config } from '../../config.ts';
import { randomIds, uniqueName } from '../../system.ts';
import { withRoles } from './with-projector.ts';
import { waitsOf } from '../roles/context.ts';
import { whileIngesting } from '../roles/ingesting.ts';
import { runProjectorRole } from '../roles/projector.ts';
import { waitForRows } from '../wait-for-rows.ts';
import { warnOfPaused, type CommandContext } from './operator-messages.ts';

export type IngestRequest = Parameters<Operations['ingest']>[1] & {
  readonly orcids: readonly string[];
  readonly triggerSource: TriggerSource;
};

const POLL_MS = 200;

type Awaited = SelectedJobs['jobs'][number];

/** A job whose end can no longer be observed counts as failed. */
const FORGOTTEN: JobError = { code: 'forgotten', message: 'the job was removed before it was seen to end' };
const SUPERSEDED: JobError = { code: 'superseded', message: 'another job was queued before this one was seen to end' };

const reportOn = async (
  deps: IngestionDeps,
  workspace: string,
  { id, orcid }: Awaited,
  last: JobReport | undefined,
): Promise<JobReport> => {
  const { job } = (await loadState(deps.events, ingestionAggregate, workspace, orcid)).state;
  if (job?.id === id) return { orcid, status: job.status, counts: job.counts, error: job.error };
  return { orcid, status: 'failed', counts: last?.counts ?? NO_COUNTS, error: job === null ? FORGOTTEN : SUPERSEDED };
};

/** The jobs to wait for: newly queued ones, and active ones, for example of an interrupted run. */
const awaited = ({ jobs, skipped }: Queued): readonly Awaited[] => [
  ...jobs,
  ...skipped.flatMap(({ orcid, reason, jobId: id }) =>
    reason === 'active' && id !== undefined ? [{ id, orcid }] : [],
  ),
];

const untilDone = async (
  deps: IngestionDeps,
  workspace: string,
  wanted: readonly Awaited[],
  watch: Watch,
  signal: AbortSignal,
): Promise<readonly JobReport[]> => {
  const reports = new Map<string, JobReport>();
  const open = new Set(wanted);
  while (open.size > 0 && !signal.aborted) {
    for (const job of open) {
      const report = await reportOn(deps, workspace, job, reports.get(job.orcid));
      reports.set(job.orcid, report);
      watch(report);
      if (!isActive({ status: report.status })) open.delete(job);
    }
    if (open.size > 0) await pause(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
  return [...reports.values()];
};

/** Queues jobs and waits for a running worker to finish them. Throws `Interrupted` if the signal ends the wait. */
export const queueAndWait = async (
  deps: IngestionDeps,
  config: Config,
  request: IngestRequest,
  watch: Watch,
  signal: AbortSignal,
  waitsFor?: (jobs: readonly Awaited[]) => void,
): Promise<IngestReport> => {
  const { workspace, ...queue } = request;
  const caller = newCaller(randomIds, workspace, { type: 'system', id: queue.triggerSource });
  const result = await queueIngestions(deps, { ...queue, shards: config.shards }, caller);
  const wanted = awaited(result);
  waitsFor?.(wanted);
  const jobs = await untilDone(deps, workspace, wanted, watch, signal);
  const done = jobs.filter(({ status }) => !isActive({ status })).length;
  if (done < wanted.length)
    throw new Interrupted(
      `${wanted.length - done} of ${wanted.length} iDs remain; a running worker continues with them, or run the same command again`,
    );
  const rowsCurrent = await waitForRows(deps, signal);
  if (signal.aborted) throw new Interrupted('all jobs are done; the listings show them once a projector has run');
  return { jobs, skipped: result.skipped.filter(({ reason }) => reason !== 'active'), rowsCurrent };
};

/** Runs a projector, which leads if no other does, and a worker for only these jobs in this process. */
export const ingest = (context: CommandContext, request: IngestRequest, watch: Watch): Promise<IngestReport> =>
  whileIngesting(context, async (deps) => {
    const jobs: Awaited[] = [];
    const only: SelectedJobs = { workspace: request.workspace, jobs };
    await bootstrap(deps);
    await knownWorkspace(deps, request.workspace);
    await warnOfPaused(context);
    return withRoles(
      context.signal,
      [
        (signal) => runProjectorRole({ ...context, signal }),
        (signal) => runIngestionWorker(deps, { name: uniqueName('cli'), waits: waitsOf(context), signal, only }),
      ],
      (signal) => queueAndWait(deps, context.config, request, watch, signal, (wanted) => void jobs.push(...wanted)),
    );
  });
