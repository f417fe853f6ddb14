/** The machine's clock and randomness, behind the ports that rules and tests know; and its files. */
import { randomInt, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import type { Clock, Ids } from '../commands/ports.ts';

export const systemClock: Clock = { now: () => Date.now() };
export const randomIds: Ids = { next: () => randomUUID() };

/** A name that no other process or thread has, now or after a restart. */
export const uniqueName = (role: string): string =>
  `${role}@${hostname()}.${process.pid}.${threadId}.${randomUUID().slice(0, 8)}`;

/** Exact as a number, with room for more puts than there will be. */
const MOST = 2 ** 47;

/**
 * The version that a state record begins at. Random, so that who knows a record that has lapsed or was removed never takes
 * the next one for it: as a lease's former holder, who could renew another's.
 */
export const firstVersion = (): number => randomInt(1, MOST);

/** The file that a process or thread begins with, beside a module (its `import.meta.url`): built as that is, or not. */
export const entryBeside = (module: string, name: string): URL =>
  new URL(`./${name}${path.extname(new URL(module).pathname)}`, module);
