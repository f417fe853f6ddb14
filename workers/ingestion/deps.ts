/** What ingestion works with. */
import type { Deps } from '../../commands/handle.ts';
import type { Log, StateStore } from '../../commands/ports.ts';
import type { ReadModels } from '../../projections/ports.ts';
import type { PatienceOptions } from './patience.ts';
import type { Providers } from './ports.ts';

export type IngestionDeps = Deps & {
  readonly state: StateStore;
  readonly readModels: ReadModels;
  readonly providers: Providers;
  readonly log: Log;
  /** Where the works of an iD are looked up. */
  readonly sources: readonly ('orcid' | 'openalex')[];
  /** How often a harvest looks, milliseconds. */
  readonly harvestIntervalMs: number;
  /** How long providers may keep a job or an import waiting; default as the limits have it. */
  readonly patience?: PatienceOptions | undefined;
};
