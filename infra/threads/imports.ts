/** Imports in a thread of its own, bounded in memory and time: it is started when it is needed, and again after it died. */
import path from 'node:path';
import { Worker, type ResourceLimits } from 'node:worker_threads';
import type { Imports } from '../../api/dashboard/ports.ts';
import type { Log } from '../../commands/ports.ts';
import { Unavailable } from '../../domain/errors.ts';
import type { Config } from '../config.ts';
import { crossed, type FromImporter, type ToImporter } from './import-messages.ts';

/** An answer of 32 MiB takes some ten times as much while it is read. */
const LIMITS: ResourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 24 };
/** A thread that has not answered by then never will. */
const WITHIN_MS = 60_000;

type Waiting = { readonly settle: (message: FromImporter) => void; readonly fail: (reason: Error) => void };
type Thread = { readonly worker: Worker; readonly waiting: Map<number, Waiting>; readonly ended: Promise<void> };

export type OpenImports = Imports & { close(): Promise<void> };

const startThread = (config: Config, log: Log): Thread => {
  const waiting = new Map<number, Waiting>();
  // The same file, built or not.
  const entry = new URL(`./importer${path.extname(new URL(import.meta.url).pathname)}`, import.meta.url);
  const worker = new Worker(entry, { workerData: config, resourceLimits: LIMITS });
  const failAll = (why: string): void => {
    for (const { fail } of waiting.values()) fail(new Unavailable('the import', why));
    waiting.clear();
  };
  worker.on('message', (message: FromImporter) => waiting.get(message.id)?.settle(message));
  worker.on('error', (error: Error & { readonly code?: string }) => {
    log.error({ err: error }, 'the thread that imports has died');
    failAll(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'the record is too large to be read' : 'its thread has died');
  });
  const ended = new Promise<void>((resolve) =>
    worker.once('exit', () => {
      failAll('its thread has ended');
      resolve();
    }),
  );
  return { worker, waiting, ended };
};

export const openImports = (config: Config, { log }: { readonly log: Log }): OpenImports => {
  let thread: Thread | null = null;
  let last = 0;
  const present = (): Thread => {
    if (thread !== null) return thread;
    const started = startThread(config, log);
    void started.ended.then(() => {
      if (thread === started) thread = null;
    });
    started.worker.once('error', () => {
      if (thread === started) thread = null;
    });
    return (thread = started);
  };

  return {
    doi: async (request, caller, signal) => {
      signal.throwIfAborted();
      const { worker, waiting } = present();
      const id = (last += 1);
      const tell = (message: ToImporter): void => worker.postMessage(message);
      const cancel = (): void => {
        tell({ id, cancel: true });
        waiting.get(id)?.fail(signal.reason instanceof Error ? signal.reason : new Error('cancelled'));
      };
      const timer = setTimeout(() => void worker.terminate(), WITHIN_MS);
      signal.addEventListener('abort', cancel, { once: true });
      try {
        const message = await new Promise<FromImporter>((resolve, reject) => {
          waiting.set(id, { settle: resolve, fail: reject });
          tell({ id, request, caller });
        });
        if ('error' in message) throw crossed(message.error);
        return message.imported;
      } finally {
        clearTimeout(timer);
        waiting.delete(id);
        signal.removeEventListener('abort', cancel);
      }
    },
    close: async () => {
      const open = thread;
      open?.worker.postMessage('stop' satisfies ToImporter);
      await open?.ended;
    },
  };
};
