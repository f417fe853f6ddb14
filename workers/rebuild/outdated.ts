/** Whether a plan still holds: decided by what the stores show, a look after the other. */
import { BEGINNING, type Position } from '../../domain/event.ts';
import { projectionKey } from '../../projections/define.ts';
import { servingGeneration } from '../../projections/generations.ts';
import type { Checkpoint } from '../../projections/ports.ts';
import { readControls } from './controls.ts';
import { isSomebodyCatchingUp } from './led.ts';
import type { RebuildDeps } from './deps.ts';
import type { Plan } from './next-actions.ts';

export type Planned = {
  readonly plan: Plan;
  /** Of the controls that it was made by. */
  readonly signature: string;
  /** Whether this process has the right to catch up. */
  readonly mayCatchUp: boolean;
};

export type Look = {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly signature: string;
  /** Keys of the generations that readers read. */
  readonly serving: ReadonlySet<string>;
  /** Of what is to follow another, and of what it follows, by key. */
  readonly checkpoints: ReadonlyMap<string, Checkpoint | null>;
  /** Asked where something is to follow another. */
  readonly head: Position;
  /** True as well where nothing has to catch up, or this process does. */
  readonly isSomebodyCatchingUp: boolean;
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
    // Asked after the checkpoints: only what has been erased can then stand beyond it.
    head: checkpoints.size === 0 ? BEGINNING : await events.head(),
    isSomebodyCatchingUp: mayCatchUp || plan.catchingUp.length === 0 || (await isSomebodyCatchingUp(state)),
  };
};

export type Reason = 'due' | 'ordered' | 'switched' | 'at the end' | 'behind';

/** Whether one that is to follow another shows all there is, and that one stands beyond it: see `next-actions.ts`. */
const isAtTheEnd = ({ successors }: Plan, { checkpoints, head }: Look): boolean =>
  [...successors].some(([key, followed]) => {
    const [before, next] = [checkpoints.get(followed), checkpoints.get(key)];
    if (before == null || next?.phase !== 'live' || next.position >= before.position) return false;
    return before.position > head && next.position >= head;
  });

/** Why another plan is to be made; null if this one holds. `before`: the signature at the look before. */
export const outdatedBy = ({ plan, signature }: Planned, seen: Look, before: string): Reason | null => {
  if (plan.dueAt !== null && seen.now >= plan.dueAt) return 'due';
  // Orders that come one after another are carried out together, so that the log is read once for all of them.
  if (seen.signature === before && seen.signature !== signature) return 'ordered';
  // A leader that was held up may have switched late.
  if (plan.serving.some((each) => !seen.serving.has(projectionKey(each)))) return 'switched';
  if (isAtTheEnd(plan, seen)) return 'at the end';
  return seen.isSomebodyCatchingUp ? null : 'behind';
};
