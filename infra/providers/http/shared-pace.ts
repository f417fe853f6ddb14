/** Shares a provider's rate between processes and threads: each start claims the next slot in one record. */
import { setTimeout as pause } from 'node:timers/promises';
import type { StateStore } from '../../../commands/ports.ts';

/** Waits for the next slot. Throws `Unavailable` if the state store is down, so that no request is sent without a slot. */
export type Turn = (signal: AbortSignal) => Promise<void>;

const SECOND_MS = 1_000;
/** An unused record expires after a minute, or after this many slots if that is longer. */
const MIN_TTL_MS = 60_000;
const MIN_TTL_SLOTS = 60;
/** Only one of several concurrent claims succeeds per round. */
const MAX_RETRY_DELAY_MS = 20;
/** A slot this late is given up; otherwise slots delayed by a slow store would all start at once. */
const MAX_LATE_MS = 250;

/** `rate`: starts per second for `name`, across all processes; 0 = unlimited. Uses the state store's clock. */
export const openSharedPace = (state: Pick<StateStore, 'get' | 'put' | 'now'>, name: string, rate: number): Turn => {
  if (rate === 0) return () => Promise.resolve();
  const intervalMs = SECOND_MS / rate;
  const ttlMs = Math.max(MIN_TTL_MS, MIN_TTL_SLOTS * intervalMs);
  const key = `provider-pace/${name}`;

  /** When the claimed slot begins; null if another process claimed it first. */
  const claim = async (): Promise<{ readonly at: number; readonly now: number } | null> => {
    const [record, now] = await Promise.all([state.get(key), state.now()]);
    const next = (record?.value as { readonly next: number } | undefined)?.next ?? 0;
    // A time further ahead than any wait was written by a wrong clock.
    const at = next > now + ttlMs ? now : Math.max(now, next);
    const ifVersion = record?.version ?? 'absent';
    const written = await state.put(key, { next: at + intervalMs }, { ifVersion, ttlMs });
    return written === null ? null : { at, now };
  };

  // One claim at a time per thread.
  let queue: Promise<unknown> = Promise.resolve();
  const turn = async (signal: AbortSignal): Promise<void> => {
    for (;;) {
      signal.throwIfAborted();
      const startedAt = performance.now();
      const slot = await claim();
      const wait =
        slot === null ? Math.random() * MAX_RETRY_DELAY_MS : slot.at - slot.now - (performance.now() - startedAt);
      if (wait > 0) await pause(wait, undefined, { signal });
      if (slot !== null && wait > -Math.max(MAX_LATE_MS, intervalMs)) return;
    }
  };
  return (signal) => {
    const mine = queue.then(() => turn(signal));
    queue = mine.catch(() => undefined);
    return mine;
  };
};
