/** How far the harvest of a workspace has come: where another leader goes on. Without it, it begins again, and asks nothing twice. */
import { longestPause } from '../../../domain/ingestion/schedule.ts';
import type { IngestionDeps } from '../deps.ts';

export type Run = {
  readonly id: string;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly phase: 'people' | 'publications' | 'done';
  /** The row of the phase after which it goes on; null = the first. */
  readonly after: string | null;
  /** Epoch ms before which it rests, since a provider is down. */
  readonly notBefore: number;
};

const keyOf = (workspace: string): string => `harvest/${workspace}`;

type Deps = Pick<IngestionDeps, 'state' | 'clock' | 'ids' | 'harvestIntervalMs'>;

/** The run to carry on, or a new one when that is due; null while there is nothing to do. */
export const runNow = async (
  { state, clock, ids, harvestIntervalMs }: Deps,
  workspace: string,
): Promise<Run | null> => {
  const now = clock.now();
  const run = ((await state.get(keyOf(workspace)))?.value ?? null) as Run | null;
  if (run !== null && run.phase !== 'done') return run.notBefore > now ? null : run;
  if (run !== null && run.startedAt <= now && now < run.startedAt + harvestIntervalMs) return null;
  return { id: ids.next(), startedAt: now, phase: 'people', after: null, notBefore: 0 };
};

export const openProgress = (
  { state, harvestIntervalMs }: Pick<Deps, 'state' | 'harvestIntervalMs'>,
  workspace: string,
  begun: Run,
  record: () => Promise<void>,
) => {
  let run = begun;
  return {
    now: () => run,
    /** The next phase, from its first row; kept with the next save. */
    begin: (phase: Run['phase']): void => {
      run = { ...run, phase, after: null };
    },
    /** Puts on record what was found so far, then where the run goes on. Throws `Unavailable`. */
    save: async (next: Partial<Run>): Promise<void> => {
      await record();
      run = { ...run, ...next };
      await state.put(keyOf(workspace), run, { ttlMs: 2 * longestPause(harvestIntervalMs) });
    },
  };
};
export type Progress = ReturnType<typeof openProgress>;
