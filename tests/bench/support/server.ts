/** The built program, started over a data folder in a process of its own: when it was ready, its memory, how it ends. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { BUILT } from '../../support/built.ts';

const ENV = {
  PUBLIC_PORT: '0',
  DASHBOARD_PORT: '0',
  METRICS_PORT: '0',
  PUBLIC_RATE_LIMIT_PER_MINUTE: '0',
  HARVEST_INTERVAL_HOURS: '0',
  LOG_LEVEL: 'info',
};
const POLL_MS = 5;
const GIVE_UP_MS = 120_000;
const KIB = 1024;
const SECOND_MS = 1_000;

export type Program = {
  readonly watchUrl: string;
  /** Null for a role without a listener. */
  readonly publicUrl: string | null;
  readonly dashboardUrl: string | null;
  /** Resident memory, MiB: now, and maximum so far. Null if the system does not report it. */
  readonly memory: () => { readonly now: number; readonly most: number } | null;
  readonly stop: () => Promise<void>;
};

export type Server = Omit<Program, 'publicUrl' | 'dashboardUrl' | 'watchUrl'> & {
  /** Event-loop delay of the thread that serves, since the last call, in milliseconds. */
  readonly delays: () => Promise<{ readonly p99: number; readonly longest: number }>;
  readonly publicUrl: string;
  readonly dashboardUrl: string;
  /** From the start of the process to the first response that all is ready. Milliseconds. */
  readonly readyMs: number;
};

const SERVING: ReadonlySet<string> = new Set(['all', 'api']);

/** Where it listens, according to its log. */
const addressesOf = async (
  child: ChildProcess,
  role: string,
): Promise<Pick<Program, 'watchUrl' | 'publicUrl' | 'dashboardUrl'>> => {
  if (child.stderr === null) throw new Error('the program has no log');
  let watchPort: number | null = null;
  let urls: Pick<Program, 'publicUrl' | 'dashboardUrl'> = { publicUrl: null, dashboardUrl: null };
  const lines: string[] = [];
  for await (const line of createInterface(child.stderr)) {
    lines.push(line);
    if (!line.startsWith('{')) continue;
    const {
      msg,
      port,
      publicUrl = null,
      dashboardUrl = null,
    } = JSON.parse(line) as Partial<typeof urls> & {
      readonly msg: string;
      readonly port?: number;
    };
    if (msg === 'serving metrics and health') watchPort = port ?? null;
    if (msg === 'listening') urls = { publicUrl, dashboardUrl };
    if (watchPort !== null && (urls.publicUrl !== null || !SERVING.has(role)))
      return { watchUrl: `http://127.0.0.1:${watchPort}`, ...urls };
  }
  throw new Error(`the program ended before it listened:\n${lines.join('\n')}`);
};

const untilReady = async (watchUrl: string, since: number): Promise<number> => {
  for (;;) {
    const isReady = await fetch(`${watchUrl}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    const ms = performance.now() - since;
    if (isReady) return ms;
    if (ms > GIVE_UP_MS) throw new Error(`the server was not ready after ${GIVE_UP_MS} ms`);
    await pause(POLL_MS);
  }
};

const memoryOf = (pid: number | undefined): ReturnType<Program['memory']> => {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return null;
  const status = readFileSync(file, 'utf8');
  const mib = (field: string): number => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / KIB;
  return { now: mib('VmRSS'), most: mib('VmHWM') };
};

/** Resolves when it reports where it listens. It must be stopped. */
export const startProgram = async (dataDir: string, role: string): Promise<Program> => {
  const child = spawn(process.execPath, [BUILT, 'start', '--role', role], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...ENV },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    const addresses = await addressesOf(child, role);
    // Nobody reads on, and a full pipe would block the program.
    child.stderr.resume();
    return { ...addresses, memory: () => memoryOf(child.pid), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const delaysAt = async (watchUrl: string): ReturnType<Server['delays']> => {
  const metrics = await (await fetch(`${watchUrl}/metrics`)).text();
  const ms = (quantile: string): number => {
    const line = `colophon_event_loop_delay_seconds\\{quantile="${quantile}",role="api"\\} (\\S+)`;
    const [, seconds] = new RegExp(line, 'u').exec(metrics) ?? [];
    if (seconds === undefined) throw new Error('the thread that serves does not report its event-loop delay');
    return Number(seconds) * SECOND_MS;
  };
  return { p99: ms('0.99'), longest: ms('1') };
};

/** Resolves when it is ready. It must be stopped. */
export const startServer = async (dataDir: string, role = 'all'): Promise<Server> => {
  const began = performance.now();
  const { watchUrl, publicUrl, dashboardUrl, ...program } = await startProgram(dataDir, role);
  try {
    const readyMs = await untilReady(watchUrl, began);
    const delays = () => delaysAt(watchUrl);
    return { ...program, publicUrl: publicUrl ?? '', dashboardUrl: dashboardUrl ?? '', readyMs, delays };
  } catch (error) {
    await program.stop();
    throw error;
  }
};
