/** Runs imports in a separate thread with memory and time limits; started on demand and restarted after it dies. */
import { Worker, type ResourceLimits } from 'node:worker_threads';
import type { Imports } from '../../../api/dashboard/ports.ts';
import type { Log } from '../../../commands/ports.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { IMPORT } from '../../../domain/limits.ts';
import type { Config } from '../../config.ts';
import type { ProviderCall } from '../../providers/http/client.ts';
import { cutOffBy, TimeIsUp } from '../../cut-off.ts';
import { queuesByWorkspace } from '../../../commands/queues.ts';
import { entryBeside } from '../../system.ts';
import { decodeError, type Answered, type FromImporter, type Import, type ToImporter } from './import-messages.ts';

type ImportLimits = {
  readonly memory: ResourceLimits;
  /** Timeout of an import, including its wait for others, in milliseconds. */
  readonly withinMs: number;
  /** Terminates a thread that does not confirm a cancellation within this many milliseconds. */
  readonly givenUpWithinMs: number;
};

const IMPORT_LIMITS: ImportLimits = {
  // Parsing a response of 32 MiB takes about ten times that.
  memory: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 24 },
  withinMs: IMPORT.withinMs,
  givenUpWithinMs: 10_000,
};

export type ImportOptions = {
  readonly log: Log;
  readonly providerCall?: ((call: ProviderCall) => void) | undefined;
  readonly limits?: ImportLimits;
};

type Waiting = { readonly settle: (message: Answered) => void; readonly fail: (reason: Error) => void };

const startThread = (config: Config, { log, providerCall, limits = IMPORT_LIMITS }: ImportOptions) => {
  const waiting = new Map<number, Waiting>();
  const givenUp = new Map<number, NodeJS.Timeout>();
  let last = 0;
  let isOver = false;
  const worker = new Worker(entryBeside(import.meta.url, 'importer'), {
    workerData: config,
    resourceLimits: limits.memory,
  });
  const say = (message: ToImporter): void => worker.postMessage(message);
  const failAll = (why: string): void => {
    isOver = true;
    for (const { fail } of waiting.values())
      fail(new Unavailable('import', why, { inWords: `the import has failed: ${why}` }));
    waiting.clear();
  };
  worker.on('message', (message: FromImporter) => {
    if ('call' in message) return providerCall?.(message.call);
    clearTimeout(givenUp.get(message.id));
    givenUp.delete(message.id);
    waiting.get(message.id)?.settle(message);
  });
  worker.on('error', (error: Error & { readonly code?: string }) => {
    log.error({ err: error }, 'the import thread died');
    failAll(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'the record is too large to be read' : 'its thread has died');
  });
  const ended = new Promise<void>((resolve) =>
    worker.once('exit', () => {
      failAll('its thread has ended');
      for (const timer of givenUp.values()) clearTimeout(timer);
      resolve();
    }),
  );
  const giveUp = (id: number, reason: Error): void => {
    const request = waiting.get(id);
    if (request === undefined) return;
    waiting.delete(id);
    say({ id, cancel: true });
    const stuck = (): void => {
      isOver = true;
      log.error({}, 'terminating the stuck import thread');
      void worker.terminate();
    };
    givenUp.set(id, setTimeout(stuck, limits.givenUpWithinMs));
    request.fail(reason);
  };

  return {
    ended,
    stop: (): void => say('stop'),
    /** The thread accepts no more imports. */
    isOver: (): boolean => isOver,
    /** Rejects with the reason as soon as the signal is aborted, even if the thread is stuck. */
    ask: async (work: Import, signal: AbortSignal): Promise<Answered> => {
      const id = (last += 1);
      const cancelled = (): void =>
        giveUp(id, signal.reason instanceof Error ? signal.reason : new Error('the request has ended'));
      signal.addEventListener('abort', cancelled, { once: true });
      try {
        return await new Promise<Answered>((resolve, reject) => {
          waiting.set(id, { settle: resolve, fail: reject });
          say({ id, ...work });
        });
      } finally {
        waiting.delete(id);
        signal.removeEventListener('abort', cancelled);
      }
    },
  };
};

export type OpenImports = Imports & { close(): Promise<void> };

export const openImports = (config: Config, options: ImportOptions): OpenImports => {
  const { limits = IMPORT_LIMITS } = options;
  const queueOf = queuesByWorkspace(IMPORT.atOncePerWorkspace);
  let thread: ReturnType<typeof startThread> | null = null;
  const runningThread = () => {
    if (thread === null || thread.isOver()) thread = startThread(config, options);
    return thread;
  };

  /** `Answer` must match the kind of work (`Answers`). */
  const ask = async <Answer>(work: Import, signal: AbortSignal): Promise<Answer> => {
    signal.throwIfAborted();
    const message = await cutOffBy([signal], limits.withinMs, (either) =>
      queueOf(work.caller.workspace).add(() => runningThread().ask(work, either), { signal: either }),
    ).catch((error: unknown) => {
      if (!(error instanceof TimeIsUp)) throw error;
      const why = `no answer within ${limits.withinMs} ms`;
      throw new Unavailable('import', why, { inWords: `the import was given up: ${why}` });
    });
    if ('error' in message) throw decodeError(message.error);
    return message.answer as Answer;
  };

  return {
    doi: (request, caller, signal) => ask({ what: 'doi', request, caller }, signal),
    preview: (request, caller, signal) => ask({ what: 'preview', request, caller }, signal),
    close: async () => {
      thread?.stop();
      await thread?.ended;
    },
  };
};
