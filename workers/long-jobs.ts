/** Runs the long jobs of one kind in sequence, in one leader across all processes; the next leader resumes an interrupted job. */
import type { Log, StateStore } from '../commands/ports.ts';
import { Unavailable } from '../domain/errors.ts';
import { whileLeading, type WorkerOptions } from './leading.ts';
import { inRounds } from './rounds.ts';

type Job = { readonly id: string; readonly workspace: string };

type LongJobsOfAKind<J extends Job> = {
  readonly lease: string;
  /** The name of the jobs in log messages. */
  readonly what: string;
  readonly waiting: () => AsyncIterable<J>;
  /** Yields the saved job after each step. */
  readonly carryOut: (job: J) => AsyncIterable<J>;
};

const EVERY_MS = 500;
const LEASE_MS = 10_000;

/** Resolves when the signal is aborted and the running job has stopped. A failed job is retried in the next round and does not stop the others. */
export const runLongJobs = <J extends Job>(
  { state, log }: { readonly state: StateStore; readonly log: Log },
  { lease, what, waiting, carryOut }: LongJobsOfAKind<J>,
  { name, signal, everyMs = EVERY_MS, leaseMs = LEASE_MS, waits }: WorkerOptions,
): Promise<void> =>
  whileLeading(state, lease, name, { ttlMs: leaseMs, log, waits, signal }, (leading) => {
    const round = async (): Promise<void> => {
      for await (const job of waiting()) {
        if (leading.aborted) return;
        try {
          for await (const _saved of carryOut(job)) if (leading.aborted) return;
        } catch (error) {
          if (error instanceof Unavailable) throw error;
          log.error({ workspace: job.workspace, job: job.id, err: error }, `${what} failed`);
        }
      }
    };
    return inRounds(round, { what, everyMs, log, waits, signal: leading });
  });
