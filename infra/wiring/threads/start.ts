/** Starts a role in a separate thread, so that folding and parsing never delay requests. */
import { Worker, type ResourceLimits } from 'node:worker_threads';
import type { Config } from '../../config.ts';
import { entryBeside } from '../../system.ts';
import type { RoleReport } from '../role-watch.ts';

export type RoleThreadData = { readonly role: 'projector' | 'worker'; readonly config: Config };

/** `report` is answered with a `RoleReport`, in the order of requests. */
export type ToRole = 'stop' | 'report';
export type FromRole = RoleReport | null;

/** Sent once, when the role has opened its stores and starts work. */
export const RUNNING = 'running';

/** Requests the role's report; null if it has ended. */
export type AskRole = () => Promise<FromRole>;

/**
 * With a heap limit the garbage collector keeps up while a projector catches up; without one, garbage grows to half a
 * gigabyte. Batches are bounded far below the limit. A worker's heap depends on provider responses, so it has no such limit.
 */
const LIMITS: Readonly<Record<RoleThreadData['role'], ResourceLimits>> = {
  projector: { maxOldGenerationSizeMb: 112, maxYoungGenerationSizeMb: 24 },
  worker: { maxYoungGenerationSizeMb: 24 },
};

/** Requests made before the role has answered share one answer. */
const askerOf = (worker: Worker): AskRole => {
  let pending: ReturnType<AskRole> | null = null;
  const ask: AskRole = () =>
    new Promise((resolve) => {
      const answered = (message: FromRole | typeof RUNNING): void => {
        if (message === RUNNING) return;
        worker.off('message', answered).off('exit', ended);
        pending = null;
        resolve(message);
      };
      const ended = (): void => answered(null);
      worker.on('message', answered).on('exit', ended);
      worker.postMessage('report' satisfies ToRole);
    });
  return () => (pending ??= ask());
};

/** Less than supervisors allow, and than a call to an unavailable store takes; terminating is as safe as a kill. */
const STOPS_WITHIN_MS = 7_000;

type ThreadWatch = {
  readonly started: (ask: AskRole) => void;
  readonly running: () => void;
};

/** Resolves when the role has ended after the signal; rejects if it ends before. */
export const runInThread = (
  data: RoleThreadData,
  signal: AbortSignal,
  { started, running }: ThreadWatch,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(entryBeside(import.meta.url, 'role'), {
      workerData: data,
      resourceLimits: LIMITS[data.role],
    });
    let overdue: NodeJS.Timeout | undefined;
    const stop = (): void => {
      worker.postMessage('stop' satisfies ToRole);
      overdue = setTimeout(() => void worker.terminate(), STOPS_WITHIN_MS);
    };
    signal.addEventListener('abort', stop, { once: true });
    worker.once('error', reject);
    worker.on('message', (message: FromRole | typeof RUNNING) => {
      if (message === RUNNING) running();
    });
    worker.once('exit', (code) => {
      clearTimeout(overdue);
      signal.removeEventListener('abort', stop);
      if (signal.aborted) resolve();
      else reject(new Error(`the ${data.role} ended with code ${code}`));
    });
    if (signal.aborted) stop();
    started(askerOf(worker));
  });
