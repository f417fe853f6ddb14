/** The usage log: each use of a partner's key, and the last use of a plug-in's credential. */
import { boundedCache } from '../bounded-cache.ts';
import type { Clock, Ids, StateRecord, StateStore } from '../ports.ts';
import { countingInTurns } from './counter.ts';
import { countOnDay, USES_KEPT_MS } from './daily-uses.ts';

export type KeyUse = {
  /** Epoch ms. */
  readonly at: number;
  /** Method and path of the route. */
  readonly operation: string;
  /** `admitted` at first, then the status of the answer. */
  readonly outcome: string;
  readonly address: string;
  readonly correlationId: string;
};

type Deps = { readonly state: StateStore; readonly clock: Clock; readonly ids: Ids };

/** Sorts later times first in the order of the store's keys. */
const DIGITS = 13;
const LAST_MS = 10 ** DIGITS - 1;

const usesOf = (keyHash: string): string => `key-use/${keyHash}/at/`;

/** `at` in epoch ms. */
const usesAt = (keyHash: string, at: number): string => usesOf(keyHash) + String(LAST_MS - at).padStart(DIGITS, '0');

const lastUseOf = (hash: string): string => `key-use/${hash}/last`;

/** How often the key was refused for one reason in the minute starting at `at`. */
export type Refusals = { readonly at: number; readonly outcome: string; readonly refused: number };

/** Returns a function that replaces the outcome. Throws `Unavailable`; the key must then not be honoured. */
export const recordUse = async (
  { state, clock, ids }: Deps,
  keyHash: string,
  use: Omit<KeyUse, 'at'>,
): Promise<(outcome: string) => Promise<void>> => {
  const at = clock.now();
  const key = `${usesAt(keyHash, at)}/${ids.next()}`;
  const write = async (outcome: string): Promise<void> => {
    const record: KeyUse = { ...use, at, outcome };
    await state.put(key, record, { ttlMs: USES_KEPT_MS });
  };
  await write(use.outcome);
  await Promise.all([
    state.put(lastUseOf(keyHash), { at }),
    state.increment(countOnDay(keyHash, 'admitted', at), 1, USES_KEPT_MS),
  ]);
  return write;
};

const MINUTE_MS = 60_000;
/** Expiry of these counts, which bounds their number per key however long it is tried. */
const REFUSALS_KEPT_MS = 7 * 24 * 3_600_000;

/** Counts by minute and reason (`outcome`), so the holder of a revoked key cannot fill the store. Throws `Unavailable`. */
export const refusalCounter = ({ state, clock }: Pick<Deps, 'state' | 'clock'>) => {
  const inTurn = countingInTurns();
  const count = (key: string, ttlMs: number): Promise<unknown> =>
    inTurn(key, (times) => state.increment(key, times, ttlMs)).counted;
  return async (keyHash: string, outcome: string): Promise<void> => {
    const now = clock.now();
    const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
    await Promise.all([
      count(`${usesAt(keyHash, minute)}/refused/${outcome}`, REFUSALS_KEPT_MS),
      count(countOnDay(keyHash, 'refused', now), USES_KEPT_MS),
    ]);
  };
};

/** When a key or credential was last used, epoch ms; null = never. */
export const lastUse = async ({ state }: Pick<Deps, 'state'>, hash: string): Promise<number | null> => {
  const record = await state.get(lastUseOf(hash));
  return record === null ? null : (record.value as { readonly at: number }).at;
};

const entryOf = (keyHash: string, { key, value }: StateRecord): KeyUse | Refusals => {
  const outcome = /\/refused\/(\w+)$/u.exec(key)?.[1];
  if (outcome === undefined) return value as unknown as KeyUse;
  const at = LAST_MS - Number(key.slice(usesOf(keyHash).length).slice(0, DIGITS));
  return { at, outcome, refused: value as number };
};

/** The latest first. `after`: the `next` of the page before. */
export const listUses = async (
  { state }: Pick<Deps, 'state'>,
  keyHash: string,
  { limit, after }: { readonly limit: number; readonly after: string | null },
): Promise<{ readonly uses: readonly (KeyUse | Refusals)[]; readonly next: string | null }> => {
  const prefix = usesOf(keyHash);
  const from = after === null ? {} : { after: prefix + after };
  const records = await state.list(prefix, { ...from, limit: limit + 1 });
  const shown = records.slice(0, limit);
  const last = shown.at(-1);
  return {
    uses: shown.map((record) => entryOf(keyHash, record)),
    next: records.length > limit && last !== undefined ? last.key.slice(prefix.length) : null,
  };
};

/** Plug-ins send many requests: each process records the last use once a minute. */
const NOTED_EVERY_MS = 60_000;
const NOTED_BYTES = 1024 * 1024;

/** Records the last use of credentials; never waits for the store and never fails a request. */
export const lastUseNoter = ({ state, clock }: Pick<Deps, 'state' | 'clock'>): ((hash: string) => void) => {
  const noted = boundedCache<number>({ key: 'content', maxBytes: NOTED_BYTES, sizeOf: () => 8, ttlMs: NOTED_EVERY_MS });
  return (hash) => {
    const at = clock.now();
    // A clock that was set back must not suppress the record.
    if (Math.abs(at - (noted.get(hash) ?? 0)) < NOTED_EVERY_MS) return;
    noted.set(hash, at);
    state.put(lastUseOf(hash), { at }).catch(() => noted.delete(hash));
  };
};
