/** Those who may stop administering a workspace do so one after the other, in all processes: two at once would each count on the other. */
import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '../domain/errors.ts';
import { acquireLease } from './lease.ts';
import type { Log, StateStore } from './ports.ts';

export type AdministratorsDeps = {
  readonly state: StateStore;
  readonly log: Log;
  /** Whether anybody but the user administers the workspace, by all that is on record now. */
  readonly hasOtherAdmin: (workspace: string, userId: string) => Promise<boolean>;
};

/** Of a process that dies meanwhile. */
const TTL_MS = 5_000;
/** One that dies is waited for, and a few decisions before. */
const PATIENCE_MS = 15_000;
const LONGEST_PAUSE_MS = 50;

/**
 * Decides and appends while nobody else does in the workspace; `isLast`: no other user administers it. Throws `Unavailable` if it takes too long until its turn comes.
 */
export const whileOthersStay = async <T>(
  { state, log, hasOtherAdmin }: AdministratorsDeps,
  workspace: string,
  userId: string,
  decide: (isLast: boolean) => Promise<T>,
): Promise<T> => {
  const deadline = performance.now() + PATIENCE_MS;
  const acquire = () => acquireLease(state, `administrators/${workspace}`, userId, { ttlMs: TTL_MS, log });
  let lease = await acquire();
  while (lease === null) {
    if (performance.now() >= deadline) throw new Unavailable('state', 'other members are being changed');
    await pause(Math.random() * LONGEST_PAUSE_MS);
    lease = await acquire();
  }
  try {
    return await decide(!(await hasOtherAdmin(workspace, userId)));
  } finally {
    await lease.release();
  }
};
