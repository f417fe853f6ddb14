/** Dependencies of ingestion. */
import type { Deps } from '../../commands/handle.ts';
import type { Log, StateStore } from '../../commands/ports.ts';
import type { ReadModels } from '../../projections/ports.ts';
import type { TimeBudgetOptions } from './time-budget.ts';
import type { Providers } from './ports.ts';

export type IngestionDeps = Deps & {
  readonly state: StateStore;
  readonly readModels: ReadModels;
  readonly providers: Providers;
  readonly log: Log;
  /** Sources of the lists of works of an iD. */
  readonly sources: readonly ('orcid' | 'openalex')[];
  readonly harvestIntervalMs: number;
  /** How long providers may keep a job or import waiting; default: `PROVIDER` in the limits. */
  readonly timeBudget?: TimeBudgetOptions | undefined;
};
