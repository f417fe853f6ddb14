/** Reading a body that may be compressed, is bounded, and should be JSON. */
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

export class NotJson extends Error {
  override readonly name = 'NotJson';
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
  // The callback is required; what goes wrong is thrown to whoever reads the decoded side.
  return decode === null ? body : pipeline(body, decode, () => undefined);
};

/** Throws `TooLarge` as soon as more than `maxBytes` have been decoded, `NotJson`, and what the connection throws. */
export const readJson = async (body: Readable, encoding: string | undefined, maxBytes: number): Promise<unknown> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of decoded(body, encoding) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new TooLarge(`more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  try {
    // Also drops a byte order mark, which JSON.parse would stumble over.
    return JSON.parse(new TextDecoder().decode(Buffer.concat(chunks))) as unknown;
  } catch {
    throw new NotJson('the answer is not JSON');
  }
};
