/** Rows built only to be compared with those that serve: by one process at a time per projection, and dropped afterwards. */
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

const LEASE_MS = 6_000;
/** Generation numbers are drawn at random up to this, so that a delayed run never meets the rows of another. */
const HIGHEST = 2 ** 40;

const leaseOf = (name: string): string => `verify-${name}`;

export const isBeingVerified = (state: StateStore, name: string): Promise<boolean> => isLeased(state, leaseOf(name));

/** Throws `Refused` while another process is verifying the projection. What an earlier run left behind is dropped first. */
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
    const entries = await registered(readModels);
    // Before rows are dropped, the timer that tells a process it has slept past its lease must have its turn.
    await pause(1);
    lease.lost.throwIfAborted();
    for (const left of entries)
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
