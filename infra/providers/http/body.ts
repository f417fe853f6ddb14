/** Reads a bounded, possibly compressed JSON body. */
import { pipeline, type Duplex, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { readUpTo } from '../../bounded-body.ts';

/** A response that cannot be used; `too_slow` means that its body did not end in time. */
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

const DECODERS: ReadonlyMap<string, () => Duplex> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
  ['deflate', createInflate],
]);

const decoded = (body: Readable, encoding = ''): Readable => {
  const decode = DECODERS.get(encoding.toLowerCase());
  // `pipeline` requires a callback; the reader of the decoded stream gets the errors.
  return decode === undefined ? body : pipeline(body, decode(), () => undefined);
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENS = new Set([0x5b, 0x7b]);
const CLOSES = new Set([0x5d, 0x7d]);

/** Checks the nesting in a single pass before parsing, since code that walks the value may be recursive. */
const isDeeperThan = (json: Uint8Array, maxDepth: number): boolean => {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (isInString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (OPENS.has(byte)) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (CLOSES.has(byte)) depth -= 1;
  }
  return false;
};

type Read = { readonly json: unknown; /** After decompression. */ readonly bytes: number };

/** Throws connection errors and `Unusable`: `too_large` as soon as decoded, `too_deep` before parsing, or `not_json`. */
export const readJson = async (
  body: Readable,
  encoding: string | undefined,
  { maxBytes, maxDepth }: { readonly maxBytes: number; readonly maxDepth: number },
): Promise<Read> => {
  const text = await readUpTo(decoded(body, encoding), maxBytes);
  if (text === null) throw new Unusable('too_large', `the answer has more than ${maxBytes} bytes`);
  if (isDeeperThan(text, maxDepth))
    throw new Unusable('too_deep', `the answer is nested deeper than ${maxDepth} levels`);
  try {
    // Also drops a byte order mark, which JSON.parse rejects.
    return { json: JSON.parse(new TextDecoder().decode(text)) as unknown, bytes: text.length };
  } catch {
    throw new Unusable('not_json', 'the answer is not JSON');
  }
};
