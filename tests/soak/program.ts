/** The built program as an operator starts it: separate processes over one folder, none of which outlives the soak. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { BUILT } from '../support/built.ts';
import type { Findings } from './findings.ts';

export type Exit = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  /** The last lines of it. */
  readonly err: string;
};

export type Running = {
  readonly pid: number;
  readonly ended: Promise<Exit>;
  /** Whether `kill` was called; set before the signal is sent. */
  readonly isKilled: () => boolean;
  /** SIGKILL. */
  readonly kill: () => void;
  /** SIGTERM. */
  readonly stop: () => void;
  /** SIGSTOP: every thread is suspended until `wake`. */
  readonly freeze: () => void;
  /** SIGCONT. */
  readonly wake: () => void;
  /** The match in the first matching line of its output; null if it ended before. */
  readonly printed: (pattern: RegExp) => Promise<RegExpExecArray | null>;
};

export type Program = {
  readonly run: (name: string, args: readonly string[]) => Running;
  /** Kills what still runs. */
  readonly killAll: () => Promise<void>;
};

/**
 * Ends a process whose parent was killed itself, and could not stop it. Its own children do not inherit this (`execArgv`): with
 * their channel to it unreferenced, they would exit after every response.
 */
const LEASH = `data:text/javascript,${encodeURIComponent(
  'process.on("disconnect", () => process.kill(process.pid, "SIGKILL")); process.channel?.unref(); process.execArgv.length = 0;',
)}`;
/** Levels of pino, from which on a line reports an error. */
const ERROR_LEVEL = 50;
const LAST_LINES = 20;

const errorIn = (line: string): string | null => {
  try {
    const { level, msg, err } = JSON.parse(line) as { level: number; msg: string; err?: { message?: string } };
    return level >= ERROR_LEVEL ? `${msg}${err?.message === undefined ? '' : `: ${err.message}`}` : null;
  } catch {
    return null;
  }
};

export const openProgram = (
  folder: string,
  env: Readonly<Record<string, string>>,
  { add }: Pick<Findings, 'add'>,
): Program => {
  const logs = path.join(folder, 'logs');
  mkdirSync(logs, { recursive: true });
  const alive = new Set<ChildProcess>();
  const killAll = (): void => alive.forEach((child) => child.kill('SIGKILL'));
  process.on('exit', killAll);

  const run = (name: string, args: readonly string[]): Running => {
    const child = spawn(process.execPath, ['--import', LEASH, BUILT, ...args], {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A process group of its own: Ctrl-C on the terminal is for the soak, which stops the others when it has checked them.
      detached: true,
    });
    alive.add(child);
    let isKilled = false;
    let out = '';
    const err: string[] = [];
    const log = createWriteStream(path.join(logs, `${name}.log`), { flags: 'a' });
    log.write(`--- ${new Date().toISOString()} process ${child.pid ?? 'none'}: ${args.join(' ')}\n`);
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) throw new Error('no pipes');
    stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    const lines = createInterface({ input: stderr });
    lines.on('line', (line) => {
      log.write(`${line}\n`);
      err.push(line);
      if (err.length > LAST_LINES) err.shift();
      const error = errorIn(line);
      if (error !== null) add(`${name} logged an error: ${error}`);
    });
    const ended = once(child, 'close').then(([code, signal]: unknown[]): Exit => {
      alive.delete(child);
      log.end(`--- ended: ${String(signal ?? code)}${isKilled ? ' (killed by the soak)' : ''}\n`);
      return { code: code as number | null, signal: signal as NodeJS.Signals | null, out, err: err.join('\n') };
    });
    return {
      pid: child.pid ?? 0,
      ended,
      isKilled: () => isKilled,
      kill: () => {
        isKilled = true;
        child.kill('SIGKILL');
      },
      stop: () => void child.kill('SIGTERM'),
      freeze: () => void child.kill('SIGSTOP'),
      wake: () => void child.kill('SIGCONT'),
      printed: (pattern) =>
        new Promise((resolve) => {
          const look = (): void => {
            const match = pattern.exec(out);
            if (match !== null) resolve(match);
          };
          stdout.on('data', look);
          look();
          void ended.then(() => resolve(null));
        }),
    };
  };

  return {
    run,
    killAll: async () => {
      const gone = [...alive].map((child) => once(child, 'close'));
      killAll();
      await Promise.all(gone);
      process.off('exit', killAll);
    },
  };
};
