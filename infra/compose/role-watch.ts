/** Looks on at one role in this thread: what it measures, and what it says of itself. */
import type { WatchRequest } from '../../api/http/ports.ts';
import type { ProjectorOptions } from '../../workers/projector/index.ts';
import type { Config } from '../config.ts';
import { newStatus, type RoleStatus } from '../health/status.ts';
import { openMeasures, type Measured } from '../metrics/measures.ts';
import type { ProviderCall } from '../metrics/providers.ts';
import type { StoreWatch } from './stores.ts';

/** What a role tells when it is asked. */
export type RoleReport = { readonly measured: Measured; readonly status: RoleStatus };

export type RoleWatch = {
  readonly status: RoleStatus;
  readonly stores: StoreWatch;
  readonly requests: (listener: 'public' | 'dashboard') => WatchRequest;
  readonly connections: (pool: string, count: () => Promise<number>) => void;
  readonly providerCall: (call: ProviderCall) => void;
  readonly providerLane: (provider: string, sizes: () => { in_use: number; waiting: number }) => void;
  readonly leads: (isLeading: boolean) => void;
  readonly projector: Pick<ProjectorOptions, 'onBatch' | 'onProgress' | 'onWait'>;
  report(): Promise<RoleReport>;
  close(): void;
};

/** Null if nobody asks. */
export const watchRole = async (
  role: string,
  { metricsPort, mongodbUrl }: Pick<Config, 'metricsPort' | 'mongodbUrl'>,
): Promise<RoleWatch | undefined> => {
  if (metricsPort === null) return undefined;
  const measures = openMeasures(role);
  const status = newStatus();
  if (mongodbUrl !== null) {
    const { poolOf } = await import('../mongodb/client.ts');
    measures.addPool('mongodb', () => poolOf(mongodbUrl) ?? {});
  }
  return {
    status,
    stores: { events: measures.events, command: measures.command },
    requests: measures.requests,
    connections: (pool, count) => measures.addPool(pool, async () => ({ open: await count() })),
    providerCall: measures.providerCall,
    providerLane: (provider, sizes) => measures.addPool(provider, sizes),
    leads: (isLeading) => {
      status.leading = isLeading;
      status.waitingFor = null;
      measures.projecting.leads(isLeading);
    },
    projector: {
      onBatch: ({ projection, events, ms }) => measures.projecting.batch(projection, events.length, ms),
      onProgress: () => {
        status.waitingFor = null;
      },
      onWait: ({ what }) => {
        status.waitingFor = `the ${what}`;
      },
    },
    report: async () => ({ measured: await measures.read(), status }),
    close: () => measures.close(),
  };
};
