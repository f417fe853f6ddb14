/** The entry of a worker thread that runs one role until it is told to stop. */
import { parentPort, workerData } from 'node:worker_threads';
import { isStop, waitUntilAvailable } from '../patience.ts';
import { watchRole } from '../role-watch.ts';
import { openStores } from '../stores.ts';
import { openLog } from '../../log.ts';
import { whileOpen } from '../../while-open.ts';
import { RUNNING, type FromRole, type RoleThreadData, type ToRole } from './start.ts';

const { role, config } = workerData as RoleThreadData;
const stop = new AbortController();
const { signal } = stop;
const watch = await watchRole(role, config);

const report = async (): Promise<void> => {
  const told: FromRole = (await watch?.report()) ?? null;
  parentPort?.postMessage(told);
};
parentPort?.on('message', (message: ToRole) => {
  if (message === 'stop') stop.abort();
  else void report();
});

const log = openLog(config.logLevel, { role });
try {
  const open = waitUntilAvailable({ signal, log, status: watch?.status });
  // Only what the one role needs.
  const run =
    role === 'projector'
      ? (await import('../roles/projector.ts')).runProjectorRole
      : (await import('../roles/worker.ts')).runWorkerRole;
  const running = (): void => parentPort?.postMessage(RUNNING);
  await whileOpen(await openStores(config, log, { open, watch: watch?.stores }), (stores) =>
    run({ config, stores, log, signal, watch, running }),
  );
} catch (error) {
  if (!isStop(error, signal)) {
    // What crosses to the main thread may have lost its message on the way.
    log.error({ err: error }, `the ${role} failed`);
    throw error;
  }
} finally {
  await watch?.close();
}
// The port would keep the thread alive for messages that are no longer read.
parentPort?.close();
