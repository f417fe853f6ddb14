/** Sign-ins under way at a provider: what they must remember, bound to one browser, for ten minutes and one return. */
import type { Json } from '../../domain/json.ts';
import type { StateStore } from '../ports.ts';
import { hashOf, newSecret } from './secret.ts';

const LIFETIME_MS = 10 * 60_000;
export const SIGN_IN_SECONDS = LIFETIME_MS / 1_000;

type Deps = { readonly state: StateStore };

const keyOf = (secret: string): string => `sign-in/${hashOf(secret)}`;

/** The secret that the browser keeps until it comes back. */
export const beginSignIn = async ({ state }: Deps, remembered: Json): Promise<string> => {
  const secret = newSecret();
  await state.put(keyOf(secret), remembered, { ttlMs: LIFETIME_MS });
  return secret;
};

/** What was remembered, to the first who comes back with the secret; null to everybody else. */
export const finishSignIn = async ({ state }: Deps, secret: string): Promise<Json | null> => {
  const record = await state.get(keyOf(secret));
  if (record === null || !(await state.remove(record.key, record.version))) return null;
  return record.value;
};
