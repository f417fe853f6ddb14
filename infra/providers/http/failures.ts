/** What went wrong on the way to a provider, as the stable codes that the port names. */
import { Unusable } from './body.ts';
import { TimeIsUp } from './cut-off.ts';

export const codeIn = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';

export const failureCode = (error: unknown): { readonly code: string; readonly message: string } => {
  const message = error instanceof Error && error.message !== '' ? error.message : 'the connection failed';
  if (error instanceof Unusable) return { code: error.code, message };
  const code = codeIn(error);
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return { code: 'too_large', message };
  // What cannot be decompressed is no JSON either, unless it broke off in the middle.
  if (code.startsWith('Z_') && code !== 'Z_BUF_ERROR') return { code: 'not_json', message };
  if (error instanceof TimeIsUp || /TIMEOUT/.test(code)) return { code: 'timeout', message };
  return { code: 'connection', message };
};
