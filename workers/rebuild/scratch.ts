/** Rows made only to be compared with those that are served: of a projection, by one process at a time, and dropped afterwards. */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { StateStore } from '../../commands/ports.ts';
import { Refused } from '../../domain/errors.ts';
import { isScratch, type Projection } from '../../projections/define.ts';
import { generationOf } from '../../projections/generations.ts';
import { acquireLease, isLeased } from '../../commands/lease.ts';
import type { RebuildDeps } from './deps.ts';
import { dropGeneration, openRegistry, register, registered } from './registry.ts';

export type ScratchDeps = Pick<RebuildDeps, 'readModels' | 'state' | 'clock' | 'log' | 'holder'>;

/** How long the right to verify outlives a process that dies. */
const LEASE_MS = 6_000;

/** Drawn for each run, so that one which is held up on its way meets none of the others' rows. */
const HIGHEST = 2 ** 40;

const leaseOf = (name: string): string => `verify-${name}`;

export const isSomebodyVerifying = (state: StateStore, name: string): Promise<boolean> =>
  isLeased(state, leaseOf(name));

/** Throws `Refused` while another process is at the same. What an earlier one left behind is dropped first. */
export const withScratch = async <T>(
  deps: ScratchDeps,
  projection: Projection,
  work: (scratch: Projection, lost: AbortSignal) => Promise<T>,
): Promise<T> => {
  const { readModels, state, log, holder } = deps;
  const lease = await acquireLease(state, leaseOf(projection.name), holder, { ttlMs: LEASE_MS, log });
  if (lease === null)
    throw new Refused('conflict', 'already_verifying', `${projection.name} is being verified by another process`);
  try {
    await openRegistry(readModels);
    const there = await registered(readModels);
    // The timer that tells a process it has slept past its lease must have its turn before rows go.
    await pause(1);
    lease.lost.throwIfAborted();
    for (const left of there)
      if (left.projection === projection.name && isScratch(left.generation)) await dropGeneration(readModels, left);
    const scratch = generationOf(projection, -randomInt(1, HIGHEST));
    const entry = await register(readModels, scratch);
    try {
      return await work(scratch, lease.lost);
    } finally {
      await dropGeneration(readModels, entry);
    }
  } finally {
    await lease.release();
  }
};
