/** One exchange with a provider: a GET, redirects within its host, a body in bounds. */
import type { Dispatcher } from 'undici';
import { ACCEPTED_ENCODINGS, readJson } from './body.ts';
import { isRedirect, redirectedTo } from './redirect.ts';

export type Reply = {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  /** The body of a 200; undefined for anything else. */
  readonly json: unknown;
};

/** An OpenAlex page of 200 works is some megabytes. */
export const MAX_BYTES = 32 * 1024 * 1024;
const MOST_HOPS = 3;

/** Throws what the connection throws, `TooLarge` and `NotJson`. A redirect that is not followed is the reply. */
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
      const json = await readJson(answer.body, header('content-encoding'), MAX_BYTES);
      return { status: 200, header, json };
    }
    await answer.body.dump();
    const to = isRedirect(answer.statusCode) && hops < MOST_HOPS ? redirectedTo(at, header('location')) : null;
    if (to === null) return { status: answer.statusCode, header, json: undefined };
    at = to;
  }
};
