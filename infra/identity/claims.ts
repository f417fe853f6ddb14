/** Maps the claims of a token to an identity. */
import type { Identity } from '../../commands/identity/identities.ts';
import { Refused } from '../../domain/errors.ts';

const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** Throws `Refused('forbidden')` without an issuer or a subject. */
export const identityIn = (claims: Readonly<Record<string, unknown>>): Identity => {
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
