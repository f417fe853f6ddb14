/** Sends one GET request to a provider, with redirects within its host and a bounded body. */
import type { Dispatcher } from 'undici';
import { PROVIDER } from '../../../domain/limits.ts';
import { ACCEPTED_ENCODINGS, readJson, Unusable } from './body.ts';
import { TimeIsUp } from './cut-off.ts';
import { isRedirect, ofSameOrcid, redirectedTo } from './redirect.ts';

export type Reply = {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  /** The body of a 200; undefined for any other status. */
  readonly json: unknown;
  /** Size of that body after decompression. */
  readonly bytes: number;
};

/** An OpenAlex page of 100 works takes several megabytes. */
const BOUNDS = { maxBytes: PROVIDER.answerBytes, maxDepth: PROVIDER.depth };

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
    await answer.body.dump();
    const to = isRedirect(answer.statusCode) && hops < PROVIDER.redirects ? redirectedTo(at, header('location')) : null;
    if (to === null || !ofSameOrcid(at, to)) return { status: answer.statusCode, header, json: undefined, bytes: 0 };
    at = to;
  }
};
