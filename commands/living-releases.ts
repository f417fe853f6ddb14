/**
 * Which shapes of events every running process can read, so that a rolling upgrade writes none that an older release would
 * skip. Each process records what it can read, and the record expires when the process dies.
 */
import { Unavailable } from '../domain/errors.ts';
import { ownOf } from '../domain/own.ts';
import { canRead, type Readable } from '../domain/reshaping.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { READABLE } from '../domain/upcast.ts';
import type { JsonObject } from '../domain/json.ts';
import { everyRecord } from './every-record.ts';
import { cleanUpBriefly } from './cleanup.ts';
import type { Log, StateStore } from './ports.ts';

export type LivingReleases = {
  /** What all of them can read: for each type that this process writes, the newest version that the oldest release knows. */
  readable(): Promise<Readable>;
  close(): Promise<void>;
};

export type LivingOptions = {
  /** Unique among all processes. */
  readonly name: string;
  readonly log: Log;
  readonly reads?: Readable;
  readonly refreshMs?: number;
};

const ROOT = 'release/';
/** How often a process reports that it is alive, and reads the reports of others. */
const REFRESH_MS = 5_000;
/** A record outlives two refreshes that failed. */
const LASTS = 3;
/** A result is valid for this many refreshes; after that, it is looked up again before anything is written. */
const GOOD_FOR = 2;

const lowest = (own: Readable, all: readonly Readable[]): Readable =>
  Object.fromEntries(
    Object.entries(own).map(([type, most]) => [type, Math.min(most, ...all.map((reads) => ownOf(reads, type) ?? 0))]),
  );

/** Whether one of the others may write what `own` cannot read. */
const isOlder = (own: Readable, all: readonly Readable[]): boolean =>
  all.some((reads) => Object.entries(reads).some(([type, schemaVersion]) => !canRead(own, { type, schemaVersion })));

const unlessAway = (error: unknown): void => {
  if (!(error instanceof Unavailable)) throw error;
};

/**
 * Resolves when writers of later releases know of this one, if there are any. Throws `Unavailable`. A process that slept and was
 * taken for dead may meet newer events: it skips them, and a newer release folds them.
 */
export const joinLiving = async (
  state: StateStore,
  { name, log, reads = READABLE, refreshMs = REFRESH_MS }: LivingOptions,
): Promise<LivingReleases> => {
  const key = `${ROOT}${name}`;
  const ended = new AbortController();
  let seen: { readonly readable: Readable; readonly at: number } = { readable: {}, at: -Infinity };

  const sayAlive = (): Promise<unknown> => state.put(key, { reads }, { ttlMs: refreshMs * LASTS });
  const look = async (): Promise<readonly Readable[]> => {
    const at = performance.now();
    const all: Readable[] = [];
    for await (const { value } of everyRecord(state, ROOT)) all.push((value as JsonObject)['reads'] as Readable);
    seen = { readable: lowest(reads, all), at };
    return all;
  };
  const rest = (): Promise<unknown> => pause(refreshMs, undefined, { signal: ended.signal }).catch(() => undefined);

  const refreshing = async (): Promise<void> => {
    for (;;) {
      await rest();
      if (ended.signal.aborted) return;
      try {
        await sayAlive();
        await look();
      } catch (error) {
        log.debug({ err: error }, 'could not look up the running releases');
      }
    }
  };

  await sayAlive();
  if (isOlder(reads, await look())) await pause(refreshMs * GOOD_FOR);
  const running = refreshing();
  return {
    readable: async () => {
      // While the state store is unavailable no process can have joined, since each must report first.
      if (performance.now() - seen.at > refreshMs * GOOD_FOR) await look().catch(unlessAway);
      return seen.readable;
    },
    close: async () => {
      ended.abort();
      const removed = running.then(() => state.remove(key));
      await cleanUpBriefly(removed, (err) => log.debug({ err }, 'a release record was left to expire'));
    },
  };
};
