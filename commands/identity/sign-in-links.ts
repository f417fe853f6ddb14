/** Sign-in links: a secret that opens one session, once, within ten minutes. */
import type { StateStore } from '../ports.ts';
import { hashOf, newSecret } from './secret.ts';

export const LIFETIME_MS = 10 * 60_000;

type Deps = { readonly state: StateStore };
type Link = { readonly userId: string };

const keyOf = (secret: string): string => `sign-in-link/${hashOf(secret)}`;

export const issueSignInLink = async ({ state }: Deps, userId: string): Promise<string> => {
  const secret = newSecret();
  const link: Link = { userId };
  await state.put(keyOf(secret), link, { ttlMs: LIFETIME_MS });
  return secret;
};

/** The user it was made for, to the first who asks; null to everybody else. */
export const redeemSignInLink = async ({ state }: Deps, secret: string): Promise<string | null> => {
  const record = await state.get(keyOf(secret));
  if (record === null || !(await state.remove(record.key, record.version))) return null;
  return (record.value as Link).userId;
};
