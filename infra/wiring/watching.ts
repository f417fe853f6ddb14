/** Serves the roles' metrics, and the process's liveness and readiness. */
import { lastBackup } from '../../commands/last-backup.ts';
import type { Log } from '../../commands/ports.ts';
import { allProjections } from '../../projections/all.ts';
import { projectionKey } from '../../projections/define.ts';
import { servingGeneration } from '../../projections/generations.ts';
import { jobsByStatusAndShard } from '../../projections/queries/ingestions.ts';
import { matchingLag } from '../../workers/matching/index.ts';
import { poisonEvents } from '../../workers/projector/poison.ts';
import { lagOfProjections } from '../../workers/rebuild/list.ts';
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

/** Null on failure or timeout; the probes report unavailable stores. */
const orNull = <T>(result: Promise<T>): Promise<T | null> => inTime(result).catch(() => null);

const probesOf = ({ events, readModels, state }: Stores): readonly Probe[] => [
  { name: 'event store', ask: () => events.head() },
  { name: 'read models', ask: () => readModels.checkpoint('') },
  { name: 'state', ask: () => state.list('lease/', { limit: 1 }) },
];

/** Poison events of each projection's serving generation. */
const poisonIn = async (rows: Stores['rawReadModels']): Promise<ReadonlyMap<string, number>> => {
  const counts = await rows.groupCounts(poisonEvents, { all: [] }, 'projection');
  const served = allProjections.map(async (projection) => {
    const generation = await servingGeneration(rows, projection);
    return [projectionKey(projection), counts.get(projectionKey({ ...projection, generation })) ?? 0] as const;
  });
  return new Map(await Promise.all(served));
};

/** `here`: the role of this thread, unless it is started in another. */
export const openWatching = async (
  { host, metricsPort }: Pick<Config, 'host'> & { readonly metricsPort: number },
  roles: readonly Role[],
  here: { readonly role: Role; readonly watch: RoleWatch },
  log: Log,
) => {
  const elsewhere = new Map<Role, AskRole>();
  const deaths = new Map<Role, Deaths>();
  const process = openProcessMeasures();
  let stores: Stores | null = null;

  const ask = async (role: Role): Promise<RoleReport | null> => {
    const askThread = elsewhere.get(role);
    if (askThread !== undefined) return orNull(askThread());
    return role === here.role ? here.watch.report() : null;
  };
  const observe = async () => {
    const [reports, probes, projections, matching] = await Promise.all([
      Promise.all(roles.map(async (role) => ({ role, report: await ask(role) }))),
      Promise.all(stores === null ? [] : probesOf(stores).map(probed)),
      stores && orNull(lagOfProjections({ ...stores, projections: allProjections, clock: systemClock })),
      stores && orNull(matchingLag({ ...stores, clock: systemClock })),
    ]);
    const statuses = reports.map(({ role, report }) => ({
      role,
      status: report?.status ?? null,
      deaths: deaths.get(role) ?? NEVER_DIED,
    }));
    const observed: Observed = { roles: statuses, stores: probes, projections, matching };
    return { observed, measured: reports.map(({ report }) => report?.measured ?? []) };
  };

  const readiness = async () => readinessOf((await observe()).observed);

  const metrics = async () => {
    const { observed, measured } = await observe();
    const [poison, jobs, backup] = await Promise.all([
      // The projector creates the collection on its first run.
      stores && orNull(poisonIn(stores.rawReadModels)).then((counts) => counts ?? new Map<string, number>()),
      stores && orNull(jobsByStatusAndShard(stores.readModels)),
      stores && orNull(lastBackup(stores.state)),
    ]);
    const backupAgeMs = backup && Math.max(0, systemClock.now() - backup.at);
    const ofCatalogue = await measuredOf({ ...observed, version, poison, jobs, backupAgeMs });
    return pageOf([await process(), ofCatalogue, ...measured]);
  };

  const listener = await listenAs({ variable: 'METRICS_PORT', host, port: metricsPort }, () =>
    listenForWatchers({ host, port: metricsPort, log }, { metrics, readiness }),
  );
  log.info({ host, port: listener.port }, 'serving metrics and health');
  return {
    port: listener.port,
    /** From then on, the stores are probed. */
    opened: (all: Stores): void => {
      stores = all;
    },
    /** The role runs in a thread, which `askThread` asks for its report. */
    started: (role: Role, askThread: AskRole): void => void elsewhere.set(role, askThread),
    died: (role: Role, lastReason: string): void =>
      void deaths.set(role, { count: (deaths.get(role)?.count ?? 0) + 1, lastReason }),
    close: listener.close,
  };
};

export type Watching = Awaited<ReturnType<typeof openWatching>>;
