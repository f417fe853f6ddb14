/** Collects metrics, traces and status of the role in this thread. */
import type { Answered, WatchRequest } from '../../api/http/ports.ts';
import type { Waits } from '../../commands/waits.ts';
import { LaterRelease } from '../../domain/errors.ts';
import type { ProjectorOptions } from '../../workers/projector/index.ts';
import type { Config } from '../config.ts';
import { newStatus, type RoleStatus } from '../telemetry/health/readiness.ts';
import { type Measured, openMeasures } from '../telemetry/metrics/measures.ts';
import { version } from '../version.ts';
import type { StoreWatch } from './stores.ts';

/** Longer than the longest pause between two attempts: work that has not reported a wait for this long has resumed or ended. */
const WAIT_LAPSES_MS = 90_000;

export type RoleReport = { readonly measured: Measured; readonly status: RoleStatus };

const openTraces = async (role: string, endpoint: string | null) => {
  if (endpoint === null) return null;
  // Loaded only if enabled, to keep other starts fast.
  const spans = await import('../telemetry/tracing.ts');
  return { ...spans.openTracing(endpoint, { role, version }), spans };
};

const both =
  (outer: WatchRequest, inner: WatchRequest): WatchRequest =>
  (request, answer) =>
    outer(request, async () => {
      let answered: Answered = { route: null, status: 0, correlationId: '' };
      await inner(request, async () => (answered = await answer()));
      return answered;
    });

/** Undefined if neither metrics nor traces are enabled. */
export const watchRole = async (
  role: string,
  { metricsPort, mongodbUrl, otlpEndpoint }: Pick<Config, 'metricsPort' | 'mongodbUrl' | 'otlpEndpoint'>,
  /** Milliseconds, on a clock that only goes forwards. */
  now: () => number = () => performance.now(),
) => {
  if (metricsPort === null && otlpEndpoint === null) return undefined;
  const measures = openMeasures(role);
  const traces = await openTraces(role, otlpEndpoint);
  const status = newStatus();
  /** The unavailable stores by the work that waits for them, and when it last said so. */
  const waiting = new Map<string, { readonly store: string; readonly at: number }>();
  if (mongodbUrl !== null) {
    const { poolsOf } = await import('../mongodb/client/connection.ts');
    measures.addPool('mongodb', () => poolsOf(mongodbUrl));
  }
  const command = traces?.spans.tracedCommands(traces.tracer);
  return {
    status,
    stores: {
      events: (store) => measures.events(traces === null ? store : traces.spans.tracedAppends(traces.tracer, store)),
      command: command ? (sent, work) => command(sent, () => measures.command(sent, work)) : measures.command,
    } satisfies StoreWatch,
    requests: (listener: 'public' | 'dashboard'): WatchRequest => {
      const measured = measures.requests(listener);
      return traces === null ? measured : both(traces.spans.tracedRequests(traces.tracer, listener), measured);
    },
    connections: (pool: string, count: () => Promise<number>): void =>
      measures.addPool(pool, async () => ({ open: await count() })),
    providerCall: measures.providerCall,
    providerLimiter: measures.addPool,
    passedOver: measures.passedOver,
    leads: (isLeading: boolean): void => {
      status.leading = isLeading;
      status.waitingFor = null;
      measures.projecting.leads(isLeading);
    },
    projector: {
      onBatch: (batch) => {
        measures.projecting.batch(batch.projection, batch.events.length, batch.ms);
        if (traces !== null) traces.spans.traceBatch(traces.tracer, batch);
      },
    } satisfies Pick<ProjectorOptions, 'onBatch'>,
    waits: ((work, error) => {
      if (error === null) waiting.delete(work);
      else
        waiting.set(work, {
          store: `the ${error.what}${error instanceof LaterRelease ? `: ${error.reason}` : ''}`,
          at: now(),
        });
    }) satisfies Waits,
    report: async (): Promise<RoleReport> => {
      const since = now() - WAIT_LAPSES_MS;
      const wait = [...waiting.values()].find(({ at }) => at > since);
      return {
        measured: await measures.read(),
        status: { ...status, waitingFor: status.waitingFor ?? wait?.store ?? null },
      };
    },
    close: async (): Promise<void> => {
      measures.close();
      await traces?.close();
    },
  };
};

export type RoleWatch = NonNullable<Awaited<ReturnType<typeof watchRole>>>;
