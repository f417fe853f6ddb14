/** Everything that one role measures in one thread, each labelled with the role's name. */
import { Registry } from 'prom-client';
import type { WatchRequest } from '../../../api/http/ports.ts';
import type { EventStore, WatchCommand } from '../../../commands/ports.ts';
import { appendsIn } from './appends.ts';
import { commandsIn } from './commands.ts';
import { matchingIn, type MeasureMatching } from './matching.ts';
import { poolsIn, type AddPool } from './pools.ts';
import { projectingIn, type Projecting } from './projecting.ts';
import { providersIn, type ProviderCall } from './providers.ts';
import { requestsIn } from './requests.ts';
import { watchThread } from './thread.ts';

/** As a thread passes it on to the one that serves metrics. */
export type Measured = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

export type Measures = {
  readonly requests: (listener: 'public' | 'dashboard') => WatchRequest;
  readonly command: WatchCommand;
  /** The same store, with its appends measured. */
  readonly events: (store: EventStore) => EventStore;
  readonly projecting: Projecting;
  readonly matching: MeasureMatching;
  readonly providerCall: (call: ProviderCall) => void;
  readonly addPool: AddPool;
  read(): Promise<Measured>;
  close(): void;
};

export const openMeasures = (role: string): Measures => {
  const registry = new Registry();
  registry.setDefaultLabels({ role });
  return {
    requests: requestsIn(registry),
    command: commandsIn(registry),
    events: appendsIn(registry),
    projecting: projectingIn(registry),
    matching: matchingIn(registry),
    providerCall: providersIn(registry),
    addPool: poolsIn(registry),
    read: () => registry.getMetricsAsJSON(),
    close: watchThread(registry),
  };
};
