/**
 * Runs the long jobs of one kind in one leader across all processes; the next leader resumes interrupted jobs. Those of a workspace
 * run in the order of their requests, and workspaces take turns.
 */
import type { Caller } from '../commands/caller.ts';
import type { LongJob } from '../commands/long-jobs.ts';
import type { Log, StateStore } from '../commands/ports.ts';
import { Unavailable } from '../domain/errors.ts';
import { groupedBy } from '../domain/grouped.ts';
import { whileLeading, type WorkerOptions } from './leading.ts';
import { inRounds } from './rounds.ts';

type LongJobsOfAKind<J extends LongJob> = {
  readonly lease: string;
  readonly what: string;
  readonly waiting: () => AsyncIterable<J>;
  /** Yields the saved job after each step; may throw the signal's reason once it is aborted. */
  readonly carryOut: (job: J, signal: AbortSignal) => AsyncIterable<J>;
};

const EVERY_MS = 500;
const LEASE_MS = 10_000;

const keyOf = ({ workspace, id }: LongJob): string => `${workspace}/${id}`;

/** One correlation id for all events lets an undo find them; the fixed command id makes retries after a crash idempotent. */
export const callerOf = ({ id, workspace, actor }: LongJob, causationId: string | null = null): Caller => ({
  ...{ workspace, actor, correlationId: id, causationId, commandId: id },
});

const isRunning = ({ status }: LongJob): number => (status === 'running' ? 1 : 0);

/** A running job stays first even if one with an earlier time arrives, from a process with a slow clock: the two must not interleave. */
const inOrder = (a: LongJob, b: LongJob): number =>
  isRunning(b) - isRunning(a) || a.requestedAt - b.requestedAt || (a.id < b.id ? -1 : 1);

/**
 * Resolves when the signal is aborted and the running step has ended. A failed job is retried in the next round and does not stop the
 * others; one for which something is unavailable stops only those of its workspace.
 */
export const runLongJobs = <J extends LongJob>(
  { state, log }: { readonly state: StateStore; readonly log: Log },
  { lease, what, waiting, carryOut }: LongJobsOfAKind<J>,
  { name, signal, everyMs = EVERY_MS, leaseMs = LEASE_MS, waits }: WorkerOptions,
): Promise<void> =>
  whileLeading(state, lease, name, { ttlMs: leaseMs, log, waits, signal }, (leading) => {
    /** Kept between turns: a restarted iterator would read everything again. */
    const begun = new Map<string, AsyncIterator<J>>();

    /** Runs one step of the first job that has one and does not fail; false if there is none. `failed`: keys of this round. */
    const step = async (jobs: readonly J[], failed: Set<string>): Promise<boolean> => {
      for (const job of jobs) {
        if (leading.aborted) return false;
        if (failed.has(keyOf(job))) continue;
        const steps = begun.get(keyOf(job)) ?? carryOut(job, leading)[Symbol.asyncIterator]();
        begun.delete(keyOf(job));
        try {
          const saved = await steps.next();
          if (saved.done === true) continue;
          if (saved.value.finishedAt === null) begun.set(keyOf(job), steps);
          return true;
        } catch (error) {
          if (error instanceof Unavailable) throw error;
          if (leading.aborted) return false;
          failed.add(keyOf(job));
          log.error({ workspace: job.workspace, job: job.id, err: error }, `${what} failed`);
        }
      }
      return false;
    };

    /** Lists the jobs before each turn, so that new ones are included. */
    const round = async (): Promise<void> => {
      const failed = new Set<string>();
      for (let hasStepped = true; hasStepped && !leading.aborted;) {
        hasStepped = false;
        const [jobs, failures]: [J[], unknown[]] = [[], []];
        for await (const job of waiting()) jobs.push(job);
        for (const ofWorkspace of groupedBy(jobs.sort(inOrder), ({ workspace }) => workspace).values()) {
          try {
            if (await step(ofWorkspace, failed)) hasStepped = true;
          } catch (error) {
            failures.push(error);
          }
        }
        if (failures.length > 0) throw failures[0];
      }
    };
    return inRounds(round, { what, everyMs, log, waits, signal: leading });
  });
