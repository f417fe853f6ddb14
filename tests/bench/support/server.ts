/** The program as built, started over a data folder in a process of its own: when it was ready, what it holds, how it ends. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const BUILT = fileURLToPath(new URL('../../../dist/infra/main.js', import.meta.url));
const ENV = { PUBLIC_PORT: '0', DASHBOARD_PORT: '0', METRICS_PORT: '0', PUBLIC_RATE_LIMIT_PER_MINUTE: '0', HARVEST_INTERVAL_HOURS: '0', LOG_LEVEL: 'info' }; // prettier-ignore
const POLL_MS = 5;
const GIVE_UP_MS = 120_000;
const KIB = 1024;

export type Server = {
  readonly publicUrl: string;
  /** From the start of the process to the first answer that all is ready. Milliseconds. */
  readonly readyMs: number;
  /** Resident memory, MiB: now, and at most so far. Null where the system does not tell. */
  readonly memory: () => { readonly now: number; readonly most: number } | null;
  readonly stop: () => Promise<void>;
};

type Told = { readonly watchPort: number; readonly publicUrl: string };

/** Where it listens, as its log tells. */
const told = async (child: ChildProcess): Promise<Told> => {
  if (child.stderr === null) throw new Error('the server has no log');
  let [watchPort, publicUrl]: [number | undefined, string | undefined] = [undefined, undefined];
  const lines: string[] = [];
  for await (const line of createInterface(child.stderr)) {
    lines.push(line);
    const entry = line.startsWith('{')
      ? (JSON.parse(line) as { msg: string; port?: number; publicUrl?: string })
      : null;
    if (entry?.msg === 'metrics and health are told') watchPort = entry.port;
    if (entry?.msg === 'listening') publicUrl = entry.publicUrl;
    if (watchPort !== undefined && publicUrl !== undefined) return { watchPort, publicUrl };
  }
  throw new Error(`the server ended before it listened:\n${lines.join('\n')}`);
};

const untilReady = async (watchPort: number, since: number): Promise<number> => {
  for (;;) {
    const isReady = await fetch(`http://127.0.0.1:${watchPort}/health/ready`).then(({ ok }) => ok, () => false); // prettier-ignore
    const ms = performance.now() - since;
    if (isReady) return ms;
    if (ms > GIVE_UP_MS) throw new Error(`the server was not ready after ${GIVE_UP_MS} ms`);
    await pause(POLL_MS);
  }
};

const memoryOf = (pid: number | undefined): ReturnType<Server['memory']> => {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return null;
  const status = readFileSync(file, 'utf8');
  const mib = (field: string): number => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / KIB;
  return { now: mib('VmRSS'), most: mib('VmHWM') };
};

/** Resolves when it is ready. It must be stopped. */
export const startServer = async (dataDir: string, role = 'all'): Promise<Server> => {
  const began = performance.now();
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
    const { watchPort, publicUrl } = await told(child);
    // Nobody reads on, and a full pipe would hold the server up.
    child.stderr?.resume();
    return { publicUrl, readyMs: await untilReady(watchPort, began), memory: () => memoryOf(child.pid), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
