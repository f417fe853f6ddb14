/** Rechecks a log that seems too short for its rows: a node of a cluster may lag for a moment. */
import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore } from '../../commands/ports.ts';
import type { Position } from '../../domain/event.ts';

/** `deadline`: milliseconds of `performance.now()`. */
export type Patience = { readonly deadline: number; readonly signal?: AbortSignal };

export const PATIENCE_MS = 3_000;
const POLL_MS = 100;

/** The end of a log that ends before `position` even at the deadline; null for any other, and when the signal aborts. */
export const endBefore = async (
  events: Pick<EventStore, 'end'>,
  position: Position,
  { deadline, signal }: Patience,
): Promise<Position | null> => {
  for (;;) {
    const end = await events.end();
    if (position <= end || signal?.aborted === true) return null;
    if (performance.now() >= deadline) return end;
    await pause(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
};
