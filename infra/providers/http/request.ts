/** Sends one GET request to a provider, with redirects within its host and a bounded, possibly compressed JSON body. */
import { type Duplex, pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { PROVIDER } from '../../../domain/limits.ts';
import { readUpTo } from '../../bounded-body.ts';
import { TimeIsUp } from '../../cut-off.ts';
import { codeOf } from '../../error-code.ts';
import { isRedirect, ofSameOrcid, redirectedTo } from '../../redirects.ts';

/** A response that cannot be used; `too_slow` means that its body did not end in time. */
class Unusable extends Error {
  override readonly name = 'Unusable';

  constructor(
    readonly code: 'too_large' | 'too_deep' | 'too_slow' | 'not_json',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const ACCEPTED_ENCODINGS = 'gzip, br';

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
const readJson = async (
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

/** Maps failures of a request to the port's stable error codes. */
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

export type Reply = {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  /** The body; undefined if the status is not 200 and it is not a small JSON document. */
  readonly json: unknown;
  /** Size of the body of a 200 after decompression. */
  readonly bytes: number;
};

/** An OpenAlex page of 100 works takes several megabytes. */
const BOUNDS = { maxBytes: PROVIDER.answerBytes, maxDepth: PROVIDER.depth };

/** Providers describe an error in a few hundred bytes. */
const ERROR_BOUNDS = { maxBytes: 16 * 1024, maxDepth: PROVIDER.depth };

/** A time-out after the response has begun is `too_slow`, not `timeout`. */
const asTooSlow =
  (signal: AbortSignal) =>
  (error: unknown): never => {
    if (signal.reason instanceof TimeIsUp) throw new Unusable('too_slow', signal.reason.message, { cause: error });
    throw error;
  };

/** Throws `Unusable` and connection errors. A redirect that is not followed is returned as the reply. */
export const request = async (
  dispatcher: Dispatcher,
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Reply> => {
  for (let at = url, hops = 0; ; hops += 1) {
    const answer = await dispatcher.request({
      origin: at.origin,
      path: `${at.pathname}${at.search}`,
      method: 'GET',
      headers: { accept: 'application/json', 'accept-encoding': ACCEPTED_ENCODINGS, ...headers },
      signal,
    });
    const header = (name: string): string | undefined => [answer.headers[name]].flat()[0];
    if (answer.statusCode === 200) {
      const read = readJson(answer.body, header('content-encoding'), BOUNDS);
      return { status: 200, header, ...(await read.catch(asTooSlow(signal))) };
    }
    const json = await readJson(answer.body, header('content-encoding'), ERROR_BOUNDS).then(
      (read) => read.json,
      () => undefined,
    );
    signal.throwIfAborted();
    const to = isRedirect(answer.statusCode) && hops < PROVIDER.redirects ? redirectedTo(at, header('location')) : null;
    if (to === null || !ofSameOrcid(at, to)) return { status: answer.statusCode, header, json, bytes: 0 };
    at = to;
  }
};
