/** Leases in the state store: at most one holder per name, for as long as it renews. */
import { setTimeout as pause } from 'node:timers/promises';
import { cleanUpBriefly } from './cleanup.ts';
import { everyRecord } from './every-record.ts';
import type { Log, StateStore } from './ports.ts';
import { loggedWaits, pauseWhileAway, type Waits } from './waits.ts';
import { Unavailable } from '../domain/errors.ts';

export type LeaseOptions = {
  /** The lease expires this long after its last renewal, by the state store's clock. */
  readonly ttlMs: number;
  readonly log: Log;
  /** Told when the lease cannot be renewed. Default: logs it. */
  readonly waits?: Waits;
};

export type Lease = {
  /** Aborted when the lease is lost, or may have been: it could not be renewed in time. */
  readonly lost: AbortSignal;
  /** Releases it, so that others need not wait for expiry; if the store is slow to answer, it is left to expire. */
  release(): Promise<void>;
};

/** Renewing three times within the time to live survives two lost renewals. */
const RENEWALS = 3;

/** The store's clock counts whole milliseconds, so a lease may expire there this much early. */
const STORE_CLOCK_MS = 1;

const keyOf = (name: string): string => `lease/${name}`;

/** Its name for `Waits`. */
export const waiterOf = (name: string): string => `the lease ${name}`;

/** The lease, or null if another holds it. It counts as lost no later than it expires in the store. Throws `Unavailable`. */
export const acquireLease = async (
  state: StateStore,
  name: string,
  holder: string,
  { ttlMs, log, waits = loggedWaits(log) }: LeaseOptions,
): Promise<Lease | null> => {
  const key = keyOf(name);
  // The store may have granted it long before its answer is read.
  const asked = performance.now();
  const first = await state.put(key, { holder }, { ifVersion: 'absent', ttlMs });
  if (first === null) return null;

  const lost = new AbortController();
  const ended = new AbortController();
  let version = first.version;
  const lapses = (askedAt: number): NodeJS.Timeout | undefined => {
    const left = ttlMs - STORE_CLOCK_MS - (performance.now() - askedAt);
    if (left > 0) return setTimeout(() => lost.abort(), left);
    lost.abort();
    return undefined;
  };
  let lapse = lapses(asked);

  const renew = async (): Promise<void> => {
    let restMs = ttlMs / RENEWALS;
    while (!lost.signal.aborted) {
      await pause(restMs, undefined, { signal: ended.signal });
      const renewing = performance.now();
      try {
        const renewed = await state.put(key, { holder }, { ifVersion: version, ttlMs });
        if (renewed === null) break;
        version = renewed.version;
        clearTimeout(lapse);
        lapse = lapses(renewing);
        restMs = ttlMs / RENEWALS;
        waits(waiterOf(name), null);
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
        restMs = Math.min(ttlMs / RENEWALS, pauseWhileAway());
        waits(waiterOf(name), error);
      }
    }
  };
  const ending = renew()
    .catch((error: unknown) => {
      if (!ended.signal.aborted) log.error({ lease: name, err: error }, 'renewing a lease failed');
    })
    .finally(() => {
      clearTimeout(lapse);
      lost.abort();
    });

  return {
    lost: lost.signal,
    release: async () => {
      ended.abort();
      const removed = ending.then(() => state.remove(key, version));
      await cleanUpBriefly(removed, (err) => log.debug({ lease: name, err }, 'a lease was left to expire'));
    },
  };
};

/**
 * Keeps a lease under a name that no one else uses, until closed. Unlike one that is acquired, it is there again after a pause in which
 * it expired. Throws `Unavailable`.
 */
export const markLeased = async (
  state: StateStore,
  name: string,
  { ttlMs, log }: Pick<LeaseOptions, 'ttlMs' | 'log'>,
): Promise<{ close(): Promise<void> }> => {
  const ended = new AbortController();
  const mark = (): Promise<unknown> => state.put(keyOf(name), { holder: name }, { ttlMs });
  await mark();
  const marking = async (): Promise<void> => {
    for (;;) {
      await pause(ttlMs / RENEWALS, undefined, { signal: ended.signal });
      await mark().catch((error: unknown) => {
        if (!(error instanceof Unavailable)) throw error;
      });
    }
  };
  const ending = marking().catch((error: unknown) => {
    if (!ended.signal.aborted) log.error({ lease: name, err: error }, 'renewing a lease failed');
  });
  return {
    close: async () => {
      ended.abort();
      const removed = ending.then(() => state.remove(keyOf(name)));
      await cleanUpBriefly(removed, (err) => log.debug({ lease: name, err }, 'a lease was left to expire'));
    },
  };
};

export const isLeased = async (state: StateStore, name: string): Promise<boolean> =>
  (await state.get(keyOf(name))) !== null;

/** The names of the leases that are held and begin with the prefix, without it. */
export const leasedUnder = async (state: Pick<StateStore, 'list'>, prefix: string): Promise<readonly string[]> => {
  const names: string[] = [];
  for await (const { key } of everyRecord(state, keyOf(prefix))) names.push(key.slice(keyOf(prefix).length));
  return names;
};
