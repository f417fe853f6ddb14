/** The entry of a worker thread that runs one role until it receives `stop`. */
import { parentPort, workerData } from 'node:worker_threads';
import { isStop, waitUntilAvailable } from '../wait-for-stores.ts';
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
  const answer: FromRole = (await watch?.report()) ?? null;
  parentPort?.postMessage(answer);
};
parentPort?.on('message', (message: ToRole) => {
  if (message === 'stop') stop.abort();
  else void report();
});

const log = openLog(config.logLevel, { role });
try {
  const open = waitUntilAvailable({ signal, log, status: watch?.status });
  // Loads only this role's code.
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
    // The error may lose its message on the way to the main thread.
    log.error({ err: error }, `the ${role} failed`);
    throw error;
  }
} finally {
  await watch?.close();
}
// An open port would keep the thread alive.
parentPort?.close();
