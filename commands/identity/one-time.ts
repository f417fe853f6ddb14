/** Secrets that can be used once, within ten minutes: what each stands for is kept under its hash. */
import type { Json } from '../../domain/json.ts';
import type { StateStore } from '../ports.ts';
import { hashOf, newSecret } from './secret.ts';

export const LIFETIME_MS = 10 * 60_000;

type Deps = { readonly state: StateStore };

const oneTime = <Meaning extends Json>(kind: string) => {
  const keyOf = (secret: string): string => `${kind}/${hashOf(secret)}`;
  return {
    /** A secret that stands for this. */
    issue: async ({ state }: Deps, meaning: Meaning): Promise<string> => {
      const secret = newSecret();
      await state.put(keyOf(secret), meaning, { ttlMs: LIFETIME_MS });
      return secret;
    },
    /** What it stands for, to the first who asks; null to everybody else. */
    redeem: async ({ state }: Deps, secret: string): Promise<Meaning | null> => {
      const record = await state.get(keyOf(secret));
      if (record === null || !(await state.remove(record.key, record.version))) return null;
      return record.value as Meaning;
    },
  };
};

/** Each opens one session of the user. */
export const signInLinks = oneTime<{ readonly userId: string }>('sign-in-link');

/** Sign-ins under way at a provider: the browser keeps the secret until it comes back. */
export const signIns = oneTime<Json>('sign-in');
