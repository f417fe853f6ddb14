/** Creates the instruments of one registry. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Histogram buckets, from a row in memory to the request timeout. */
export const ANSWER_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export const secondsSince = (began: number): number => (performance.now() - began) / 1000;

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
