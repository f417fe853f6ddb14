/** The built program with all roles, over an empty catalogue and a hostile provider, which reports its vitals on request. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { BUILT } from '../../support/built.ts';

/** Of the thread that serves HTTP. */
export type Vitals = {
  /** The longest time for which its event loop was blocked since the last report, milliseconds. */
  readonly pauseMs: number;
  /** The same without the time in which the thread was ready to run and other programs had the processors. */
  readonly ownPauseMs: number;
  /** The longest time for which it computed meanwhile; the rest of a pause waited, for a disk say. */
  readonly busyMs: number;
  /** After a garbage collection. */
  readonly heapMiB: number;
  readonly rssMiB: number;
};

export type Victim = {
  readonly publicUrl: string;
  readonly dashboardUrl: string;
  readonly token: string;
  vitals(): Promise<Vitals>;
  /** Null while it runs. */
  readonly ended: () => string | null;
  /** Lines of errors that it logged. */
  readonly errors: () => readonly string[];
  stop(): Promise<void>;
};

/**
 * Runs in the program; the threads of roles have no channel and report nothing. Linux reports how long a thread has waited for a
 * processor; otherwise a pause is all the program's own.
 */
const REPORTER = `
import { openSync, readSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const RESOLUTION_MS = 5;
const spent = () => {
  try {
    const [text, file] = [Buffer.alloc(64), openSync('/proc/self/task/' + process.pid + '/schedstat')];
    return () => text.latin1Slice(0, readSync(file, text, 0, 64, 0)).split(' ').map((ns) => Number(ns) / 1e6);
  } catch {
    return () => [0, 0];
  }
};

if (isMainThread && process.send !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const look = spent();
  let [ownPauseMs, busyMs, ticked, [ran, waited]] = [0, 0, performance.now(), look()];
  const tick = () => {
    const [now, [ranNow, waitedNow]] = [performance.now(), look()];
    ownPauseMs = Math.max(ownPauseMs, now - ticked - RESOLUTION_MS - (waitedNow - waited));
    busyMs = Math.max(busyMs, ranNow - ran);
    [ticked, ran, waited] = [now, ranNow, waitedNow];
  };
  delay.enable();
  setInterval(tick, RESOLUTION_MS).unref();
  process.channel?.unref();
  process.on('message', () => {
    tick();
    const report = { pauseMs: delay.max / 1e6, ownPauseMs, busyMs };
    delay.disable();
    globalThis.gc();
    const { heapUsed, rss } = process.memoryUsage();
    delay.reset();
    delay.enable();
    tick();
    [ownPauseMs, busyMs] = [0, 0];
    process.send({ ...report, heapMiB: heapUsed / 2 ** 20, rssMiB: rss / 2 ** 20 });
  });
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}`;

const LISTENS = /listens on (\S+), its dashboard on (\S+)/;
const EMAIL = 'fuzzer@example.org';
const ERROR_LEVEL = 50;

const isError = (line: string): boolean => {
  try {
    return (JSON.parse(line) as { level: number }).level >= ERROR_LEVEL;
  } catch {
    // Anything but a log line was written by a crash.
    return line.trim() !== '';
  }
};

export const startVictim = async (providers: Readonly<Record<string, string>>): Promise<Victim> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'colophon-hostile-'));
  const env = {
    PATH: process.env['PATH'],
    ...{ DATA_DIR: path.join(folder, 'data'), PUBLIC_PORT: '0', DASHBOARD_PORT: '0', LOG_LEVEL: 'warn' },
    ...{ PUBLIC_RATE_LIMIT_PER_MINUTE: '0', INSTALLATION_RATE_LIMIT_PER_MINUTE: '0', HARVEST_INTERVAL_HOURS: '0' },
    ...{ PROVIDER_RATE: '0', PROVIDER_CONCURRENCY: '0' },
    ...Object.fromEntries(Object.entries(providers).map(([name, url]) => [`${name}_API_URL`, url])),
  };
  const reporter = `data:text/javascript,${encodeURIComponent(REPORTER)}`;
  const options = ['--expose-gc', '--import', reporter];
  const child = spawn(process.execPath, [...options, BUILT, 'start'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let ended: string | null = null;
  const exited = once(child, 'exit').then(([code, signal]) => (ended = String(signal ?? code)));
  const errors: string[] = [];
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('no pipes');
  createInterface(stderr).on('line', (line) => {
    if (isError(line)) errors.push(line);
  });
  let match: RegExpExecArray | null = null;
  for await (const line of createInterface(stdout)) if ((match = LISTENS.exec(line)) !== null) break;
  stdout.resume();
  if (match === null) throw new Error(`the program did not start:\n${errors.join('\n')}`);
  const signIn = ['sessions', 'create', '--email', EMAIL, '--role', 'superadmin', '--workspace', 'org', '--json'];
  const signedIn = await promisify(execFile)(process.execPath, [BUILT, ...signIn], { env });
  return {
    publicUrl: match[1] ?? '',
    dashboardUrl: match[2] ?? '',
    token: (JSON.parse(signedIn.stdout) as { readonly token: string }).token,
    vitals: async () => {
      const report = once(child, 'message');
      child.send('vitals');
      const answer = await Promise.race([report, exited]);
      if (!Array.isArray(answer)) throw new Error(`the program ended: ${answer}\n${errors.join('\n')}`);
      return answer[0] as Vitals;
    },
    ended: () => ended,
    errors: () => errors,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
