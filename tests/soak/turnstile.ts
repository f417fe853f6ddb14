/** Lets the load through step by step, so that it can be held for a moment in which nothing is under way. */
import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

export type Turnstile = {
  /** Repeats the step, with rests between, until the load ends; waits while it is held. */
  readonly repeat: (step: () => Promise<void>, restMs: () => number) => Promise<void>;
  /** Resolves when no step is under way. */
  readonly hold: () => Promise<void>;
  readonly release: () => void;
  /** Aborted when the load ends. */
  readonly ended: AbortSignal;
};

export const openTurnstile = (ended: AbortSignal): Turnstile => {
  // Everybody who rests listens.
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
