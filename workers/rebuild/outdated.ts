/** Whether a plan still holds, decided by looking at the stores again and again. */
import { BEGINNING, type Position } from '../../domain/event.ts';
import { projectionKey } from '../../projections/define.ts';
import { servingGeneration } from '../../projections/generations.ts';
import type { Checkpoint } from '../../projections/ports.ts';
import { readControls } from './controls.ts';
import { isCatchUpLeased } from './leases.ts';
import type { RebuildDeps } from './deps.ts';
import type { Plan } from './next-actions.ts';

export type Planned = {
  readonly plan: Plan;
  /** Epoch milliseconds. */
  readonly madeAt: number;
  /** The signature of the controls that the plan is based on. */
  readonly signature: string;
  readonly mayCatchUp: boolean;
};

export type Look = {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly signature: string;
  /** Keys of the generations that readers use. */
  readonly serving: ReadonlySet<string>;
  /** Checkpoints of successors and of the generations they replace, by key. */
  readonly checkpoints: ReadonlyMap<string, Checkpoint | null>;
  /** Read only if one generation is to replace another. */
  readonly head: Position;
  /** Also true if nothing has to catch up, or if this process does. */
  readonly isCatchUpLed: boolean;
};

type LookDeps = Pick<RebuildDeps, 'readModels' | 'state' | 'clock' | 'events'>;

/** Throws `Unavailable`. */
export const look = async (
  { readModels, state, clock, events }: LookDeps,
  { plan, mayCatchUp }: Planned,
): Promise<Look> => {
  const { signature } = await readControls(state);
  const serving = new Set<string>();
  for (const each of plan.serving)
    serving.add(projectionKey({ ...each, generation: await servingGeneration(readModels, each) }));
  const checkpoints = new Map<string, Checkpoint | null>();
  for (const [key, followed] of plan.successors)
    for (const each of [followed, key]) checkpoints.set(each, await readModels.checkpoint(each));
  return {
    ...{ now: clock.now(), signature, serving, checkpoints },
    // Read after the checkpoints: only rows that have seen events erased since can then be past it.
    head: checkpoints.size === 0 ? BEGINNING : await events.head(),
    isCatchUpLed: mayCatchUp || plan.catchingUp.length === 0 || (await isCatchUpLeased(state)),
  };
};

export type Reason = 'due' | 'requested' | 'switched' | 'at the end' | 'behind';

/** Whether a successor has reached the end of the log while the generation it replaces is past that end: see `next-actions.ts`. */
const isAtTheEnd = ({ successors }: Plan, { checkpoints, head }: Look): boolean =>
  [...successors].some(([key, followed]) => {
    const [before, next] = [checkpoints.get(followed), checkpoints.get(key)];
    if (before == null || next?.phase !== 'live' || next.position >= before.position) return false;
    return before.position > head && next.position >= head;
  });

/** Why a new plan is needed; null if this one holds. `before`: the signature at the previous look. */
export const outdatedBy = (
  { plan, madeAt, signature, mayCatchUp }: Planned,
  seen: Look,
  before: string,
): Reason | null => {
  // What is due waits for a catch-up, which would have to read again what it has not written.
  const isCatchingUp = mayCatchUp && plan.catchingUp.length > 0;
  // A clock that has been set back since would let it wait as much longer.
  if (!isCatchingUp && plan.dueAt !== null && (seen.now >= plan.dueAt || seen.now < madeAt)) return 'due';
  // Waits until no more requests come in, so that they are carried out together and the log is read once for all of them.
  if (seen.signature === before && seen.signature !== signature) return 'requested';
  // A delayed leader may have switched late.
  if (plan.serving.some((each) => !seen.serving.has(projectionKey(each)))) return 'switched';
  if (isAtTheEnd(plan, seen)) return 'at the end';
  return seen.isCatchUpLed ? null : 'behind';
};
