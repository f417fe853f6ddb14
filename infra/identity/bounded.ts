/** What identity providers answer, up to a bound in bytes: of a longer answer the rest is never read. */
import { SIGN_IN } from '../../domain/limits.ts';
import { readUpTo } from '../bounded-body.ts';

/** The same answer, read. Rejects when the body, after decompression, is larger than `SIGN_IN.answerBytes`. */
export const bounded = async (response: Response): Promise<Response> => {
  if (response.body === null) return response;
  const body = await readUpTo(response.body, SIGN_IN.answerBytes);
  if (body === null) throw new Error(`the answer is larger than ${SIGN_IN.answerBytes} bytes`);
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
};
