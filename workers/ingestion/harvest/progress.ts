/** Persists the progress of a workspace's harvest, so that another leader can resume it. If lost, the run restarts without repeating requests. */
import { longestPause } from '../../../domain/ingestion/schedule.ts';
import type { IngestionDeps } from '../ports.ts';
import { REST_MS } from './findings.ts';

export type Run = {
  readonly id: string;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly phase: 'people' | 'publications' | 'done';
  /** The run resumes after this row of the phase; null = from the first. */
  readonly after: string | null;
  /** Epoch ms until which it pauses because a provider is down. */
  readonly notBefore: number;
};

const keyOf = (workspace: string): string => `harvest/${workspace}`;

type Deps = Pick<IngestionDeps, 'state' | 'clock' | 'ids' | 'harvestIntervalMs'>;

/** The run to resume, or a new one if due; null if there is nothing to do. */
export const runNow = async (
  { state, clock, ids, harvestIntervalMs }: Deps,
  workspace: string,
): Promise<Run | null> => {
  const now = clock.now();
  const run = ((await state.get(keyOf(workspace)))?.value ?? null) as Run | null;
  // Further ahead than a pause lasts, the time came from a wrong clock.
  if (run !== null && run.phase !== 'done') return run.notBefore > now && run.notBefore <= now + REST_MS ? null : run;
  if (run !== null && run.startedAt <= now && now < run.startedAt + harvestIntervalMs) return null;
  return { id: ids.next(), startedAt: now, phase: 'people', after: null, notBefore: 0 };
};

export const openProgress = (
  { state, harvestIntervalMs }: Pick<Deps, 'state' | 'harvestIntervalMs'>,
  workspace: string,
  begun: Run,
) => {
  let run = begun;
  return {
    now: () => run,
    /** Starts a phase at its first row; persisted by the next save. */
    begin: (phase: Run['phase']): void => {
      run = { ...run, phase, after: null };
    },
    /** Throws `Unavailable`. */
    save: async (next: Partial<Run>): Promise<void> => {
      run = { ...run, ...next };
      await state.put(keyOf(workspace), run, { ttlMs: 2 * longestPause(harvestIntervalMs) });
    },
  };
};
export type Progress = ReturnType<typeof openProgress>;
