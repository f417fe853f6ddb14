/** What ingestion works with. */
import type { Deps } from '../../commands/handle.ts';
import type { Log, StateStore } from '../../commands/ports.ts';
import type { ReadModels } from '../../projections/ports.ts';
import type { Providers } from './ports.ts';

export type IngestionDeps = Deps & {
  readonly state: StateStore;
  readonly readModels: ReadModels;
  readonly providers: Providers;
  readonly log: Log;
  /** Where the works of an iD are looked up. */
  readonly sources: readonly ('orcid' | 'openalex')[];
};
