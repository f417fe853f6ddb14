/** Rows made once more only to be compared: of a projection, by one process at a time, and dropped afterwards. */
import type { Clock, Log, StateStore } from '../../commands/ports.ts';
import { Refused } from '../../domain/errors.ts';
import { SCRATCH, projectionKey, type Projection } from '../../projections/define.ts';
import { generationOf } from '../../projections/generations.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { acquireLease, isLeased } from '../lease.ts';
import { dropGeneration, openRegistry, register, registered } from './registry.ts';

export type ScratchDeps = {
  /** Every generation by its own name. */
  readonly readModels: ReadModels;
  readonly state: StateStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly holder: string;
};

/** One that dies is followed by another within this. */
const TTL_MS = 6_000;

const leaseOf = (name: string): string => `verify-${name}`;

export const isSomebodyVerifying = (state: StateStore, name: string): Promise<boolean> =>
  isLeased(state, leaseOf(name));

/** Throws `Refused` while another process is at the same. What an earlier one left behind is dropped first. */
export const withScratch = async <T>(
  deps: ScratchDeps,
  projection: Projection,
  work: (scratch: Projection, lost: AbortSignal) => Promise<T>,
): Promise<T> => {
  const { readModels, state, clock, log, holder } = deps;
  const lease = await acquireLease(state, leaseOf(projection.name), holder, { ttlMs: TTL_MS, log });
  if (lease === null)
    throw new Refused('conflict', 'already_verifying', `${projection.name} is being verified by another process`);
  try {
    const scratch = generationOf(projection, SCRATCH);
    await openRegistry(readModels);
    const drop = async (): Promise<void> => {
      for (const entry of await registered(readModels))
        if (entry.key === projectionKey(scratch)) await dropGeneration(readModels, entry);
    };
    await drop();
    await register(readModels, scratch, clock.now());
    try {
      return await work(scratch, lease.lost);
    } finally {
      await drop();
    }
  } finally {
    await lease.release();
  }
};
