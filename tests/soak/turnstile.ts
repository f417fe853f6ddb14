/** Lets the load through step by step, so that it can be paused for a moment with nothing in progress. */
import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

export type Turnstile = {
  /** Repeats the step, with rests between, until the load ends; waits while it is paused. */
  readonly repeat: (step: () => Promise<void>, restMs: () => number) => Promise<void>;
  /** Resolves when no step is in progress. */
  readonly hold: () => Promise<void>;
  readonly release: () => void;
  /** Aborted when the load ends. */
  readonly ended: AbortSignal;
};

export const openTurnstile = (ended: AbortSignal): Turnstile => {
  // All that rest listen.
  setMaxListeners(0, ended);
  let held: Promise<void> | null = null;
  let letGo: () => void = () => undefined;
  const inside = new Set<Promise<void>>();
  const release = (): void => {
    held = null;
    letGo();
  };
  ended.addEventListener('abort', release, { once: true });
  return {
    repeat: async (step, restMs) => {
      while (!ended.aborted) {
        if (held !== null) await held;
        if (ended.aborted) return;
        const stepping = step();
        inside.add(stepping);
        try {
          await stepping;
        } finally {
          inside.delete(stepping);
        }
        await pause(restMs(), undefined, { signal: ended }).catch(() => undefined);
      }
    },
    hold: async () => {
      held ??= new Promise((resolve) => (letGo = resolve));
      await Promise.allSettled(inside);
    },
    release,
    ended,
  };
};
