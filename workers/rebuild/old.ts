/** Rows that are no longer read, and having them dropped before or after their grace period. */
import { setTimeout as pause } from 'node:timers/promises';
import { isScratch } from '../../projections/define.ts';
import { servingGeneration } from '../../projections/generations.ts';
import { isSomebodyAtWork } from './led.ts';
import { controlKeys } from './controls.ts';
import type { RebuildDeps } from './deps.ts';
import { openRegistry, registered, type Registered } from './registry.ts';
import { isSomebodyVerifying } from './scratch.ts';

type OldDeps = Pick<RebuildDeps, 'readModels' | 'state' | 'projections' | 'clock'>;

const POLL_MS = 100;

/** Generations that another has followed, earlier versions, what a verification left behind, and what no release declares. */
export const oldGenerations = async ({ readModels, state, projections }: OldDeps): Promise<readonly Registered[]> => {
  await openRegistry(readModels);
  const old: Registered[] = [];
  for (const entry of await registered(readModels)) {
    const current = projections.find(({ name }) => name === entry.projection);
    if (isScratch(entry.generation)) {
      if (!(await isSomebodyVerifying(state, entry.projection))) old.push(entry);
    } else if (current === undefined || entry.version < current.version) {
      // Projectors of an earlier release keep it, since its readers may be at it; or it is being prepared.
      if (!(await isSomebodyAtWork(state, { ...entry, name: entry.projection }))) old.push(entry);
    }
    // A later version may be one that is being prepared.
    else if (entry.version === current.version && entry.generation < (await servingGeneration(readModels, current)))
      old.push(entry);
  }
  return old;
};

/** Has the projector drop them; resolves when they are gone, or (false) when the signal ends the wait. */
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
