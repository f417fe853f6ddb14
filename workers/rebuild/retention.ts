/** Rows that another generation or version has replaced: retired, kept for a grace period, and dropped. */
import { isScratch, type Projection } from '../../projections/define.ts';
import type { Action } from './action.ts';
import type { Observed } from './observe.ts';
import type { Registered } from './registry.ts';

export type Retention = {
  /** How long a generation is kept up to date after another has replaced it, since readers may still use it. Milliseconds. */
  readonly generationMs: number;
  /** How long the rows of an earlier version are kept, since the release that reads them may come back. Milliseconds. */
  readonly versionMs: number;
};

/** What happens to rows; `dueAt`: when to check them again, epoch milliseconds, or null if they are dropped. */
export type Retained = { readonly actions: readonly Action[]; readonly dueAt: number | null };

/** Drops rows that are due, or whose drop an operator has requested; otherwise retires them, if they are not yet retired. */
export const retained = (
  { now, controls: { drops } }: Pick<Observed, 'now' | 'controls'>,
  entry: Registered,
  graceMs: number,
): Retained => {
  // A time in the future came from a wrong clock.
  const isRetired = entry.retiredAt !== null && entry.retiredAt <= now;
  const dueAt = (isRetired ? entry.retiredAt : now) + graceMs;
  if (drops.has(entry.key) || now >= dueAt) return { actions: [{ type: 'drop', entry }], dueAt: null };
  return { actions: isRetired ? [] : [{ type: 'retire', entry }], dueAt };
};

/**
 * What happens to rows that the release does not declare. Earlier versions age unless another process is
 * working on them. Unknown rows may belong to a later release and are left alone.
 */
export const othersRetained = (
  observed: Pick<Observed, 'now' | 'controls' | 'registered' | 'atWork'>,
  declared: readonly Projection[],
  { generationMs, versionMs }: Retention,
): readonly Retained[] =>
  observed.registered.flatMap((entry) => {
    const own = declared.find(({ name }) => name === entry.projection);
    const isDeclared = entry.version === own?.version;
    const isEarlier = own !== undefined && entry.version < own.version;
    const isOther = !isDeclared || isScratch(entry.generation);
    if (!isEarlier && !(observed.controls.drops.has(entry.key) && isOther)) return [];
    if (!isDeclared && observed.atWork.has(entry.key)) return [{ actions: [], dueAt: observed.now + generationMs }];
    return [retained(observed, entry, isEarlier ? versionMs : 0)];
  });
