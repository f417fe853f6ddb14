/** Runs one part of a bench in a process of its own, so that none is slowed by what another has left behind. */
import { fork } from 'node:child_process';
import type { Measurement } from '../report.ts';
import { script } from '../../support/script.ts';
import { RUN_FOLDER } from '../support/run-folder.ts';

export type Part = { readonly bench: string; readonly size: number | null };

const ALONE = script('alone', import.meta.url);

/** Null, or the error. All processes that it has started end with it, and with the signal. */
export const measureApart = (
  { bench, size }: Part,
  folder: string,
  signal: AbortSignal,
  report: (measurement: Measurement) => void,
): Promise<string | null> =>
  new Promise((resolve) => {
    // A process group of its own: servers that it starts are killed with it, whatever state it is in.
    const child = fork(ALONE.file, size === null ? [bench] : [bench, String(size)], {
      execArgv: [...ALONE.execArgv],
      env: { ...process.env, [RUN_FOLDER]: folder, TMPDIR: folder },
      detached: true,
    });
    const kill = (): void => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The process has ended already.
      }
    };
    if (signal.aborted) kill();
    signal.addEventListener('abort', kill, { once: true });
    child.on('message', (message) => report(message as Measurement));
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, killed) => {
      kill();
      signal.removeEventListener('abort', kill);
      resolve(code === 0 ? null : `it ended with ${killed ?? `code ${code}`}`);
    });
  });
