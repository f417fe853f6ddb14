/** The system clock and random ids behind their ports, process names, and entry files of threads. */
import { randomInt, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import type { Clock, Ids } from '../commands/ports.ts';

export const systemClock: Clock = { now: () => Date.now() };
export const randomIds: Ids = { next: () => randomUUID() };

/** Unique among processes and threads, including later ones. */
export const uniqueName = (role: string): string =>
  `${role}@${hostname()}.${process.pid}.${threadId}.${randomUUID().slice(0, 8)}`;

/** Leaves room to increment below `Number.MAX_SAFE_INTEGER`. */
const MOST = 2 ** 47;

/** The initial version of a state record. Random, so that a former lease holder cannot renew another's lease. */
export const firstVersion = (): number => randomInt(1, MOST);

/** The entry file of a process or thread next to `module` (its `import.meta.url`), with the same extension (`.ts` or `.js`). */
export const entryBeside = (module: string, name: string): URL =>
  new URL(`./${name}${path.extname(new URL(module).pathname)}`, module);
