/** Reading a body that may be compressed, is bounded, and should be JSON. */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

export class NotJson extends Error {
  override readonly name = 'NotJson';
}

const decoder = (encoding: string | undefined) => {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'br') return createBrotliDecompress();
  return encoding === 'deflate' ? createInflate() : null;
};

const decoded = (body: Readable, encoding: string | undefined): Readable => {
  const decode = decoder(encoding);
  // The callback is required; what goes wrong is thrown to whoever reads the decoded side.
  return decode === null ? body : pipeline(body, decode, () => undefined);
};

/** Throws `TooLarge` as soon as more than `maxBytes` have been decoded, and `NotJson`. */
export const readJson = async (body: Readable, encoding: string | undefined, maxBytes: number): Promise<unknown> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of decoded(body, encoding) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new TooLarge(`more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new NotJson('the answer is not JSON');
  }
};
