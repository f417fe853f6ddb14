/** Leading: work that one process at a time does, over all of them, for as long as it holds a lease. */
import { setTimeout as pause } from 'node:timers/promises';
import type { StateStore } from '../commands/ports.ts';
import { Unavailable } from '../domain/errors.ts';
import { acquireLease, isLeased, type Lease, type LeaseOptions } from '../commands/lease.ts';

export type WorkerOptions = {
  /** Unique among all workers. */
  readonly name: string;
  readonly signal: AbortSignal;
  /** How often it looks for what is due. */
  readonly everyMs?: number;
  readonly leaseMs?: number;
};

export type Leading = LeaseOptions & {
  readonly signal: AbortSignal;
  /** Of the leases sought; each is led by at most one holder at a time. */
  readonly names: readonly string[];
};

/** How often it looks for leases that it has not, as a part of their time to live. */
const LOOKS = 3;

/**
 * Of several things, each with a lease of its own: one process may lead all of them, or two releases their own.
 *
 * Does the work for those of the names whose leases it holds, again with the others whenever one is lost or can be had,
 * until `signal` ends it. The work's own signal ends with each such change.
 *
 * Who finds a lease taken leaves the next ones to that holder for a while, which is about to take them: of processes
 * that seek the same names, one leads all.
 */
export const whileLeadingAny = async (
  state: StateStore,
  holder: string,
  { names, signal, ...options }: Leading,
  work: (held: readonly string[], signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const { log, ttlMs } = options;
  const held = new Map<string, Lease>();
  let free = new Set<string>();

  /** True if it got another. */
  const seek = async (): Promise<boolean> => {
    const [before, found] = [held.size, new Set<string>()];
    let isContended = false;
    try {
      for (const name of names) {
        if (signal.aborted || held.has(name)) continue;
        if (isContended && !free.has(name)) {
          if (!(await isLeased(state, name))) found.add(name);
          continue;
        }
        const lease = await acquireLease(state, name, holder, options);
        if (lease === null) isContended = true;
        else held.set(name, lease);
      }
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      log.warn({ leases: names, err: error }, 'leases could not be asked for');
    }
    free = found;
    return held.size > before;
  };

  const letGo = async (isToGo: (lease: Lease) => boolean): Promise<void> => {
    const going = [...held].filter(([, lease]) => isToGo(lease));
    for (const [name] of going) held.delete(name);
    await Promise.all(going.map(([, lease]) => lease.release()));
  };

  const rest = (during: AbortSignal): Promise<unknown> =>
    pause((ttlMs / LOOKS) * (0.5 + Math.random()), undefined, { signal: during }).catch(() => undefined);

  /** Ends when another lease could be had; nothing else seeks meanwhile. */
  const untilMore = async (during: AbortSignal, more: () => void): Promise<void> => {
    while (!during.aborted) {
      await rest(during);
      if (during.aborted || held.size === names.length) continue;
      if (await seek()) return more();
    }
  };

  try {
    while (!signal.aborted) {
      await letGo(({ lost }) => lost.aborted);
      await seek();
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
    await letGo(() => true);
  }
};

/** Does the work whenever the lease can be had, until `signal` ends it. The work's own signal ends when the lease is lost, too. */
export const whileLeading = (
  state: StateStore,
  name: string,
  holder: string,
  options: Omit<Leading, 'names'>,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> => whileLeadingAny(state, holder, { ...options, names: [name] }, (_held, leading) => work(leading));
