/** What several threads have measured, as one page in the format that Prometheus reads. */
import { AggregatorRegistry, Registry } from 'prom-client';
import type { Measured } from './measures.ts';

export const textOf = async (
  measured: readonly Measured[],
): Promise<{ readonly type: string; readonly text: string }> => {
  // Nothing is added up: whatever two threads tell alike differs in the label of its role.
  const registry = AggregatorRegistry.aggregate([...measured]);
  return { type: Registry.PROMETHEUS_CONTENT_TYPE, text: await registry.metrics() };
};
