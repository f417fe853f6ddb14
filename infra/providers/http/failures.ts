/** Maps failures of a request to the port's stable error codes. */
import { codeOf } from '../../error-code.ts';
import { Unusable } from './body.ts';
import { TimeIsUp } from './cut-off.ts';

export const failureCode = (error: unknown): { readonly code: string; readonly message: string } => {
  const message = error instanceof Error && error.message !== '' ? error.message : 'the connection failed';
  if (error instanceof Unusable) return { code: error.code, message };
  const code = codeOf(error);
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return { code: 'too_large', message };
  // Invalid compressed data counts as not JSON, but a truncated body is a connection failure.
  if (code.startsWith('Z_') && code !== 'Z_BUF_ERROR') return { code: 'not_json', message };
  if (error instanceof TimeIsUp || /TIMEOUT/.test(code)) return { code: 'timeout', message };
  return { code: 'connection', message };
};
