/** The credential that a request presents. */
import type { IncomingHttpHeaders } from 'node:http';
import { isWellFormed } from '../../commands/credentials/format.ts';
import { hashOf } from '../../commands/identity/secret.ts';
import { CredentialRefused } from '../http/errors.ts';

export type Presented = {
  readonly kind: 'api_key' | 'installation';
  /** SHA-256, hex. Looking it up tells nothing of the credential, however long that takes. */
  readonly hash: string;
};

const asks = { headers: { 'WWW-Authenticate': 'ApiKey realm="X-API-Key"' } };

export const unknownCredential = (): CredentialRefused =>
  new CredentialRefused(401, 'invalid_credential', 'the credential is not known', asks);

/** Throws a 401 if there is none, or something that was never handed out. */
export const presentedIn = ({ 'x-api-key': sent }: IncomingHttpHeaders): Presented => {
  if (sent === undefined || sent === '')
    throw new CredentialRefused(401, 'missing_credential', 'a credential is required in X-API-Key', asks);
  const text = String(sent).trim();
  if (isWellFormed(text, 'colk_')) return { kind: 'api_key', hash: hashOf(text) };
  if (isWellFormed(text, 'coli_')) return { kind: 'installation', hash: hashOf(text) };
  throw unknownCredential();
};
