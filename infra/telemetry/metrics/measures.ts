/** All metrics of one role in one thread, labelled with the role's name, and the metrics page. */
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import { appendsIn } from './appends.ts';
import { commandsIn } from './commands.ts';
import { passedOverIn } from './matching.ts';
import { poolsIn } from './pools.ts';
import { projectingIn } from './projecting.ts';
import { providersIn } from './providers.ts';
import { requestsIn } from './requests.ts';
import { watchThread } from './thread.ts';

/** The form in which a thread sends its metrics to the main thread. */
export type Measured = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

export const openMeasures = (role: string) => {
  const registry = new Registry();
  registry.setDefaultLabels({ role });
  return {
    requests: requestsIn(registry),
    command: commandsIn(registry),
    events: appendsIn(registry),
    projecting: projectingIn(registry),
    passedOver: passedOverIn(registry),
    providerCall: providersIn(registry),
    addPool: poolsIn(registry),
    read: () => registry.getMetricsAsJSON(),
    close: watchThread(registry),
  };
};

/** Process metrics: CPU time, memory, open files, garbage collection. */
export const openProcessMeasures = (): (() => Promise<Measured>) => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return () => registry.getMetricsAsJSON();
};

/** One page in the Prometheus text format. The aggregation sums nothing, since equal metrics of two threads differ in their role. */
export const pageOf = async (measured: readonly Measured[]) => ({
  type: Registry.PROMETHEUS_CONTENT_TYPE,
  text: await AggregatorRegistry.aggregate([...measured]).metrics(),
});
