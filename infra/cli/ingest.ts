/** `colophon ingest` queues jobs and works on them until they are done, beside a running server if there is one; `colophon import doi`. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { loadState } from '../../commands/aggregate.ts';
import { bootstrap } from '../../commands/bootstrap.ts';
import { newCaller } from '../../commands/caller.ts';
import { ingestionAggregate } from '../../commands/ingestion.ts';
import { knownWorkspace } from '../../commands/known-workspace.ts';
import { queueIngestions, type Queued } from '../../commands/queue-ingestions.ts';
import type { JobError, TriggerSource } from '../../domain/ingestion/events.ts';
import { isActive, NO_COUNTS, type Job } from '../../domain/ingestion/state.ts';
import type { SelectedJobs } from '../../projections/queries/ingestions.ts';
import type { IngestionDeps } from '../../workers/ingestion/ports.ts';
import type { Imported } from '../../workers/ingestion/import-doi.ts';
import type { Config } from '../config.ts';
import { Interrupted } from '../interrupted.ts';
import { randomIds, uniqueName } from '../system.ts';
import { waitsOf } from '../wiring/roles/context.ts';
import { runProjectorRole } from '../wiring/roles/projector.ts';
import { waitForRows } from '../wiring/wait-for-rows.ts';
import { warnOfPaused, withRoles, type Invocation, type Run } from './invocation.ts';
import { examples, workspaceOption } from './options.ts';
import { answer, FAILED, openBar, SILENT, whileShown, type Out, type Progress } from './output.ts';

export type JobReport = Pick<Job, 'orcid' | 'status' | 'counts' | 'error'>;

export type IngestReport = {
  readonly jobs: readonly JobReport[];
  readonly skipped: readonly { readonly orcid: string; readonly reason: string }[];
  /** False if the rows did not catch up in time. */
  readonly rowsCurrent: boolean;
};

/** Called with a job whenever it makes progress. */
type Watch = (job: JobReport) => void;

type IngestAsked = {
  readonly workspace: string;
  readonly skipExisting: boolean;
  /** Unlinks all works missing from their ORCID lists, however many. */
  readonly acceptsLosses: boolean;
};

export type IngestRequest = IngestAsked & {
  readonly orcids: readonly string[];
  readonly triggerSource: TriggerSource;
};

type InStores = Pick<Invocation, 'withStores'>;

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

/** Queues the iDs and waits for their jobs: runs a projector, which leads if no other does, and a worker for only these jobs. */
export const ingest = (
  { withStores }: InStores,
  orcids: readonly string[],
  asked: IngestAsked,
  watch: Watch,
): Promise<IngestReport> =>
  withStores(
    async (context) => {
      // The providers are large: --help and completion do without.
      const { whileIngesting } = await import('../wiring/roles/ingesting.ts');
      const { runIngestionWorker } = await import('../../workers/ingestion/worker.ts');
      const request: IngestRequest = { orcids, ...asked, triggerSource: 'cli' };
      return whileIngesting(context, async (deps) => {
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
    },
    { files: 'create' },
  );

/** Imports one publication and links it to the given people. */
export const importByDoi = (
  { withStores }: InStores,
  doi: string,
  { workspace, orcids }: { readonly workspace: string; readonly orcids: readonly string[] },
): Promise<Imported> =>
  withStores(
    async (context) => {
      const { whileIngesting } = await import('../wiring/roles/ingesting.ts');
      const { importDoi } = await import('../../workers/ingestion/import-doi.ts');
      return whileIngesting(context, async (deps) => {
        await bootstrap(deps);
        await knownWorkspace(deps, workspace);
        const caller = newCaller(randomIds, workspace, { type: 'system', id: 'cli' });
        return importDoi(deps, { doi, personOrcids: orcids }, caller, context.signal);
      });
    },
    { files: 'create' },
  );

const found = ({ counts }: JobReport): number => counts.found;
const done = ({ counts }: JobReport): number => counts.created + counts.refreshed + counts.unchanged + counts.failed;

const sentence = ({ orcid, status, counts, error }: JobReport): string => {
  const { created, refreshed, unchanged, failed } = counts;
  const tally = `${counts.found} found: ${created} new, ${refreshed} refreshed, ${unchanged} unchanged, ${failed} failed`;
  return `${orcid}  ${status}  ${tally}${error === null ? '' : `  (${error.code}: ${error.message})`}`;
};

export const ingestionOn = ({ bars, line }: Out, isQuiet: boolean): Progress<Watch> => {
  if (isQuiet) return SILENT;
  if (bars !== null) {
    const { show, end } = openBar(bars, 'ingesting {bar} {value}/{total} works, {left} left');
    const jobs = new Map<string, JobReport>();
    const sum = (of: (job: JobReport) => number): number => [...jobs.values()].reduce((all, job) => all + of(job), 0);
    const draw = (): void => show('', sum(done), sum(found));
    const watch: Watch = (job) => {
      jobs.set(job.orcid, job);
      draw();
    };
    draw();
    return { watch, end };
  }
  const printed = new Map<string, string>();
  const watch: Watch = (job) => {
    const text = sentence(job);
    if (printed.get(job.orcid) !== text) line(text);
    printed.set(job.orcid, text);
  };
  return { ...SILENT, watch };
};

const printIngestion = ({ jobs, skipped, rowsCurrent }: IngestReport, out: Out): void => {
  if (out.bars !== null) for (const job of jobs) out.line(sentence(job));
  for (const { orcid, reason } of skipped) out.line(`${orcid}  skipped (${reason.replaceAll('_', ' ')})`);
  if (!rowsCurrent)
    out.line('The rows have not caught up yet: everything is recorded, and listings show it once they do.');
};

type IngestOptions = { workspace: string; skipExisting: boolean; acceptLosses: boolean; json?: true };

export const addCommands = (program: Command, run: Run, out: Out): void => {
  program
    .command('ingest')
    .description('ingest the publications of researchers and wait until done')
    .argument('<orcid...>', 'ORCID iDs')
    .addOption(workspaceOption())
    .option('--skip-existing', 'skip iDs that have been ingested before', false)
    .option('--accept-losses', 'unlink works missing from their ORCID lists, however many', false)
    .addHelpText(
      'after',
      examples(
        'colophon ingest 0000-0002-1825-0097 0000-0001-5109-3700',
        'colophon ingest 0000-0002-1825-0097 --skip-existing --json',
        'colophon ingest 0000-0002-1825-0097 --accept-losses',
      ),
    )
    .action(async (orcids: string[], { acceptLosses, json, ...options }: IngestOptions) => {
      const report = await whileShown(ingestionOn(out, json === true), (watch) =>
        run(ingest, orcids, { ...options, acceptsLosses: acceptLosses }, watch),
      );
      answer(out, json, report, printIngestion);
      if (!report.rowsCurrent || report.jobs.some(({ status }) => status === 'failed')) process.exitCode = FAILED;
    });

  program
    .command('import')
    .description('import one publication')
    .command('doi')
    .description('import one publication by its DOI')
    .argument('<doi>')
    .addOption(workspaceOption())
    .option('--person <orcid...>', 'registered people to link to it', [])
    .addHelpText(
      'after',
      examples(
        'colophon import doi 10.5555/cpot.2019.001',
        'colophon import doi 10.5555/cpot.2019.001 --person 0000-0002-1825-0097',
      ),
    )
    .action(async (doi: string, options: { workspace: string; person: string[]; json?: true }) => {
      const imported = await run(importByDoi, doi, { workspace: options.workspace, orcids: options.person });
      answer(out, options.json, imported, () => out.line(`${imported.doi}  ${imported.outcome}`));
    });
};
