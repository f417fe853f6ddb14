/** Reading your own writes: waiting until projections have come as far as an event. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '../../domain/event.ts';
import { projectionKey, type Projection } from '../define.ts';
import type { ReadModels } from '../ports.ts';

export type WaitOptions = { readonly timeoutMs: number; readonly signal?: AbortSignal };

const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;

/** True as soon as all of them have; false if they have not in time or the signal ended the wait. Throws `Unavailable`. */
export const waitForPosition = async (
  readModels: ReadModels,
  projections: readonly Projection[],
  position: Position,
  { timeoutMs, signal }: WaitOptions,
): Promise<boolean> => {
  const deadline = performance.now() + timeoutMs;
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    const reached = await Promise.all(
      projections.map((projection) => readModels.checkpoint(projectionKey(projection))),
    );
    if (reached.every((checkpoint) => checkpoint?.phase === 'live' && checkpoint.position >= position)) return true;
    if (signal?.aborted === true || performance.now() >= deadline) return false;
    await pause(wait);
  }
};
