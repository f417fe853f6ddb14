/** The record of what keys were used for: each use of a partner's key, and when a plug-in's credential was last used. */
import type { Clock, Ids, StateStore } from '../ports.ts';

export type KeyUse = {
  /** Epoch ms. */
  readonly at: number;
  /** Method and path of the route. */
  readonly operation: string;
  /** `admitted`, then the status answered; or why the key was refused. */
  readonly outcome: string;
  readonly address: string;
  readonly correlationId: string;
};

type Deps = { readonly state: StateStore; readonly clock: Clock; readonly ids: Ids };

const KEPT_MS = 90 * 24 * 3_600_000;

/** Later uses first, in the order of their keys. */
const DIGITS = 13;
const LAST_MS = 10 ** DIGITS - 1;

const usesOf = (keyHash: string): string => `key-use/${keyHash}/at/`;
const lastUseOf = (hash: string): string => `key-use/${hash}/last`;

export type RecordedUse = {
  /** Replaces what became of it. */
  settle(outcome: string): Promise<void>;
};

/** Throws `Unavailable`: then nothing may be done with the key. */
export const recordUse = async (
  { state, clock, ids }: Deps,
  keyHash: string,
  use: Omit<KeyUse, 'at'>,
): Promise<RecordedUse> => {
  const at = clock.now();
  const key = `${usesOf(keyHash)}${String(LAST_MS - at).padStart(DIGITS, '0')}/${ids.next()}`;
  const write = async (outcome: string): Promise<void> => {
    const record: KeyUse = { ...use, at, outcome };
    await state.put(key, record, { ttlMs: KEPT_MS });
  };
  await write(use.outcome);
  await state.put(lastUseOf(keyHash), { at });
  return { settle: write };
};

/** When a key or credential was last used, epoch ms; null = never. */
export const lastUse = async ({ state }: Pick<Deps, 'state'>, hash: string): Promise<number | null> => {
  const record = await state.get(lastUseOf(hash));
  return record === null ? null : (record.value as { readonly at: number }).at;
};

/** The latest first. `after`: the `next` of the page before. */
export const listUses = async (
  { state }: Pick<Deps, 'state'>,
  keyHash: string,
  { limit, after }: { readonly limit: number; readonly after: string | null },
): Promise<{ readonly uses: readonly KeyUse[]; readonly next: string | null }> => {
  const prefix = usesOf(keyHash);
  const from = after === null ? {} : { after: prefix + after };
  const records = await state.list(prefix, { ...from, limit: limit + 1 });
  const shown = records.slice(0, limit);
  const last = shown.at(-1);
  return {
    uses: shown.map(({ value }) => value as unknown as KeyUse),
    next: records.length > limit && last !== undefined ? last.key.slice(prefix.length) : null,
  };
};

/** A plug-in asks often: its last use is noted once a minute by each process. */
const NOTED_EVERY_MS = 60_000;

/** Notes when credentials are used; never waits for the store and never fails a request. */
export const lastUseNoter = ({ state, clock }: Pick<Deps, 'state' | 'clock'>): ((hash: string) => void) => {
  const noted = new Map<string, number>();
  return (hash) => {
    const at = clock.now();
    // A clock that was set back does not keep it from being noted.
    if (Math.abs(at - (noted.get(hash) ?? 0)) < NOTED_EVERY_MS) return;
    noted.set(hash, at);
    state.put(lastUseOf(hash), { at }).catch(() => noted.delete(hash));
  };
};
