/** Sessions: an opaque token that a browser or a script holds, of which only the hash is kept. */
import type { StateStore } from '../ports.ts';
import { hashOf, newSecret } from './secret.ts';

/** How a user signed in. */
type Source = 'proxy_jwt' | 'oidc' | 'local';

export type SignedInUser = {
  readonly userId: string;
  readonly source: Source;
};

/** By the state store's clock, which no leap of a machine's touches. */
export type Session = SignedInUser & { readonly openedAt: number; readonly usedAt: number };

type Deps = { readonly state: StateStore };

const HOUR_MS = 3_600_000;
const IDLE_MS = 12 * HOUR_MS;
const LONGEST_MS = 7 * 24 * HOUR_MS;
/** Being used is noted this often, not with every request. */
const NOTED_EVERY_MS = 60_000;

const keyOf = (token: string): string => `session/${hashOf(token)}`;

/** A new session; the token is shown to its holder alone. */
export const openSession = async ({ state }: Deps, user: SignedInUser): Promise<string> => {
  const token = newSecret();
  const now = await state.now();
  const session: Session = { ...user, openedAt: now, usedAt: now };
  await state.put(keyOf(token), session, { ttlMs: IDLE_MS });
  return token;
};

/** What a page asks by itself says nothing of whether anybody is there. */
export type Use = 'by_person' | 'in_background';

/** The session of a token, kept alive by a person's asking; null if there is none any more. */
export const findSession = async ({ state }: Deps, token: string, use: Use = 'by_person'): Promise<Session | null> => {
  const key = keyOf(token);
  const record = await state.get(key);
  if (record === null) return null;
  const session = record.value as Session;
  const now = await state.now();
  const left = session.openedAt + LONGEST_MS - now;
  if (left <= 0 || session.usedAt + IDLE_MS <= now) return null;
  // At the version read: a session that is being ended at this moment must not come back.
  // Also when it was noted by a clock that was ahead, as earlier releases did it.
  if (use === 'by_person' && Math.abs(now - session.usedAt) > NOTED_EVERY_MS)
    await state.put(key, { ...session, usedAt: now }, { ttlMs: Math.min(IDLE_MS, left), ifVersion: record.version });
  return session;
};

/** Ends it for every process at once. The session that it was; null for a token without one. */
export const endSession = async ({ state }: Deps, token: string): Promise<Session | null> => {
  const key = keyOf(token);
  const record = await state.get(key);
  await state.remove(key);
  return (record?.value ?? null) as Session | null;
};
