/** The machine's clock and randomness, behind the ports that rules and tests know. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { threadId } from 'node:worker_threads';
import type { Clock, Ids } from '../commands/ports.ts';

export const systemClock: Clock = { now: () => Date.now() };
export const randomIds: Ids = { next: () => randomUUID() };

/** A name that no other process or thread has, now or after a restart. */
export const uniqueName = (role: string): string =>
  `${role}@${hostname()}.${process.pid}.${threadId}.${randomUUID().slice(0, 8)}`;
