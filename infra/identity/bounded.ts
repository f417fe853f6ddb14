/** Limits the size of identity providers' responses: the rest of a longer one is never read. */
import { SIGN_IN } from '../../domain/limits.ts';
import { readUpTo } from '../bounded-body.ts';

/** Returns the response with its body read. Rejects if the decompressed body is larger than `SIGN_IN.answerBytes`. */
export const bounded = async (response: Response): Promise<Response> => {
  if (response.body === null) return response;
  const body = await readUpTo(response.body, SIGN_IN.answerBytes);
  if (body === null) throw new Error(`the response is larger than ${SIGN_IN.answerBytes} bytes`);
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
};
