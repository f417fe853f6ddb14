/** Maps failures of a request to the port's stable error codes. */
import { Unusable } from './body.ts';
import { TimeIsUp } from './cut-off.ts';

export const codeIn = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';

export const failureCode = (error: unknown): { readonly code: string; readonly message: string } => {
  const message = error instanceof Error && error.message !== '' ? error.message : 'the connection failed';
  if (error instanceof Unusable) return { code: error.code, message };
  const code = codeIn(error);
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return { code: 'too_large', message };
  // Invalid compressed data counts as not JSON, but a truncated body is a connection failure.
  if (code.startsWith('Z_') && code !== 'Z_BUF_ERROR') return { code: 'not_json', message };
  if (error instanceof TimeIsUp || /TIMEOUT/.test(code)) return { code: 'timeout', message };
  return { code: 'connection', message };
};
