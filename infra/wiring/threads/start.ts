/** Starts a role in a thread of its own, so that folding and parsing never hold up an answer. */
import { Worker, type ResourceLimits } from 'node:worker_threads';
import type { Config } from '../../config.ts';
import { entryBeside } from '../../system.ts';
import type { RoleReport } from '../role-watch.ts';

export type RoleThreadData = { readonly role: 'projector' | 'worker'; readonly config: Config };

/** `report` is answered with a `RoleReport`; of several that are asked at once the answers come in order. */
export type ToRole = 'stop' | 'report';
export type FromRole = RoleReport | null;

/** Said once, unasked, when the role has opened its stores and begins its work. */
export const RUNNING = 'running';

/** What the role reports; null if it has ended. */
export type AskRole = () => Promise<FromRole>;

/**
 * Told how much it may hold, the collector takes back what a projector leaves behind while it catches up; else it lets that
 * grow to half a gigabyte. A batch is bounded far below. What a worker holds follows the answers of providers.
 */
const LIMITS: Readonly<Record<RoleThreadData['role'], ResourceLimits>> = {
  projector: { maxOldGenerationSizeMb: 112, maxYoungGenerationSizeMb: 24 },
  worker: { maxYoungGenerationSizeMb: 24 },
};

/** Questions asked before the role has answered get the same answer. */
const asking = (worker: Worker): AskRole => {
  let pending: ReturnType<AskRole> | null = null;
  const ask: AskRole = () =>
    new Promise((resolve) => {
      const answered = (told: FromRole | typeof RUNNING): void => {
        if (told === RUNNING) return;
        worker.off('message', answered).off('exit', ended);
        pending = null;
        resolve(told);
      };
      const ended = (): void => answered(null);
      worker.on('message', answered).on('exit', ended);
      worker.postMessage('report' satisfies ToRole);
    });
  return () => (pending ??= ask());
};

/**
 * What a role is granted to stop: less than supervisors grant. Calls to a store that is away would take it longer; ended in the
 * middle of one, it leaves what a kill leaves.
 */
const STOPS_WITHIN_MS = 7_000;

type ThreadWatch = {
  /** Called with a function that asks the role for a report. */
  readonly started: (ask: AskRole) => void;
  /** The role has opened its stores and begins its work. */
  readonly running: () => void;
};

/** Resolves when the role has ended after the signal; rejects when it ends otherwise. */
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
    worker.on('message', (told: FromRole | typeof RUNNING) => {
      if (told === RUNNING) running();
    });
    worker.once('exit', (code) => {
      clearTimeout(overdue);
      signal.removeEventListener('abort', stop);
      if (signal.aborted) resolve();
      else reject(new Error(`the ${data.role} ended with code ${code}`));
    });
    if (signal.aborted) stop();
    started(asking(worker));
  });
