/** What rebuilding works with; each part of it takes what it uses. */
import type { Clock, EventStore, Log, StateStore } from '../../commands/ports.ts';
import type { Projection } from '../../projections/define.ts';
import type { ReadModels } from '../../projections/ports.ts';

export type RebuildDeps = {
  readonly events: EventStore;
  /** Every generation by its own name. */
  readonly readModels: ReadModels;
  readonly state: StateStore;
  readonly projections: readonly Projection[];
  readonly clock: Clock;
  readonly log: Log;
  readonly holder: string;
  /** Of this program: what another could not fold is tried again. Without one, only what was passed over is. */
  readonly release?: string | undefined;
};
