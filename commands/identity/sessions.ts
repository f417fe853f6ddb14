/** Sessions: an opaque token held by a browser or a script; only its hash is stored. */
import type { StateStore } from '../ports.ts';
import { hashOf, newSecret } from './secret.ts';

export type SignedInUser = {
  readonly userId: string;
  readonly source: 'proxy_jwt' | 'oidc' | 'local';
  /** Set if a workspace's administrator let the user in: the session reaches no other, and has no rights of a superadmin. */
  readonly onlyWorkspace?: string;
};

/** By the state store's clock, which jumps of a machine's clock do not affect. */
export type Session = SignedInUser & { readonly openedAt: number; readonly usedAt: number };

type Deps = { readonly state: StateStore };

const HOUR_MS = 3_600_000;
const IDLE_MS = 12 * HOUR_MS;
const LONGEST_MS = 7 * 24 * HOUR_MS;
/** The last use is recorded this often, not with every request. */
const NOTED_EVERY_MS = 60_000;

const keyOf = (token: string): string => `session/${hashOf(token)}`;

export const openSession = async ({ state }: Deps, user: SignedInUser): Promise<string> => {
  const token = newSecret();
  const now = await state.now();
  const session: Session = { ...user, openedAt: now, usedAt: now };
  await state.put(keyOf(token), session, { ttlMs: IDLE_MS });
  return token;
};

/** Requests that a page makes on its own do not show that anyone is present. */
export type Use = 'by_person' | 'in_background';

/** The session of a token, extended by a person's requests; null if it has ended. */
export const findSession = async ({ state }: Deps, token: string, use: Use = 'by_person'): Promise<Session | null> => {
  const key = keyOf(token);
  const record = await state.get(key);
  if (record === null) return null;
  const session = record.value as Session;
  const now = await state.now();
  const left = session.openedAt + LONGEST_MS - now;
  if (left <= 0 || session.usedAt + IDLE_MS <= now) return null;
  // Written at the version read: a session that is ending concurrently must not come back.
  // Also if the time was recorded by a clock that was ahead.
  if (use === 'by_person' && Math.abs(now - session.usedAt) > NOTED_EVERY_MS)
    await state.put(key, { ...session, usedAt: now }, { ttlMs: Math.min(IDLE_MS, left), ifVersion: record.version });
  return session;
};

/** Ends it immediately for all processes. Returns the ended session; null for a token without one. */
export const endSession = async ({ state }: Deps, token: string): Promise<Session | null> => {
  const key = keyOf(token);
  const record = await state.get(key);
  await state.remove(key);
  return (record?.value ?? null) as Session | null;
};
