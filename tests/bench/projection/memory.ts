/** What the program takes while it projects a long log, as an operator would see it: a process of its own, watched from outside. */
import { spawn } from 'node:child_process';
import { copyFile, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Ready } from '../../support/starting.ts';
import { freshFolder } from '../support/run-folder.ts';

const BUILT = fileURLToPath(new URL('../../../dist/infra/main.js', import.meta.url));
const EVERY_MS = 500;
const KIB_A_MB = 1024;

export type Resident = { readonly lowest: number; readonly highest: number };

/** MB; Linux tells it in KiB. */
const residentOf = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s*(\d+)/u.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / KIB_A_MB;

const portIn = (line: string): number | null => {
  const told = JSON.parse(line) as { readonly msg: string; readonly port?: number };
  return told.msg === 'metrics and health are told' ? (told.port ?? null) : null;
};

/** Resident memory, MB, from when `warm` of the log has been projected until everything is live. */
export const memoryWhileProjecting = async (eventsFile: string, warm: number): Promise<Resident> => {
  const folder = await freshFolder('projecting');
  await copyFile(eventsFile, path.join(folder, 'events.db'));
  const child = spawn(process.execPath, [BUILT, 'start', '--role', 'projector'], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder, METRICS_PORT: '0', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    let port: number | null = null;
    for await (const line of createInterface(child.stderr)) if ((port = portIn(line)) !== null) break;
    if (port === null) throw new Error('the projector ended');
    child.stderr.resume();
    const resident: number[] = [];
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/health/ready`);
      const { projections } = (await answer.json()) as Ready;
      if (projections.some(({ position, head }) => position >= head * warm))
        resident.push(await residentOf(child.pid ?? 0));
      if (projections.length > 0 && projections.every(({ phase }) => phase === 'live')) break;
      await pause(EVERY_MS);
    }
    return { lowest: Math.min(...resident), highest: Math.max(...resident) };
  } finally {
    child.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
};
