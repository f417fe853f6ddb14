/** Reads checkpoints from a store, where they may be damaged or manually edited, and moves one without writing rows. */
import { BEGINNING } from '../domain/event.ts';
import type { Checkpoint, ReadModels } from './ports.ts';

/** Null for one that makes no sense: its rows do not serve, and are built again, as those that have none. */
export const checkpointFrom = (position: unknown, phase: unknown, latest: unknown): Checkpoint | null => {
  const isPosition = typeof position === 'number' && Number.isSafeInteger(position) && position >= BEGINNING;
  if (!isPosition || (phase !== 'filling' && phase !== 'live')) return null;
  return { position, phase, ...(typeof latest === 'number' && Number.isFinite(latest) && { latest }) };
};

export const moveCheckpoint = (
  readModels: Pick<ReadModels, 'commit'>,
  projection: string,
  checkpoint: Checkpoint,
): Promise<void> => readModels.commit({ projection, changes: [], recounts: [], checkpoint });
