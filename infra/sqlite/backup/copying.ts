/** Takes a consistent copy of a SQLite file that is in use, in a separate process, since the call blocks. */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Steps } from '../../interrupted.ts';
import { entryBeside } from '../../system.ts';

export type Copy = { readonly from: string; readonly to: string };

const LOOK_MS = 200;

const sizeOf = async (file: string): Promise<number> => (await stat(file).catch(() => ({ size: 0 }))).size;

const run = ({ from, to }: Copy, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    const entry = fileURLToPath(entryBeside(import.meta.url, 'copier'));
    const options = { signal, killSignal: 'SIGKILL' } as const;
    execFile(process.execPath, [...process.execArgv, entry, from, to], options, (error, out, complaint) => {
      if (error === null) return resolve(out);
      const why = complaint.trim() || error.message;
      reject(new Error(`${from} could not be copied to ${to}: ${why}`, { cause: error }));
    });
  });

/** Without deleted data and concurrent writes. Resolves with the process's output; rejects if the signal is aborted. */
export const copyDatabase = async (copy: Copy, steps: Steps, what: string, signal: AbortSignal): Promise<string> => {
  const total = (await sizeOf(copy.from)) + (await sizeOf(`${copy.from}-wal`));
  let isCopying = true;
  const look = setInterval(() => {
    void sizeOf(copy.to).then((done) => {
      if (isCopying) steps(what, Math.min(done, total), total);
    });
  }, LOOK_MS);
  steps(what, 0, total);
  try {
    const printed = await run(copy, signal);
    steps(what, total, total);
    return printed;
  } finally {
    isCopying = false;
    clearInterval(look);
  }
};
