/** Starts roles in this process: the api and a lone worker in the main thread, others in threads of their own. */
import path from 'node:path';
import { bootstrap } from '../../commands/bootstrap.ts';
import { allProjections } from '../../projections/all.ts';
import { assertLogMatchesRows } from '../../workers/rebuild/log-identity.ts';
import { together } from '../../workers/together.ts';
import type { Config } from '../config.ts';
import { openLog } from '../log.ts';
import { unlessReplaced } from '../replaced.ts';
import { randomIds, systemClock } from '../system.ts';
import { keepRunning, type RunRole } from './threads/keep-running.ts';
import { runInThread } from './threads/start.ts';
import { neededFiles, warnIfOpenToOthers } from './data-folder.ts';
import { mustBeFree } from './listening.ts';
import { isStop, waitUntilAvailable } from './wait-for-stores.ts';
import { ROLES, type Role, type RoleContext } from './roles/context.ts';
import { watchRole } from './role-watch.ts';
import { awaitFirstRows } from './wait-for-rows.ts';
import type { Addresses } from './serve.ts';
import { openStores, type Stores } from './stores.ts';
import { openWatching, type Watching } from './watching.ts';

export type StartOptions = {
  readonly roles: readonly Role[];
  readonly signal: AbortSignal;
  /** Called once both listeners accept requests. */
  readonly listening?: (addresses: Addresses, stores: Stores, local: Addresses) => void;
  /** Called with the port of metrics and health, before the stores are opened. */
  readonly watched?: (port: number) => void;
};

type Started = StartOptions & { readonly context: RoleContext; readonly watching: Watching | null };

const runRole = async (
  role: Role,
  { roles, listening, watching, ...started }: Started,
  signal: AbortSignal,
): Promise<void> => {
  const context = { ...started.context, signal };
  const { config, stores, log, watch } = context;
  if (role === 'api') {
    if (roles.includes('projector')) await awaitFirstRows(stores, signal);
    // Processes without this role do not load the HTTP stack.
    const { serveApi } = await import('./serve.ts');
    await serveApi(context, (addresses, local) => {
      log.info(addresses, 'listening');
      if (watch !== undefined) watch.status.waitingFor = null;
      listening?.(addresses, stores, local);
    });
  } else {
    const isHere = role === 'worker' && roles.length === 1;
    const run: RunRole = (running) =>
      isHere
        ? import('./roles/worker.ts').then(({ runWorkerRole }) => runWorkerRole({ ...context, running }))
        : runInThread({ role, config }, signal, { running, started: (ask) => watching?.started(role, ask) });
    await keepRunning(run, { role, signal, log, died: (reason) => watching?.died(role, reason) });
  }
};

/** Checked before other roles work: the api listens only when there are rows to serve. */
const mustFindItsPortsFree = ({ host, publicPort, dashboard }: Config): Promise<void> =>
  mustBeFree([
    { variable: 'PUBLIC_PORT', host, port: publicPort },
    { variable: 'DASHBOARD_PORT', host, port: dashboard.port },
  ]);

/**
 * Resolves when everything has stopped after the signal; stops all roles and rejects if one cannot start. Waits for stores
 * that are unavailable at first, and restarts a role that dies later while the others continue.
 */
export const start = async (config: Config, options: StartOptions): Promise<void> => {
  const { roles, signal, watched } = options;
  const log = openLog(config.logLevel, { role: roles.length === ROLES.length ? 'all' : roles.join('+') });
  const [here = 'api'] = roles;
  const watch = await watchRole(here, config);
  const { metricsPort } = config;
  const watching =
    metricsPort === null || watch === undefined
      ? null
      : await openWatching({ host: config.host, metricsPort }, roles, { role: here, watch }, log);
  try {
    if (watching !== null) watched?.(watching.port);
    if (roles.includes('api')) await mustFindItsPortsFree(config);
    const open = waitUntilAvailable({ signal, log, status: watch?.status });
    const stores = await openStores(config, log, { open, watch: watch?.stores });
    try {
      watching?.opened(stores);
      if (config.eventStoreUrl === null || config.mongodbUrl === null) await warnIfOpenToOthers(config.dataDir, log);
      const deps = { events: stores.events, clock: systemClock, ids: randomIds };
      await open({ what: 'event store', address: config.eventStoreUrl }, async () => {
        await bootstrap(deps);
        // A fresh log has no identity before.
        await assertLogMatchesRows({ ...stores, readModels: stores.rawReadModels, projections: allProjections });
      });
      const started = { ...options, context: { config, stores, log, signal, watch }, watching };
      const runs = roles.map((role) => (ends: AbortSignal) => runRole(role, started, ends));
      // A role only fails here if it cannot start with these settings.
      const files = neededFiles(config).map((name) => path.join(config.dataDir, name));
      await together(signal, [...runs, (ends) => unlessReplaced(files, ends)]);
    } finally {
      await stores.close();
    }
  } catch (error) {
    if (!isStop(error, signal)) throw error;
  } finally {
    await watching?.close();
    await watch?.close();
  }
};
