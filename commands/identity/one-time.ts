/** Secrets that can be used once, within ten minutes: the value of each is stored under its hash. */
import type { Json } from '../../domain/json.ts';
import type { StateStore } from '../ports.ts';
import { hashOf, newSecret } from './secret.ts';

export const LIFETIME_MS = 10 * 60_000;

type Deps = { readonly state: StateStore };

const oneTime = <Meaning extends Json>(kind: string) => {
  const keyOf = (secret: string): string => `${kind}/${hashOf(secret)}`;
  return {
    issue: async ({ state }: Deps, meaning: Meaning): Promise<string> => {
      const secret = newSecret();
      await state.put(keyOf(secret), meaning, { ttlMs: LIFETIME_MS });
      return secret;
    },
    /** The value for the first caller; null for all others. */
    redeem: async ({ state }: Deps, secret: string): Promise<Meaning | null> => {
      const record = await state.get(keyOf(secret));
      if (record === null || !(await state.remove(record.key, record.version))) return null;
      return record.value as Meaning;
    },
  };
};

/** Each opens one session for the user. */
export const signInLinks = oneTime<{ readonly userId: string }>('sign-in-link');

/** Where a sign-in link leads: a page with a button. */
export const signInUrl = (dashboardUrl: string, token: string): string =>
  `${dashboardUrl}/auth/link?token=${encodeURIComponent(token)}`;

/** Sign-ins in progress at a provider: the browser keeps the secret until it returns. */
export const signIns = oneTime<Json>('sign-in');
