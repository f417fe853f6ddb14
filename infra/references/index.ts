/** Lists of references, each read in a thread of its own: a file can neither hold up requests nor take all memory. */
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import type { References } from '../../api/dashboard/ports.ts';
import type { Log } from '../../commands/ports.ts';
import { Refused } from '../../domain/errors.ts';
import { REFERENCES } from '../../domain/limits.ts';
import { cutOffBy, TimeIsUp } from '../cut-off.ts';
import { decodeRefusal } from '../sent-refusal.ts';
import { entryBeside } from '../system.ts';
import type { Answer, ToRead } from './reference-reader.ts';

type Limits = { readonly readMs: number; readonly memoryMb: number };

const tooHard = (why: string): Refused =>
  new Refused('invalid', 'unreadable', `the list cannot be read: ${why}`, {
    field: 'content',
    accepted: 'a smaller list, or the entries in several lists',
  });

/** Ended as soon as it has answered, or the signal is aborted. */
const inThread = async (data: ToRead, memoryMb: number, log: Log, signal: AbortSignal): Promise<Answer> => {
  const worker = new Worker(entryBeside(import.meta.url, 'reference-reader'), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  try {
    return await new Promise<Answer>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', (error: Error & { readonly code?: string }) => {
        log.warn({ err: error }, 'a list of references could not be read');
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooHard('it takes too much memory') : error);
      });
      worker.once('exit', () => reject(new Error('the thread that reads references ended without an answer')));
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  } finally {
    await worker.terminate();
  }
};

export const openReferences = ({
  log,
  limits = REFERENCES,
}: {
  readonly log: Log;
  readonly limits?: Limits;
}): References => {
  const queue = new PQueue({ concurrency: REFERENCES.atOnce });
  return {
    read: async (bytes, format, signal) => {
      signal.throwIfAborted();
      const answer = await queue.add(
        () =>
          cutOffBy([signal], limits.readMs, (either) =>
            inThread({ bytes, format }, limits.memoryMb, log, either),
          ).catch((error: unknown) => {
            throw error instanceof TimeIsUp ? tooHard(`it takes more than ${limits.readMs / 1000} seconds`) : error;
          }),
        { signal },
      );
      if ('list' in answer) return answer.list;
      throw decodeRefusal(answer.refused);
    },
  };
};
