/** Starts a role in a thread of its own, so that folding and parsing never hold up an answer. */
import path from 'node:path';
import { Worker, type ResourceLimits } from 'node:worker_threads';
import type { RoleThreadData } from './role.ts';

/**
 * Told how much it may hold, the collector takes back what a projector leaves behind while it catches up; else it lets that
 * grow to half a gigabyte. A batch is bounded far below.
 */
const LIMITS: Readonly<Record<RoleThreadData['role'], ResourceLimits>> = {
  projector: { maxOldGenerationSizeMb: 320 },
  worker: {},
};

/** Resolves when the role has ended after the signal; rejects when it ends otherwise. */
export const runInThread = (data: RoleThreadData, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    // The same file, built or not.
    const entry = new URL(`./role${path.extname(new URL(import.meta.url).pathname)}`, import.meta.url);
    const worker = new Worker(entry, { workerData: data, resourceLimits: LIMITS[data.role] });
    const stop = (): void => worker.postMessage('stop');
    signal.addEventListener('abort', stop, { once: true });
    worker.once('error', reject);
    worker.once('exit', (code) => {
      signal.removeEventListener('abort', stop);
      if (signal.aborted) resolve();
      else reject(new Error(`the ${data.role} ended with code ${code}`));
    });
    if (signal.aborted) stop();
  });
