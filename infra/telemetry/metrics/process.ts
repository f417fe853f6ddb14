/** The process itself: processor time, memory, open files, garbage collection. */
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Measured } from './measures.ts';

export const openProcessMeasures = (): (() => Promise<Measured>) => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return () => registry.getMetricsAsJSON();
};
