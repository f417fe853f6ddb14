/** A checkpoint as it is found in a store, which may have been damaged or written by hand. */
import { BEGINNING } from '../domain/event.ts';
import type { Checkpoint } from './ports.ts';

/** What makes no sense serves nobody and stands past the end of every log, by which it is found out. */
export const NONSENSE: Checkpoint = { position: Number.MAX_SAFE_INTEGER, phase: 'filling' };

export const checkpointFrom = (position: unknown, phase: unknown): Checkpoint => {
  const isPosition = typeof position === 'number' && Number.isSafeInteger(position) && position >= BEGINNING;
  return isPosition && (phase === 'filling' || phase === 'live') ? { position, phase } : NONSENSE;
};
