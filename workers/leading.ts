/** Leader election by leases: one process at a time does the work. */
import { setTimeout as pause } from 'node:timers/promises';
import type { StateStore } from '../commands/ports.ts';
import { Unavailable } from '../domain/errors.ts';
import { acquireLease, isLeased, waiterOf, type Lease, type LeaseOptions } from '../commands/lease.ts';
import { pauseWhileAway, type Waits } from '../commands/waits.ts';

export type WorkerOptions = {
  /** Unique among all workers. */
  readonly name: string;
  readonly signal: AbortSignal;
  /** Interval between checks for due work. */
  readonly everyMs?: number;
  readonly leaseMs?: number;
  readonly waits: Waits;
};

export type Leading = Required<LeaseOptions> & {
  readonly signal: AbortSignal;
  /** Names of the leases; each has at most one holder at a time. */
  readonly names: readonly string[];
};

const ATTEMPTS_PER_TTL = 3;

/**
 * Runs the work for the names whose leases it holds, until `signal` is aborted: one process may lead all of them, or two releases
 * their own. Whenever a lease is lost or gained, the work's signal is aborted and the work restarts with the new set of names.
 * After finding a lease taken, it leaves the remaining ones to that holder for one round, so that one of several competing processes
 * ends up leading all names.
 */
export const whileLeadingAny = async (
  state: StateStore,
  holder: string,
  { names, signal, log, ttlMs, waits }: Leading,
  work: (held: readonly string[], signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const held = new Map<string, Lease>();
  let free = new Set<string>();
  let isAway = false;

  /** True if it acquired another lease. */
  const acquire = async (): Promise<boolean> => {
    const [before, found] = [held.size, new Set<string>()];
    let isContended = false;
    isAway = false;
    for (const name of names) {
      if (signal.aborted || held.has(name)) continue;
      try {
        if (isContended && !free.has(name)) {
          if (!(await isLeased(state, name))) found.add(name);
        } else {
          const lease = await acquireLease(state, name, holder, { ttlMs, log, waits });
          if (lease === null) isContended = true;
          else held.set(name, lease);
        }
        waits(waiterOf(name), null);
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
        waits(waiterOf(name), error);
        isAway = true;
        break;
      }
    }
    free = found;
    return held.size > before;
  };

  const releaseIf = async (isReleased: (lease: Lease) => boolean): Promise<void> => {
    const released = [...held].filter(([, lease]) => isReleased(lease));
    for (const [name] of released) held.delete(name);
    await Promise.all(released.map(([, lease]) => lease.release()));
  };

  const rest = (during: AbortSignal): Promise<unknown> => {
    const usual = (ttlMs / ATTEMPTS_PER_TTL) * (0.5 + Math.random());
    const restMs = isAway ? Math.min(usual, pauseWhileAway()) : usual;
    return pause(restMs, undefined, { signal: during }).catch(() => undefined);
  };

  /** Calls `more` once another lease was acquired; nothing else acquires leases meanwhile. */
  const untilMore = async (during: AbortSignal, more: () => void): Promise<void> => {
    while (!during.aborted) {
      await rest(during);
      if (during.aborted || held.size === names.length) continue;
      if (await acquire()) return more();
    }
  };

  try {
    while (!signal.aborted) {
      await releaseIf(({ lost }) => lost.aborted);
      await acquire();
      if (held.size === 0) {
        await rest(signal);
        continue;
      }
      const changed = new AbortController();
      const ends = AbortSignal.any([signal, changed.signal, ...[...held.values()].map(({ lost }) => lost)]);
      const seeking = untilMore(ends, () => changed.abort());
      try {
        await work([...held.keys()], ends);
      } finally {
        changed.abort();
        await seeking;
      }
    }
  } finally {
    await releaseIf(() => true);
  }
};

/** Runs the work whenever it holds the lease, until `signal` is aborted. Losing the lease aborts the work's own signal. */
export const whileLeading = (
  state: StateStore,
  name: string,
  holder: string,
  options: Omit<Leading, 'names'>,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> => whileLeadingAny(state, holder, { ...options, names: [name] }, (_held, leading) => work(leading));
