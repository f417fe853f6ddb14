/** Ingests iDs in an installation and waits until every job has ended. */
import { setTimeout as pause } from 'node:timers/promises';
import { loadState } from '../../commands/aggregate.ts';
import { ingestionAggregate } from '../../commands/ingestion.ts';
import { queueIngestions } from '../../commands/queue-ingestions.ts';
import type { TriggerSource } from '../../domain/ingestion/events.ts';
import { isActive, type Job } from '../../domain/ingestion/state.ts';
import { runIngestionWorker } from '../../workers/ingestion/worker.ts';
import type { Installation } from './installation.ts';
import { noWaits } from './silent.ts';

export const jobsOf = async (installation: Installation, orcids: readonly string[]): Promise<readonly Job[]> => {
  const jobs: Job[] = [];
  for (const orcid of orcids) {
    const { state } = await loadState(installation.events, ingestionAggregate, installation.caller.workspace, orcid);
    if (state.job !== null) jobs.push(state.job);
  }
  return jobs;
};

type Ingesting = {
  /** Concurrently. */
  readonly workers?: number;
  readonly triggerSource?: TriggerSource;
  readonly acceptsLosses?: boolean;
};

/** The jobs as they ended. */
export const ingestAll = async (
  installation: Installation,
  orcids: readonly string[],
  { workers = 1, triggerSource = 'cli', acceptsLosses = false }: Ingesting = {},
): Promise<readonly Job[]> => {
  await queueIngestions(
    installation,
    { orcids, triggerSource, acceptsLosses, shards: 4 },
    { ...installation.caller, commandId: installation.ids.next() },
  );
  return endedJobs(installation, orcids, workers);
};

/** The same for jobs that are already queued. */
export const endedJobs = async (
  installation: Installation,
  orcids: readonly string[],
  workers = 1,
): Promise<readonly Job[]> => {
  await installation.settled();
  const done = new AbortController();
  const running = Array.from({ length: workers }, (_, n) =>
    runIngestionWorker(installation, { name: `worker-${n}`, signal: done.signal, waits: noWaits }),
  );
  try {
    for (;;) {
      const jobs = await jobsOf(installation, orcids);
      if (jobs.every((job) => !isActive(job))) return jobs;
      await pause(50);
    }
  } finally {
    done.abort();
    await Promise.all(running);
    await installation.settled();
  }
};

/** The number of events of each type, in streams with this prefix. */
export const tally = async ({ events }: Installation, prefix: string): Promise<Readonly<Record<string, number>>> => {
  const counts: Record<string, number> = {};
  for await (const { stream, type } of events.readAll())
    if (stream.startsWith(prefix)) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
};
