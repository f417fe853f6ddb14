/** A writer in a thread of its own, so that folding goes on while rows are written. */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { Unavailable } from '../../../../domain/errors.ts';
import { WHAT, type Writer } from '../writer.ts';
import { OPENED, type Answer, type Ask, type Asked } from './messages.ts';

type Waiting = { readonly resolve: () => void; readonly reject: (error: Error) => void };

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

const failureIn = ({ away, error }: Omit<Answer, 'n'>): Error | null => {
  if (away !== undefined) return new Unavailable(WHAT, away);
  return error === undefined ? null : asError(error);
};

/** Rows come in slices, so there is little to keep; what they leave behind is to be collected soon. */
const LIMITS = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 16 };

/** Throws `Unavailable` if the file cannot be opened, as every call does that the thread can no longer answer. */
export const startWriter = async (file: string): Promise<Writer> => {
  // The same file, built or not.
  const entry = new URL(`./writing${path.extname(new URL(import.meta.url).pathname)}`, import.meta.url);
  const thread = new Worker(entry, { workerData: { file }, resourceLimits: LIMITS });
  const waiting = new Map<number, Waiting>();
  let asked = OPENED;
  let gone: Error | null = null;

  const lost = (error: unknown): void => {
    gone ??= asError(error);
    for (const { reject } of waiting.values()) reject(gone);
    waiting.clear();
  };
  thread.on('error', lost);
  thread.on('exit', () => lost(new Error('the thread that writes the read models has ended')));

  const ask = (what: Asked): Promise<void> =>
    new Promise((resolve, reject) => {
      if (gone !== null) {
        reject(gone);
        return;
      }
      asked += 1;
      waiting.set(asked, { resolve, reject });
      thread.postMessage({ ...what, n: asked } satisfies Ask);
    });

  await new Promise<void>((resolve, reject) => {
    waiting.set(OPENED, { resolve, reject });
    thread.on('message', ({ n, ...told }: Answer) => {
      const failure = failureIn(told);
      if (failure === null) waiting.get(n)?.resolve();
      else waiting.get(n)?.reject(failure);
      waiting.delete(n);
    });
  });

  return {
    create: (...given) => ask({ call: 'create', given }),
    index: (...given) => ask({ call: 'index', given }),
    drop: (...given) => ask({ call: 'drop', given }),
    commit: (...given) => ask({ call: 'commit', given }),
    close: async () => {
      if (gone !== null) return;
      const ended = new Promise((resolve) => thread.once('exit', resolve));
      await ask({ call: 'close', given: [] });
      await ended;
    },
  };
};
