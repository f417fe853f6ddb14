/** Reads checkpoints from a store, where they may be damaged or manually edited, and moves one without writing rows. */
import { BEGINNING } from '../domain/event.ts';
import type { Checkpoint, ReadModels } from './ports.ts';

/** Replaces an invalid checkpoint: `filling`, so its rows do not serve, and past the end of every log, so it is detected. */
export const INVALID_CHECKPOINT: Checkpoint = { position: Number.MAX_SAFE_INTEGER, phase: 'filling' };

export const checkpointFrom = (position: unknown, phase: unknown): Checkpoint => {
  const isPosition = typeof position === 'number' && Number.isSafeInteger(position) && position >= BEGINNING;
  return isPosition && (phase === 'filling' || phase === 'live') ? { position, phase } : INVALID_CHECKPOINT;
};

export const moveCheckpoint = (
  readModels: Pick<ReadModels, 'commit'>,
  projection: string,
  checkpoint: Checkpoint,
): Promise<void> => readModels.commit({ projection, changes: [], recounts: [], checkpoint });
