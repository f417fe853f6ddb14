/** Maps the claims of a token to an identity. */
import type { Identity } from '../../commands/identity/identities.ts';
import { Refused } from '../../domain/errors.ts';

type Claims = Readonly<Record<string, unknown>>;

const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** Throws `Refused('forbidden')` without an issuer or a subject. */
export const identityIn = (claims: Claims): Identity => {
  const [issuer, subject] = [text(claims['iss']), text(claims['sub'])];
  if (issuer === null || subject === null) throw new Refused('forbidden', 'invalid_identity', 'the token names nobody');
  return {
    issuer,
    subject,
    email: text(claims['email'])?.toLowerCase() ?? null,
    // Only a literal `true` counts: an unverified address must not accept an invitation.
    emailVerified: claims['email_verified'] === true,
    name: text(claims['name']),
  };
};
