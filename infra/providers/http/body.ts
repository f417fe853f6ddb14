/** Reading a body that may be compressed, is bounded, and should be JSON. */
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isDeeperThan } from './depth.ts';

/** An answer that began and cannot be used; `too_slow` is one that did not come to its end in time. */
export class Unusable extends Error {
  override readonly name = 'Unusable';

  constructor(
    readonly code: 'too_large' | 'too_deep' | 'too_slow' | 'not_json',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export const ACCEPTED_ENCODINGS = 'gzip, br';

const decoder = (encoding: string | undefined) => {
  switch (encoding?.toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return createInflate();
    default:
      return null;
  }
};

const decoded = (body: Readable, encoding: string | undefined): Readable => {
  const decode = decoder(encoding);
  // The callback is required; errors are thrown to the reader of the decoded side.
  return decode === null ? body : pipeline(body, decode, () => undefined);
};

export type Read = { readonly json: unknown; /** After decompression. */ readonly bytes: number };

/**
 * Throws `Unusable`, as `too_large` as soon as more than `maxBytes` have been decoded, as `too_deep` before anything is made of
 * the text; and what the connection throws.
 */
export const readJson = async (
  body: Readable,
  encoding: string | undefined,
  { maxBytes, maxDepth }: { readonly maxBytes: number; readonly maxDepth: number },
): Promise<Read> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of decoded(body, encoding) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Unusable('too_large', `the answer has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks);
  if (isDeeperThan(text, maxDepth))
    throw new Unusable('too_deep', `the answer is nested deeper than ${maxDepth} levels`);
  try {
    // Also drops a byte order mark, which JSON.parse would stumble over.
    return { json: JSON.parse(new TextDecoder().decode(text)) as unknown, bytes };
  } catch {
    throw new Unusable('not_json', 'the answer is not JSON');
  }
};
