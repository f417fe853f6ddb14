/** Explains to the administrator why a proof was not found, without response content or IP addresses. */
import { errors } from 'undici';
import { TimeIsUp } from '../providers/http/cut-off.ts';
import { codeOf } from '../error-code.ts';
import { NotReachable } from './connection.ts';

/** Parts of the error codes that OpenSSL and Node use for invalid certificates. */
const CERTIFICATE = /CERT|ISSUER|SIGNATURE|CRL|CA_KEY/u;

export const sentenceFor = (error: unknown): string => {
  if (error instanceof NotReachable) return 'the origin resolves to a private address, which is not allowed';
  if (error instanceof TimeIsUp) return 'the website did not answer in time';
  const code = codeOf(error);
  if (['ENOTFOUND', 'ENODATA', 'EAI_AGAIN'].includes(code)) return 'the name of the website could not be resolved';
  if (/TIMEOUT|TIMEDOUT/u.test(code)) return 'the website did not answer in time';
  if (CERTIFICATE.test(code)) return 'the TLS certificate of the website is not valid';
  if (error instanceof errors.HTTPParserError || code.startsWith('UND_ERR_HEADERS'))
    return 'the website did not return a valid HTTP response';
  return 'the website could not be reached';
};
