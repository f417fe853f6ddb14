/** Gets a file of a website, following redirects within bounds; treats the response as untrusted. */
import type { Agent } from 'undici';
import { readUpTo } from '../bounded-body.ts';
import { isRedirect } from '../redirects.ts';

export type FileRequest = {
  readonly url: URL;
  /** Media types. */
  readonly accept: string;
  readonly userAgent: string;
  readonly mostBytes: number;
  readonly mostRedirects: number;
  /** The URL to follow a redirect to; null for one that is not followed. */
  readonly redirected: (from: URL, location: string | undefined) => URL | null;
};

export type FileAnswer =
  /** Null: it has more than `mostBytes`. */
  | { readonly content: Buffer | null }
  | { readonly failure: 'redirects_elsewhere' | 'redirects_too_often' | { readonly status: number } };

/** Rethrows connection errors. */
export const getFile = async (
  connections: Agent,
  { url, accept, userAgent, mostBytes, mostRedirects, redirected }: FileRequest,
  signal: AbortSignal,
): Promise<FileAnswer> => {
  for (let at = url, hops = 0; ; hops += 1) {
    const { statusCode, headers, body } = await connections.request({
      origin: at.origin,
      path: `${at.pathname}${at.search}`,
      method: 'GET',
      headers: { accept, 'accept-encoding': 'identity', 'user-agent': userAgent },
      signal,
    });
    if (statusCode === 200) return { content: await readUpTo(body, mostBytes) };
    // The body is discarded unread, so its abort error is expected.
    body.on('error', () => undefined).destroy();
    if (!isRedirect(statusCode)) return { failure: { status: statusCode } };
    const to = redirected(at, [headers.location].flat()[0]);
    if (to === null) return { failure: 'redirects_elsewhere' };
    if (hops === mostRedirects) return { failure: 'redirects_too_often' };
    at = to;
  }
};
