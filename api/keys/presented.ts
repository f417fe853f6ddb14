/** Extracts the credential from a request. */
import type { IncomingHttpHeaders } from 'node:http';
import { isWellFormed } from '../../commands/credentials/format.ts';
import { hashOf } from '../../commands/identity/secret.ts';
import { CredentialRefused } from '../http/errors.ts';

export type Presented = {
  readonly kind: 'api_key' | 'installation';
  /** SHA-256, hex. The timing of its lookup reveals nothing about the credential. */
  readonly hash: string;
};

const CHALLENGE = { headers: { 'WWW-Authenticate': 'ApiKey realm="X-API-Key"' } };

export const unknownCredential = (): CredentialRefused =>
  new CredentialRefused(401, 'invalid_credential', 'the credential is not known', CHALLENGE);

/** Throws a 401 if it is missing or malformed. */
export const presentedIn = ({ 'x-api-key': sent }: IncomingHttpHeaders): Presented => {
  if (sent === undefined || sent === '')
    throw new CredentialRefused(401, 'missing_credential', 'a credential is required in X-API-Key', CHALLENGE);
  const text = String(sent).trim();
  if (isWellFormed(text, 'colk_')) return { kind: 'api_key', hash: hashOf(text) };
  if (isWellFormed(text, 'coli_')) return { kind: 'installation', hash: hashOf(text) };
  throw unknownCredential();
};
