/** Rows that another generation or version has followed: retired, kept for a grace period, and dropped. */
import { isScratch, type Projection } from '../../projections/define.ts';
import type { Action } from './action.ts';
import type { Observed } from './observe.ts';
import type { Registered } from './registry.ts';

export type Retention = {
  /** How long a generation is kept up after another has taken its place: readers may still be at it. Milliseconds. */
  readonly generationMs: number;
  /** How long the rows of an earlier version are kept: the release that reads them may come back. Milliseconds. */
  readonly versionMs: number;
};

/** What becomes of rows; `dueAt`: when they are to be looked at again, epoch milliseconds, or null where they are dropped. */
export type Retained = { readonly actions: readonly Action[]; readonly dueAt: number | null };

/** Dropped if their time has come or an operator has ordered it; else retired, if they were not yet. */
export const retained = (
  { now, controls: { drops } }: Pick<Observed, 'now' | 'controls'>,
  entry: Registered,
  graceMs: number,
): Retained => {
  const dueAt = (entry.retiredAt ?? now) + graceMs;
  if (drops.has(entry.key) || now >= dueAt) return { actions: [{ type: 'drop', entry }], dueAt: null };
  return { actions: entry.retiredAt === null ? [{ type: 'retire', entry }] : [], dueAt };
};

/**
 * What becomes of rows that the release does not declare: earlier versions, and what other projections have now, age, unless another process is at work on them; what it
 * does not know may be a later release's, and is left.
 */
export const othersRetained = (
  observed: Pick<Observed, 'now' | 'controls' | 'registered' | 'atWork'>,
  declared: readonly Projection[],
  { generationMs, versionMs }: Retention,
): readonly Retained[] =>
  observed.registered.flatMap((entry) => {
    const own = declared.find(({ name }) => name === entry.projection);
    const isDeclared = entry.version === own?.version;
    const isFormer = declared.some(({ formerly = [] }) => formerly.includes(entry.projection));
    const isEarlier = isFormer || (own !== undefined && entry.version < own.version);
    const isOther = !isDeclared || isScratch(entry.generation);
    if (!isEarlier && !(observed.controls.drops.has(entry.key) && isOther)) return [];
    if (!isDeclared && observed.atWork.has(entry.key)) return [{ actions: [], dueAt: observed.now + generationMs }];
    return [retained(observed, entry, isEarlier ? versionMs : 0)];
  });
