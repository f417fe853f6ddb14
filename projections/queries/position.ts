/** How far a projection's rows have come, and waiting until they show an event: reading your own writes. */
import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import { projectionKey, type Projection } from '../define.ts';
import type { Checkpoint, ReadModels } from '../ports.ts';

/** Throws `Unavailable` while the rows have not caught up, since they may show a state long past. `what` names them. */
export const liveCheckpoint = async (
  readModels: Pick<ReadModels, 'checkpoint'>,
  projection: Projection,
  what: string,
): Promise<Checkpoint> => {
  const checkpoint = await readModels.checkpoint(projectionKey(projection));
  if (checkpoint?.phase !== 'live')
    throw new Unavailable(what, 'its rows are being built', { inWords: `the ${what} is being built` });
  return checkpoint;
};

/** Whether the rows of all projections have caught up; until then they may show a state long past. */
export const areLive = async (
  readModels: Pick<ReadModels, 'checkpoint'>,
  projections: readonly Projection[],
): Promise<boolean> => {
  const checkpoints = await Promise.all(projections.map((each) => readModels.checkpoint(projectionKey(each))));
  return checkpoints.every((checkpoint) => checkpoint?.phase === 'live');
};

const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;

/** True once all projections are live and have reached the position; false on timeout or abort. Throws `Unavailable`. */
export const waitForPosition = async (
  readModels: Pick<ReadModels, 'checkpoint'>,
  projections: readonly Pick<Projection, 'name' | 'version' | 'generation'>[],
  position: Position,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal },
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
