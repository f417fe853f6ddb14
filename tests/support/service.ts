/** A release that runs as a service, as an operator starts it: a separate program, used over HTTP and signals. */
import { execFile, spawn, type ExecFileException } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

export type Service = {
  /** The URL of the dashboard, once it listens. Rejects if the program ends before. */
  readonly url: Promise<string>;
  /** Suspends it, like a machine that sleeps, and resumes it. */
  pause(): void;
  resume(): void;
  /** Stops it as a supervisor does. Returns the exit code. */
  stop(): Promise<number | null>;
};

const FREE_PORTS = { PUBLIC_PORT: '0', DASHBOARD_PORT: '0', HARVEST_INTERVAL_HOURS: '0', LOG_LEVEL: 'info' };

const environment = (env: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  ...FREE_PORTS,
  ...env,
});

/** `main`: the program of the release. */
export const startService = (main: string, env: Readonly<Record<string, string>>, args: readonly string[]): Service => {
  const child = spawn(process.execPath, [main, 'start', ...args], {
    env: environment(env),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const lines: string[] = [];
  const url = new Promise<string>((resolve, reject) => {
    createInterface(child.stderr).on('line', (line) => {
      lines.push(line);
      const found = /"dashboardUrl":"([^"]+)"/u.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    exited.then(() => reject(new Error(`the program ended:\n${lines.join('\n')}`)), reject);
  });
  // One without the api role never listens.
  url.catch(() => undefined);
  return {
    url,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGCONT');
        child.kill('SIGTERM');
        await exited;
      }
      return child.exitCode;
    },
  };
};

/** The output of a command of the release. Rejects if it fails, with its output so far. */
export const runCommand = async (
  main: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<string> => {
  try {
    return (await promisify(execFile)(process.execPath, [main, ...args], { env: environment(env) })).stdout;
  } catch (error) {
    const { message, code, signal, stdout } = error as ExecFileException & { readonly stdout: string };
    throw new Error(`${message}\nended with ${code ?? signal}:\n${stdout}`, { cause: error });
  }
};
