/** The dependencies of rebuilds; each function takes those it uses. */
import type { Clock, EventStore, Log, StateStore } from '../../commands/ports.ts';
import type { Projection } from '../../projections/define.ts';
import type { ReadModels } from '../../projections/ports.ts';

export type RebuildDeps = {
  readonly events: EventStore;
  /** Addresses every generation by its own name. */
  readonly readModels: ReadModels;
  readonly state: StateStore;
  readonly projections: readonly Projection[];
  readonly clock: Clock;
  readonly log: Log;
  readonly holder: string;
  /** The release of this program: what another one could not fold is tried again. Without it, only skipped events are. */
  readonly release?: string | undefined;
};
