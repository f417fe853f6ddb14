/** Makes the instruments of one registry: each has a name, what it measures in words, and labels. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export const instrumentsOf = (registry: Registry) => {
  const registers = [registry];
  return {
    counter: <T extends string>(name: string, help: string, ...labelNames: T[]) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <T extends string>(name: string, help: string, ...labelNames: T[]) =>
      new Gauge({ name, help, labelNames, registers }),
    /** `buckets` in seconds. */
    histogram: <T extends string>(name: string, help: string, buckets: number[], ...labelNames: T[]) =>
      new Histogram({ name, help, labelNames, buckets, registers }),
  };
};
