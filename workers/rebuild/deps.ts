/** The dependencies of rebuilds; each function takes those it uses. */
import type { EventStore, StateStore } from '../../commands/ports.ts';
import type { ProjectorDeps } from '../projector/index.ts';

/** `readModels` addresses every generation by its own name. */
export type RebuildDeps = Omit<ProjectorDeps, 'events' | 'allowed'> & {
  readonly events: EventStore;
  readonly state: StateStore;
  readonly holder: string;
};
