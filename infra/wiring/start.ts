/**
 * Starts roles in this process: the api and a worker that is alone here, else in threads; projecting always in one, which
 * is told how much memory it may take.
 */
import { bootstrap } from '../../commands/bootstrap.ts';
import { allProjections } from '../../projections/all.ts';
import { assertLogMatchesRows } from '../../workers/rebuild/log-identity.ts';
import { together } from '../../workers/together.ts';
import type { Config } from '../config.ts';
import { openLog } from '../log.ts';
import { randomIds, systemClock } from '../system.ts';
import { keepRunning, type RunRole } from './threads/keep-running.ts';
import { runInThread } from './threads/start.ts';
import { warnOfOthers } from './data-folder.ts';
import { isStop, waitUntilAvailable } from './patience.ts';
import { ROLES, type Role, type RoleContext } from './roles/context.ts';
import { watchRole } from './role-watch.ts';
import { awaitFirstRows } from './rows-follow.ts';
import type { Addresses } from './serve.ts';
import { openStores, type Stores } from './stores.ts';
import { openWatching, type Watching } from './watching.ts';

export type StartOptions = {
  readonly roles: readonly Role[];
  readonly signal: AbortSignal;
  /** Called when both listeners accept requests. */
  readonly listening?: (addresses: Addresses, stores: Stores, local: Addresses) => void;
  /** Called, before anything else is opened, with the port of the listener for metrics and health. */
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
    // A process of other roles serves nothing, and does not load what would.
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

/**
 * Resolves when everything has stopped after the signal; rejects when a role cannot start, with the others stopped. Stores that
 * are away at first are waited for, and a role that dies later is started again while the others go on.
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
    const open = waitUntilAvailable({ signal, log, status: watch?.status });
    const stores = await openStores(config, log, { open, watch: watch?.stores });
    try {
      watching?.opened(stores);
      if (config.eventStoreUrl === null || config.mongodbUrl === null) await warnOfOthers(config.dataDir, log);
      const deps = { events: stores.events, clock: systemClock, ids: randomIds };
      await open({ what: 'event store', address: config.eventStoreUrl }, () => bootstrap(deps));
      // Of a fresh log, which is known only now.
      await assertLogMatchesRows({ events: stores.events, readModels: stores.rows, projections: allProjections });
      const started = { ...options, context: { config, stores, log, signal, watch }, watching };
      const runs = roles.map((role) => (ends: AbortSignal) => runRole(role, started, ends));
      // One that fails cannot start as it is set.
      await together(signal, runs);
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
