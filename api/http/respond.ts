/** Calls handlers and renders their answers, which it caches while their version is unchanged. */
import { boundedCache } from '../../commands/bounded-cache.ts';
import { digestOf, writeBytes, writeJson, type Serialized } from './body-text.ts';
import { etagOf } from './etag.ts';
import type { Answer, Headers, Request, Route, Streamed } from './route.ts';

export type Rendered = {
  readonly status: number;
  readonly body: Buffer;
  /** In place of the body. */
  readonly stream: Pick<Streamed, 'open' | 'bytes'> | null;
  readonly etag: string;
  readonly type: string;
  readonly headers: Headers;
};

export type Responder = (route: Route, url: string, request: Request) => Promise<Rendered>;

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';

const NOTHING = Buffer.alloc(0);

const contentOf = async ({ body, html, file, stream }: Answer): Promise<Serialized & { readonly type: string }> => {
  if (stream !== undefined) return { type: stream.type, content: NOTHING, digest: digestOf(stream.version) };
  if (file !== undefined) return { type: file.type, ...writeBytes(file.content) };
  if (html !== undefined) return { type: HTML_TYPE, ...writeBytes(Buffer.from(html)) };
  return { type: JSON_TYPE, ...(await writeJson(body)) };
};

const render = async (answer: Answer): Promise<Rendered> => {
  const { status = 200, revision, headers = {} } = answer;
  const { type, content, digest } = await contentOf(answer);
  return { status, body: content, stream: answer.stream ?? null, etag: etagOf(digest, revision), type, headers };
};

/** Caches at most `maxBytes` of answers of routes that declare a version; other routes are called each time. */
export const cachingResponder = (maxBytes: number): Responder => {
  const cache = boundedCache<Rendered & { readonly version: string; readonly until: number }>({
    key: 'public',
    maxBytes,
    sizeOf: ({ body, headers }) => body.length + JSON.stringify(headers).length + 500,
  });
  return async (route, url, request) => {
    const variant = route.variant?.(request) ?? '';
    const version = await route.version?.(request);
    if (version === undefined || maxBytes === 0) return render(await route.handle(request));
    const key = `${url} ${variant}`;
    const hit = cache.get(key);
    if (hit?.version === version && Date.now() < hit.until) return hit;
    const answer = await route.handle(request);
    const rendered = await render(answer);
    if (rendered.stream !== null) return rendered;
    // The answer was read after the version, so it is at least as new; a newer version only causes another rendering.
    cache.set(key, { ...rendered, version, until: answer.cacheUntil ?? Infinity });
    return rendered;
  };
};
