/** Metrics of the catalogue as a whole, the same from every process: projections, poison events, jobs, stores. */
import { Registry } from 'prom-client';
import { versioned } from '../../../projections/define.ts';
import type { Behind, Lag } from '../health/readiness.ts';
import type { Probed } from '../health/probe.ts';
import { instrumentsOf } from './instruments.ts';
import type { Measured } from './measures.ts';

export type JobCount = { readonly state: string; readonly shard: number; readonly jobs: number };

/** Null for what could not be asked for; it has no metric then. */
export type Seen = {
  readonly version: string;
  readonly stores: readonly Probed[];
  /** Whether each role answers, and how often it has died and was started again. */
  readonly roles: readonly { readonly role: string; readonly answers: boolean; readonly deaths: number }[];
  readonly projections: readonly Lag[] | null;
  /** Of the matching of authors. */
  readonly matching: Behind | null;
  /** By projection. */
  readonly poison: ReadonlyMap<string, number> | null;
  readonly jobs: readonly JobCount[] | null;
};

const instruments = (registry: Registry) => {
  const { counter, gauge } = instrumentsOf(registry);
  return {
    build: gauge('colophon_build_info', 'The release that runs.', 'version'),
    store: gauge('colophon_store_up', '1 if the store answers.', 'store'),
    role: gauge('colophon_role_up', '1 if the role answers.', 'role'),
    restarts: counter('colophon_role_restarts_total', 'How often the role has died and was started again.', 'role'),
    head: gauge('colophon_log_head_position', 'Position of the last event in the log.'),
    position: gauge('colophon_projection_position', 'How far a projection has come.', 'projection'),
    live: gauge('colophon_projection_live', '1 if it may be read, 0 while it is being filled.', 'projection'),
    lagEvents: gauge(
      'colophon_projection_lag_events',
      'Events it has not seen; 1000 is that many or more.',
      'projection',
    ),
    lagSeconds: gauge('colophon_projection_lag_seconds', 'Age of the oldest of them.', 'projection'),
    matchingPosition: gauge('colophon_matching_position', 'How far the matching of authors has come.'),
    matchingEvents: gauge(
      'colophon_matching_lag_events',
      'Events since the oldest that waits; 1000 is that many or more.',
    ),
    matchingSeconds: gauge('colophon_matching_lag_seconds', 'Age of the oldest event that waits to be matched.'),
    poison: gauge(
      'colophon_poison_events',
      'Skips on record: of an event that folds could not take one for each of them, of a type of a later release one.',
      'projection',
    ),
    jobs: gauge('colophon_ingestion_jobs', 'Latest jobs of all iDs.', 'state', 'shard'),
  };
};

/** Built at each look, so that what is gone is not reported any more. */
export const measuredOf = ({
  version,
  stores,
  roles,
  projections,
  matching,
  poison,
  jobs,
}: Seen): Promise<Measured> => {
  const registry = new Registry();
  const metrics = instruments(registry);
  metrics.build.set({ version }, 1);
  for (const { name, problem } of stores) metrics.store.set({ store: name }, problem === null ? 1 : 0);
  for (const { role, answers, deaths } of roles) {
    metrics.role.set({ role }, answers ? 1 : 0);
    metrics.restarts.inc({ role }, deaths);
  }
  for (const { name, version: of, phase, position, head, lagEvents, lagMs } of projections ?? []) {
    const projection = versioned(name, of);
    metrics.head.set(head);
    metrics.position.set({ projection }, position);
    metrics.live.set({ projection }, phase === 'live' ? 1 : 0);
    metrics.lagEvents.set({ projection }, lagEvents);
    metrics.lagSeconds.set({ projection }, lagMs / 1000);
    if (poison !== null) metrics.poison.set({ projection }, poison.get(projection) ?? 0);
  }
  if (matching !== null) {
    metrics.matchingPosition.set(matching.position);
    metrics.matchingEvents.set(matching.lagEvents);
    metrics.matchingSeconds.set(matching.lagMs / 1000);
  }
  for (const { state, shard, jobs: count } of jobs ?? []) metrics.jobs.set({ state, shard }, count);
  return registry.getMetricsAsJSON();
};
