/** What identity providers answer, up to a bound in bytes: of a longer answer the rest is never read. */
import { SIGN_IN } from '../../domain/limits.ts';

const bodyOf = async (body: ReadableStream<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the rest.
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > SIGN_IN.answerBytes) throw new Error(`the answer is larger than ${SIGN_IN.answerBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
};

/** The same answer, read. Rejects when the body, after decompression, is larger than `SIGN_IN.answerBytes`. */
export const bounded = async (response: Response): Promise<Response> => {
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(await bodyOf(response.body), { status, statusText, headers });
};
