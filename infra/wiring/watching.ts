/** Serves what the roles measure, and whether the process is alive and ready. */
import type { Log } from '../../commands/ports.ts';
import { allProjections } from '../../projections/all.ts';
import { projectionKey } from '../../projections/define.ts';
import { servingGeneration } from '../../projections/generations.ts';
import { jobsByStatusAndShard } from '../../projections/queries/ingestions.ts';
import { matchingLag } from '../../workers/matching/index.ts';
import { poisonEvents, projectionLag } from '../../workers/projector/index.ts';
import type { Config } from '../config.ts';
import { listenForWatchers } from '../telemetry/health/listener.ts';
import { inTime, probed, type Probe } from '../telemetry/health/probe.ts';
import { NEVER_DIED, readinessOf, type Deaths, type Observed } from '../telemetry/health/readiness.ts';
import { measuredOf } from '../telemetry/metrics/catalogue.ts';
import { openProcessMeasures, pageOf } from '../telemetry/metrics/measures.ts';
import { systemClock } from '../system.ts';
import type { AskRole } from './threads/start.ts';
import { version } from '../version.ts';
import { listenAs } from './listening.ts';
import type { Role } from './roles/context.ts';
import type { RoleReport, RoleWatch } from './role-watch.ts';
import type { Stores } from './stores.ts';

export type Watching = {
  readonly port: number;
  /** From now on they are asked. */
  opened(stores: Stores): void;
  /** The role runs in a thread, which is asked so. */
  started(role: Role, ask: AskRole): void;
  /** The role has died, and is to be started again. */
  died(role: Role, reason: string): void;
  close(): Promise<void>;
};

type Asked = { readonly role: Role; readonly report: RoleReport | null };

/** Null when it cannot be had now; the probes report stores that are away. */
const orNull = <T>(asking: Promise<T>): Promise<T | null> => inTime(asking).catch(() => null);

const probesOf = ({ events, readModels, state }: Stores): readonly Probe[] => [
  { name: 'event store', ask: () => events.head() },
  { name: 'read models', ask: () => readModels.checkpoint('') },
  { name: 'state', ask: () => state.now() },
];

/** Of the rows that serve, whichever time they were made. */
const poisonIn = async (rows: Stores['rows']): Promise<ReadonlyMap<string, number>> => {
  const counts = await rows.groupCounts(poisonEvents, { all: [] }, 'projection');
  const served = allProjections.map(async (projection) => {
    const generation = await servingGeneration(rows, projection);
    return [projectionKey(projection), counts.get(projectionKey({ ...projection, generation })) ?? 0] as const;
  });
  return new Map(await Promise.all(served));
};

const catalogueOf = async (stores: Stores) => {
  const { readModels } = stores;
  const [projections, matching, poison] = await Promise.all([
    orNull(projectionLag({ ...stores, projections: allProjections, clock: systemClock })),
    orNull(matchingLag({ ...stores, clock: systemClock })),
    // The projector makes the collection when it first runs.
    orNull(poisonIn(stores.rows)),
  ]);
  // Rows that have not caught up may show jobs that ended long ago.
  const isLive = projections?.find(({ name }) => name === 'ingestions')?.phase === 'live';
  const jobs = isLive ? await orNull(jobsByStatusAndShard(readModels)) : null;
  return {
    projections,
    matching,
    poison: poison ?? new Map<string, number>(),
    jobs: jobs?.map(({ status, shard, jobs: count }) => ({ state: status, shard, jobs: count })) ?? null,
  };
};

/** `here` is the role of this thread, until it is started elsewhere. */
export const openWatching = async (
  { host, metricsPort }: Pick<Config, 'host'> & { readonly metricsPort: number },
  roles: readonly Role[],
  here: { readonly role: Role; readonly watch: RoleWatch },
  log: Log,
): Promise<Watching> => {
  const elsewhere = new Map<Role, AskRole>();
  const deaths = new Map<Role, Deaths>();
  const process = openProcessMeasures();
  let stores: Stores | null = null;

  const ask = async (role: Role): Promise<RoleReport | null> => {
    const asked = elsewhere.get(role);
    if (asked !== undefined) return orNull(asked());
    return role === here.role ? here.watch.report() : null;
  };
  const askAll = (): Promise<readonly Asked[]> =>
    Promise.all(roles.map(async (role) => ({ role, report: await ask(role) })));
  const probeAll = () => Promise.all(stores === null ? [] : probesOf(stores).map(probed));

  const readiness = async () => {
    const [reports, probes, projections, matching] = await Promise.all([
      askAll(),
      probeAll(),
      stores && orNull(projectionLag({ ...stores, projections: allProjections, clock: systemClock })),
      stores && orNull(matchingLag({ ...stores, clock: systemClock })),
    ]);
    const statuses: Observed['roles'] = reports.map(({ role, report }) => ({
      role,
      status: report?.status ?? null,
      deaths: deaths.get(role) ?? NEVER_DIED,
    }));
    return readinessOf({ roles: statuses, stores: probes, projections, matching });
  };

  const metrics = async () => {
    const [reports, probes, catalogue] = await Promise.all([
      askAll(),
      probeAll(),
      stores === null ? { projections: null, matching: null, poison: null, jobs: null } : catalogueOf(stores),
    ]);
    const answers = reports.map(({ role, report }) => ({
      role,
      answers: report !== null,
      deaths: deaths.get(role)?.count ?? 0,
    }));
    const whole = await measuredOf({ version, stores: probes, roles: answers, ...catalogue });
    return pageOf([await process(), whole, ...reports.map(({ report }) => report?.measured ?? [])]);
  };

  const listener = await listenAs({ variable: 'METRICS_PORT', host, port: metricsPort }, () =>
    listenForWatchers({ host, port: metricsPort, log }, { metrics, readiness }),
  );
  log.info({ host, port: listener.port }, 'serving metrics and health');
  return {
    port: listener.port,
    opened: (all) => {
      stores = all;
    },
    started: (role, how) => void elsewhere.set(role, how),
    died: (role, reason) => void deaths.set(role, { count: (deaths.get(role)?.count ?? 0) + 1, lastReason: reason }),
    close: () => listener.close(),
  };
};
