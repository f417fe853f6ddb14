/** Metrics of the whole catalogue, identical in every process: projections, poison events, jobs, stores. */
import { Registry } from 'prom-client';
import { versioned } from '../../../projections/define.ts';
import type { Behind, Lag, Observed } from '../health/readiness.ts';
import { instrumentsOf, type Measured } from './measures.ts';

/** Values are null if their query failed; their metrics are then omitted. */
type Seen = Observed & {
  readonly version: string;
  /** By projection. */
  readonly poison: ReadonlyMap<string, number> | null;
  /** Age in milliseconds; null also if none was taken. */
  readonly backupAgeMs: number | null;
  readonly jobs: readonly { readonly status: string; readonly shard: number; readonly jobs: number }[] | null;
};

const measureProjections = (registry: Registry, projections: readonly Lag[], poison: Seen['poison']): void => {
  const { gauge } = instrumentsOf(registry);
  const end = gauge('colophon_log_head_position', 'Position of the last event in the log.');
  const each = (name: string, help: string) => gauge(name, help, 'projection');
  const reached = each('colophon_projection_position', 'Position of the last event that the projection has processed.');
  const live = each('colophon_projection_live', '1 if the projection can be read, 0 while it is filled.');
  const behind = each(
    'colophon_projection_lag_events',
    'Events that the projection has not processed; 1000 means 1000 or more.',
  );
  const age = each('colophon_projection_lag_seconds', 'Age of the oldest event that the projection has not processed.');
  const skips = each(
    'colophon_poison_events',
    'Recorded skips: one for each fold that failed on an event, one for an event type of a later release.',
  );
  for (const { name, version, phase, position, head, lagEvents, lagMs } of projections) {
    const projection = versioned(name, version);
    end.set(head);
    reached.set({ projection }, position);
    live.set({ projection }, phase === 'live' ? 1 : 0);
    behind.set({ projection }, lagEvents);
    age.set({ projection }, lagMs / 1000);
    if (poison !== null) skips.set({ projection }, poison.get(projection) ?? 0);
  }
};

const measureMatching = (registry: Registry, { position, lagEvents, lagMs }: Behind): void => {
  const { gauge } = instrumentsOf(registry);
  gauge('colophon_matching_position', 'Position up to which authors have been matched.').set(position);
  gauge(
    'colophon_matching_lag_events',
    'Events since the oldest one waiting to be matched; 1000 means 1000 or more.',
  ).set(lagEvents);
  gauge('colophon_matching_lag_seconds', 'Age of the oldest event waiting to be matched.').set(lagMs / 1000);
};

/** Builds a new registry per scrape, so that removed items are no longer reported. */
export const measuredOf = (seen: Seen): Promise<Measured> => {
  const { version, stores, roles, projections, matching, poison, backupAgeMs, jobs } = seen;
  const registry = new Registry();
  const { counter, gauge } = instrumentsOf(registry);
  gauge('colophon_build_info', 'The running release.', 'version').set({ version }, 1);
  const storeUp = gauge('colophon_store_up', '1 if the store answers.', 'store');
  for (const { name, problem } of stores) storeUp.set({ store: name }, problem === null ? 1 : 0);
  const roleUp = gauge('colophon_role_up', '1 if the role answers.', 'role');
  const restarts = counter('colophon_role_restarts_total', 'How often the role died and was restarted.', 'role');
  for (const { role, status, deaths } of roles) {
    roleUp.set({ role }, status === null ? 0 : 1);
    restarts.inc({ role }, deaths.count);
  }
  if (projections !== null) measureProjections(registry, projections, poison);
  if (matching != null) measureMatching(registry, matching);
  if (backupAgeMs !== null)
    gauge('colophon_backup_age_seconds', 'Time since the last backup with `colophon backup`.').set(backupAgeMs / 1000);
  const latest = gauge('colophon_ingestion_jobs', 'The latest ingestion job of each iD, by state.', 'state', 'shard');
  for (const { status: state, shard, jobs: count } of jobs ?? []) latest.set({ state, shard }, count);
  return registry.getMetricsAsJSON();
};
