/** Why a proof was not found, in words for the administrator: nothing of what was answered, and no address. */
import { errors } from 'undici';
import { TimeIsUp } from '../providers/http/cut-off.ts';
import { codeIn } from '../providers/http/failures.ts';
import { NotReachable } from './connection.ts';

/** What OpenSSL and Node call a certificate that does not hold. */
const CERTIFICATE = /CERT|ISSUER|SIGNATURE|CRL|CA_KEY/u;

export const sentenceFor = (error: unknown): string => {
  if (error instanceof NotReachable) return 'the origin leads to a private address, which is not looked at';
  if (error instanceof TimeIsUp) return 'the website did not answer in time';
  const code = codeIn(error);
  if (['ENOTFOUND', 'ENODATA', 'EAI_AGAIN'].includes(code)) return 'the name of the website could not be resolved';
  if (/TIMEOUT|TIMEDOUT/u.test(code)) return 'the website did not answer in time';
  if (CERTIFICATE.test(code)) return 'the TLS certificate of the website does not hold';
  if (error instanceof errors.HTTPParserError || code.startsWith('UND_ERR_HEADERS'))
    return 'what the website answered is not HTTP that can be read';
  return 'the website could not be reached';
};
