/** Finds rows that are no longer read, and has them dropped, whether or not their grace period is over. */
import { setTimeout as pause } from 'node:timers/promises';
import { isScratch } from '../../projections/define.ts';
import { servingGeneration } from '../../projections/generations.ts';
import { isLedOrBeingPrepared } from './leases.ts';
import { controlKeys } from './controls.ts';
import type { RebuildDeps } from './deps.ts';
import { openRegistry, registered, type Registered } from './registry.ts';
import { isBeingVerified } from './scratch.ts';

type OldDeps = Pick<RebuildDeps, 'readModels' | 'state' | 'projections' | 'clock'>;

const POLL_MS = 100;

/** Replaced generations, earlier versions, leftovers of verifications, and projections that are no longer declared. */
export const oldGenerations = async ({ readModels, state, projections }: OldDeps): Promise<readonly Registered[]> => {
  await openRegistry(readModels);
  const old: Registered[] = [];
  for (const entry of await registered(readModels)) {
    const current = projections.find(({ name }) => name === entry.projection);
    if (isScratch(entry.generation)) {
      if (!(await isBeingVerified(state, entry.projection))) old.push(entry);
    } else if (current === undefined || entry.version < current.version) {
      // Kept if projectors of an earlier release maintain it, since readers may still use it, or if it is being prepared.
      if (!(await isLedOrBeingPrepared(state, { ...entry, name: entry.projection }))) old.push(entry);
    }
    // A later version is kept: it may be in preparation.
    else if (entry.version === current.version && entry.generation < (await servingGeneration(readModels, current)))
      old.push(entry);
  }
  return old;
};

/** Has the projector drop them; resolves to true when they are dropped, or to false when the signal aborts. */
export const dropOld = async (
  { readModels, state, clock }: OldDeps,
  old: readonly Registered[],
  signal: AbortSignal,
): Promise<boolean> => {
  for (const { key } of old) await state.put(controlKeys.drop(key), { at: clock.now() });
  const keys = new Set(old.map(({ key }) => key));
  while ((await registered(readModels)).some(({ key }) => keys.has(key))) {
    if (signal.aborted) return false;
    await pause(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
  return true;
};
