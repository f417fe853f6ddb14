/** The entry of a worker thread that runs one role until it is told to stop. */
import { parentPort, workerData } from 'node:worker_threads';
import { runProjectorRole, runWorkerRole } from '../compose/roles.ts';
import { openStores } from '../compose/stores.ts';
import type { Config } from '../config.ts';
import { openLog } from '../log.ts';

export type RoleThreadData = { readonly role: 'projector' | 'worker'; readonly config: Config };

const { role, config } = workerData as RoleThreadData;
const stop = new AbortController();
parentPort?.once('message', () => stop.abort());

const log = openLog(config.logLevel, { role });
const stores = await openStores(config, log);
try {
  const run = role === 'projector' ? runProjectorRole : runWorkerRole;
  await run({ config, stores, log, signal: stop.signal });
} finally {
  await stores.close();
}
// The port would keep the thread alive for messages that nobody reads any more.
parentPort?.close();
