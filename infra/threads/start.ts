/** Starts a role in a thread of its own, so that folding and parsing never hold up an answer. */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { RoleThreadData } from './role.ts';

/** Resolves when the role has ended after the signal; rejects when it ends otherwise. */
export const runInThread = (data: RoleThreadData, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    // The same file, built or not.
    const entry = new URL(`./role${path.extname(new URL(import.meta.url).pathname)}`, import.meta.url);
    const worker = new Worker(entry, { workerData: data });
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
