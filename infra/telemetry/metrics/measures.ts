/** The metrics that one role collects in one thread, labelled with the role's name, and the metrics page. */
import { METHODS } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { WatchRequest } from '../../../api/http/ports.ts';
import { type EventStore, type WatchCommand, WrongExpectedRevision } from '../../../commands/ports.ts';
import { Refused, Unavailable } from '../../../domain/errors.ts';
import { kindOf } from '../../../domain/stream-kinds.ts';
import type { ProviderCall } from '../../providers/http/client.ts';

/** Histogram buckets, from a row in memory to the request timeout. */
const ANSWER_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const secondsSince = (began: number): number => (performance.now() - began) / 1000;

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

const KNOWN = new Set(METHODS);

/** By declared route instead of path, so that no label contains personal data. */
const requestsIn = (registry: Registry): ((listener: 'public' | 'dashboard') => WatchRequest) => {
  const { counter, histogram } = instrumentsOf(registry);
  const common = ['listener', 'method', 'route'] as const;
  const total = counter('colophon_http_requests_total', 'Requests answered.', ...common, 'status');
  const duration = histogram(
    'colophon_http_request_duration_seconds',
    'Time from the arrival of a request to its response.',
    ANSWER_SECONDS,
    ...common,
  );
  return (listener) => async (request, answer) => {
    const began = performance.now();
    const { route, status } = await answer();
    const labels = { listener, method: KNOWN.has(request.method) ? request.method : 'other', route: route ?? 'none' };
    total.inc({ ...labels, status });
    duration.observe(labels, secondsSince(began));
  };
};

/** The kind of a refusal; `unavailable` if a store was unavailable; `error` for a bug. */
const outcomeOf = (error: unknown): string => {
  if (error instanceof Refused) return error.kind;
  return error instanceof Unavailable ? 'unavailable' : 'error';
};

const commandsIn = (registry: Registry): WatchCommand => {
  const { counter, histogram } = instrumentsOf(registry);
  const total = counter('colophon_commands_total', 'Commands executed or rejected.', 'kind', 'command', 'outcome');
  const duration = histogram(
    'colophon_command_duration_seconds',
    'Time from sending a command to its outcome, including all attempts.',
    ANSWER_SECONDS,
    'kind',
  );
  return async ({ kind, type: command }, work) => {
    const began = performance.now();
    const ended = (outcome: string): void => {
      total.inc({ kind, command, outcome });
      duration.observe({ kind }, secondsSince(began));
    };
    try {
      const handled = await work();
      ended('done');
      return handled;
    } catch (error) {
      ended(outcomeOf(error));
      throw error;
    }
  };
};

const appendsIn = (registry: Registry): ((store: EventStore) => EventStore) => {
  const { counter, gauge, histogram } = instrumentsOf(registry);
  const byKind = (name: string, help: string) => counter(name, help, 'kind');
  const appends = byKind('colophon_appends_total', 'Appends confirmed by the event store.');
  const appended = byKind('colophon_events_appended_total', 'Events in those appends.');
  const conflicts = byKind('colophon_append_conflicts_total', 'Appends rejected because the stream had changed.');
  const failures = byKind('colophon_append_failures_total', 'Appends that failed or whose outcome is unknown.');
  const underWay = gauge('colophon_appends_under_way', 'Appends waiting for the event store.');
  const duration = histogram(
    'colophon_append_duration_seconds',
    "Time from an append to the event store's answer, whether success or failure.",
    ANSWER_SECONDS,
  );
  return (store) => ({
    ...store,
    append: async (stream, events, expected) => {
      const kind = kindOf(stream, events[0]?.metadata.workspace ?? '');
      const began = performance.now();
      underWay.inc();
      try {
        const done = await store.append(stream, events, expected);
        appends.inc({ kind });
        appended.inc({ kind }, events.length);
        return done;
      } catch (error) {
        (error instanceof WrongExpectedRevision ? conflicts : failures).inc({ kind });
        throw error;
      } finally {
        underWay.dec();
        duration.observe(secondsSince(began));
      }
    },
  });
};

const projectingIn = (registry: Registry) => {
  const { counter, gauge, histogram } = instrumentsOf(registry);
  // Created only in projectors: elsewhere a 0 would suggest a standby projector.
  let leading: ReturnType<typeof gauge> | null = null;
  const events = counter('colophon_events_projected_total', 'Events processed by a projection.', 'projection');
  const duration = histogram(
    'colophon_projection_batch_duration_seconds',
    'Time to fold a batch and, if the projection is live, to write it.',
    ANSWER_SECONDS,
    'projection',
  );
  return {
    leads: (isLeading: boolean): void => {
      leading ??= gauge('colophon_projector_leading', '1 while this projector leads, 0 while it is on standby.');
      leading.set(isLeading ? 1 : 0);
    },
    batch: (projection: string, count: number, ms: number): void => {
      events.inc({ projection }, count);
      duration.observe({ projection }, ms / 1000);
    },
  };
};

/** Call with the number of people whom one match did not compare, or not with every author. */
const passedOverIn = (registry: Registry): ((people: number) => void) => {
  const { counter } = instrumentsOf(registry);
  const matches = counter(
    'colophon_matching_passed_over_total',
    'Matches that did not compare all people with a similar name.',
  );
  const people = counter(
    'colophon_matching_people_passed_over_total',
    'People whom those matches did not compare, or not with every author.',
  );
  return (count) => {
    matches.inc();
    people.inc(count);
  };
};

/** From a fast response of a nearby server to a timeout. */
const REMOTE_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];
const TOO_MANY = 429;
const SERVER_ERROR = 500;

/** "Not found" and "not modified" are successes; rate limiting, server errors and network errors are failures. */
const isFailure = (status: number | string): boolean =>
  typeof status === 'string' || status === TOO_MANY || status >= SERVER_ERROR;

const providersIn = (registry: Registry): ((call: ProviderCall) => void) => {
  const { counter, histogram } = instrumentsOf(registry);
  const labels = ['provider', 'status'] as const;
  const total = counter('colophon_provider_requests_total', 'Requests sent to a provider.', ...labels);
  const failures = counter(
    'colophon_provider_failures_total',
    'Requests to a provider that were not answered, or answered with 429 or 5xx.',
    ...labels,
  );
  const duration = histogram(
    'colophon_provider_request_duration_seconds',
    'Time from the start of a request to the end of its response.',
    REMOTE_SECONDS,
    'provider',
  );
  return ({ provider, status, ms }) => {
    total.inc({ provider, status });
    if (isFailure(status)) failures.inc({ provider, status });
    duration.observe({ provider }, ms / 1000);
  };
};

/** Size of a pool by state; only the states that apply. */
type PoolSizes = Readonly<Partial<Record<'open' | 'in_use' | 'waiting', number>>>;

type Sizes = () => PoolSizes | readonly PoolSizes[] | Promise<PoolSizes>;

/** Registers a pool by name with a function that reads its sizes; pools with the same name are summed. */
const poolsIn = (registry: Registry): ((name: string, sizes: Sizes) => void) => {
  const pools: { readonly name: string; readonly sizes: Sizes }[] = [];
  new Gauge({
    name: 'colophon_pool_size',
    help: 'Connections or slots of a pool.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { name, sizes } of pools)
        for (const each of [await sizes()].flat())
          for (const [state, size] of Object.entries(each)) this.inc({ pool: name, state }, size);
    },
  });
  return (name, sizes) => void pools.push({ name, sizes });
};

const RESOLUTION_MS = 10;
const NANOSECONDS = 1e9;

/** Returns a function that stops the monitoring. */
const watchThread = (registry: Registry): (() => void) => {
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
