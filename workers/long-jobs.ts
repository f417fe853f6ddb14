/** Carries the long jobs of one kind out, one after the other, by one leader over all processes; another goes on where it stopped. */
import type { Log, StateStore } from '../commands/ports.ts';
import { Unavailable } from '../domain/errors.ts';
import { whileLeading, type WorkerOptions } from './leading.ts';
import { inRounds } from './rounds.ts';

type Job = { readonly id: string; readonly workspace: string };

type LongJobsOfAKind<J extends Job> = {
  readonly lease: string;
  /** Of the log. */
  readonly what: string;
  readonly waiting: () => AsyncIterable<J>;
  /** The job after each step, as it is then on record, to its end. */
  readonly carryOut: (job: J) => AsyncIterable<J>;
};

const EVERY_MS = 500;
const LEASE_MS = 10_000;

/** Resolves when the signal is aborted and nothing is under way any more. One that fails is left for the next round, and stops no other. */
export const runLongJobs = <J extends Job>(
  { state, log }: { readonly state: StateStore; readonly log: Log },
  { lease, what, waiting, carryOut }: LongJobsOfAKind<J>,
  { name, signal, everyMs = EVERY_MS, leaseMs = LEASE_MS }: WorkerOptions,
): Promise<void> =>
  whileLeading(state, lease, name, { ttlMs: leaseMs, log, signal }, (leading) => {
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
    return inRounds(round, { what, everyMs, log, signal: leading });
  });
