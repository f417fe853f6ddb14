/** Metrics of a thread: event loop delay and heap size. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { Gauge, type Registry } from 'prom-client';

const RESOLUTION_MS = 10;
const NANOSECONDS = 1e9;

/** Returns a function that stops the monitoring. */
export const watchThread = (registry: Registry): (() => void) => {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  new Gauge({
    name: 'colophon_event_loop_delay_seconds',
    help: 'Delay of the event loop since the last scrape.',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      // The monitor includes its own sampling interval.
      const late = (ns: number): number => Math.max(0, ns / NANOSECONDS - RESOLUTION_MS / 1000);
      this.set({ quantile: '0.5' }, late(delay.percentile(50)));
      this.set({ quantile: '0.99' }, late(delay.percentile(99)));
      this.set({ quantile: '1' }, late(delay.max));
      delay.reset();
    },
  });
  new Gauge({
    name: 'colophon_heap_used_bytes',
    help: 'Memory used by JavaScript objects.',
    registers: [registry],
    collect() {
      this.set(getHeapStatistics().used_heap_size);
    },
  });
  return () => delay.disable();
};
