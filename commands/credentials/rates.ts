/** How often somebody may ask: at most the limit in a window that begins with their first request (decisions §5). */
import type { StateStore } from '../ports.ts';

export const WINDOW_MS = 60_000;

export type Rate = {
  readonly limit: number;
  readonly isWithin: boolean;
  readonly remaining: number;
  /** Until the window is over, in seconds, at least 1. */
  readonly secondsLeft: number;
};

/** Counts one request, over all processes. Throws `Unavailable`. */
export const countRequest = async (
  state: Pick<StateStore, 'increment' | 'now'>,
  who: string,
  limit: number,
): Promise<Rate> => {
  const { value, expiresAt } = await state.increment(`rate/${who}`, 1, WINDOW_MS);
  const left = (expiresAt ?? 0) - (await state.now());
  return {
    limit,
    isWithin: value <= limit,
    remaining: Math.max(0, limit - value),
    secondsLeft: Math.min(WINDOW_MS / 1_000, Math.max(1, Math.ceil(left / 1_000))),
  };
};
