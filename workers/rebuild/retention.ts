/** Rows that another generation or version has followed: retired, kept for a grace period, and dropped. */
import { isScratch, type Projection } from '../../projections/define.ts';
import { isSomebodyAtWork } from './led.ts';
import { controlKeys, type ProjectionControls } from './controls.ts';
import type { RebuildDeps } from './deps.ts';
import { dropGeneration, retire, type Registered } from './registry.ts';

export type Retention = {
  /** How long a generation is kept up after another has taken its place: readers may still be at it. Milliseconds. */
  readonly generationMs: number;
  /** How long the rows of an earlier version are kept: the release that reads them may come back. Milliseconds. */
  readonly versionMs: number;
};

type RetentionDeps = Pick<RebuildDeps, 'readModels' | 'state' | 'clock' | 'log'>;

/** Nothing that is asked about may be running. */
export const retentionNow = ({ readModels, state, clock, log }: RetentionDeps, { drops }: ProjectionControls) => {
  const now = clock.now();
  let dueAt: number | null = null;
  const lookAt = (at: number): void => void (dueAt = Math.min(dueAt ?? Infinity, at));
  return {
    /** All of them are to be looked at again after so long. */
    lookAgain: (afterMs: number): void => lookAt(now + afterMs),
    /** Retires it if it was not yet, and drops it if its time has come or an operator has ordered it: then true. */
    isGone: async (entry: Registered, graceMs: number): Promise<boolean> => {
      const { key, retiredAt } = entry;
      const due = (retiredAt ?? now) + graceMs;
      if (!drops.has(key) && now < due) {
        if (retiredAt === null) await retire(readModels, entry, now);
        lookAt(due);
        return false;
      }
      await dropGeneration(readModels, entry);
      await state.remove(controlKeys.drop(key));
      log.info({ projection: key }, 'old rows were dropped');
      return true;
    },
    /** When the next of them is to be dropped or looked at, epoch milliseconds; null = none is. */
    get dueAt(): number | null {
      return dueAt;
    },
  };
};
type RetentionCheck = ReturnType<typeof retentionNow>;

/**
 * What the release does not declare: earlier versions age, unless another process is at work on them; what it does not know may be a
 * later release's, and is left.
 */
export const retireOthers = async (
  retention: RetentionCheck,
  there: readonly Registered[],
  declared: readonly Projection[],
  { drops }: ProjectionControls,
  { state, generationMs, versionMs }: Retention & Pick<RetentionDeps, 'state'>,
): Promise<void> => {
  for (const entry of there) {
    const version = declared.find(({ name }) => name === entry.projection)?.version;
    const isEarlier = version !== undefined && entry.version < version;
    const isOther = entry.version !== version || isScratch(entry.generation);
    if (!isEarlier && !(drops.has(entry.key) && isOther)) continue;
    if (entry.version !== version && (await isSomebodyAtWork(state, { ...entry, name: entry.projection })))
      retention.lookAgain(generationMs);
    else await retention.isGone(entry, isEarlier ? versionMs : 0);
  }
};
