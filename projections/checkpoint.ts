/** Checkpoints as they are found in a store, which may have been damaged or written by hand, and moving one by itself. */
import { BEGINNING } from '../domain/event.ts';
import type { Checkpoint, ReadModels } from './ports.ts';

/** What makes no sense serves nobody and stands past the end of every log, by which it is found out. */
export const NONSENSE: Checkpoint = { position: Number.MAX_SAFE_INTEGER, phase: 'filling' };

export const checkpointFrom = (position: unknown, phase: unknown): Checkpoint => {
  const isPosition = typeof position === 'number' && Number.isSafeInteger(position) && position >= BEGINNING;
  return isPosition && (phase === 'filling' || phase === 'live') ? { position, phase } : NONSENSE;
};

/** With no rows. */
export const moveCheckpoint = (
  readModels: Pick<ReadModels, 'commit'>,
  projection: string,
  checkpoint: Checkpoint,
): Promise<void> => readModels.commit({ projection, changes: [], recounts: [], checkpoint });
