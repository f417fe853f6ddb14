/** Serializes, over all processes, decisions that may take an administrator from a workspace: two at once would each rely on the other. */
import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '../domain/errors.ts';
import { acquireLease } from './lease.ts';
import type { Log, StateStore } from './ports.ts';

export type AdministratorsDeps = {
  readonly state: StateStore;
  readonly log: Log;
  /** Whether the workspace has another administrator, according to the log. */
  readonly hasOtherAdmin: (workspace: string, userId: string) => Promise<boolean>;
};

/** A process that dies holds up the others no longer than this. */
const TTL_MS = 5_000;
const PATIENCE_MS = 15_000;
const LONGEST_PAUSE_MS = 50;

/** Calls `decide` while no one else does in this workspace; `isLast`: no other user administers it. Throws `Unavailable` after `PATIENCE_MS`. */
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
