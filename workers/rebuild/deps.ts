/** The dependencies of rebuilds; each function takes those it uses. */
import type { EventStore, StateStore } from '../../commands/ports.ts';
import type { ProjectorDeps } from '../projector/index.ts';

/**
 * `readModels` addresses every generation by its own name. `release`: what another one could not fold is tried again; without it,
 * only skipped events are.
 */
export type RebuildDeps = Omit<ProjectorDeps, 'events' | 'allowed'> & {
  readonly events: EventStore;
  readonly state: StateStore;
  readonly holder: string;
};
