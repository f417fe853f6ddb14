/** Everything that one role measures in one thread, each labelled with the role's name; and what a page of metrics is made of. */
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import { appendsIn } from './appends.ts';
import { commandsIn } from './commands.ts';
import { passedOverIn } from './matching.ts';
import { poolsIn } from './pools.ts';
import { projectingIn } from './projecting.ts';
import { providersIn } from './providers.ts';
import { requestsIn } from './requests.ts';
import { watchThread } from './thread.ts';

/** As a thread passes it on to the one that serves metrics. */
export type Measured = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

export const openMeasures = (role: string) => {
  const registry = new Registry();
  registry.setDefaultLabels({ role });
  return {
    requests: requestsIn(registry),
    command: commandsIn(registry),
    /** The same store, with its appends measured. */
    events: appendsIn(registry),
    projecting: projectingIn(registry),
    passedOver: passedOverIn(registry),
    providerCall: providersIn(registry),
    addPool: poolsIn(registry),
    read: () => registry.getMetricsAsJSON(),
    close: watchThread(registry),
  };
};

/** The process itself: processor time, memory, open files, garbage collection. */
export const openProcessMeasures = (): (() => Promise<Measured>) => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return () => registry.getMetricsAsJSON();
};

/** One page in the format that Prometheus reads. Nothing is added up: what two threads tell alike differs in its role. */
export const pageOf = async (measured: readonly Measured[]) => ({
  type: Registry.PROMETHEUS_CONTENT_TYPE,
  text: await AggregatorRegistry.aggregate([...measured]).metrics(),
});
