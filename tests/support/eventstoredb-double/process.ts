/** The double in a process of its own, to be stalled, killed and restarted. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { script } from '../script.ts';

export type DoubleProcess = {
  readonly url: string;
  /** Suspends it: connections stay open, nothing is read or sent. */
  stall(): void;
  resume(): void;
  /** At once, as by a power cut. */
  kill(): Promise<void>;
};

/** `port` and `file` of a killed double restore it with its events. */
export const startDoubleProcess = async (
  options: { readonly port?: number; readonly file?: string } = {},
): Promise<DoubleProcess> => {
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const { file, execArgv } = script('main', import.meta.url);
  const child: ChildProcess = spawn(process.execPath, [...execArgv, file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('the double has no output');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    url: line.replace('EVENTSTORE_URL=', ''),
    stall: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
};
