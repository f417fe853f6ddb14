/** One of the fuzzers as a process, as `npm run fuzz` starts it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Its output is that of the test. Rejects if it has found something. */
export const fuzzing = async (command: string, ...args: readonly string[]): Promise<void> => {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => process.stdout.write(String(bytes)));
  const [code, signal] = (await once(child, 'close')) as readonly unknown[];
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${String(code ?? signal)}`);
};

/** Less than a file may take. */
export const WITHIN_MS = 590_000;
