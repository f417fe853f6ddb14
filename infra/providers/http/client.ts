/** A polite JSON client for one provider: in its lane, bounded in time and size, patient with passing failures. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { Log } from '../../../commands/ports.ts';
import type { Provider, Source } from '../../../domain/publication/events.ts';
import { ProviderUnavailable } from '../../../workers/ingestion/ports.ts';
import { NotJson, readJson, TooLarge } from './body.ts';
import type { Lane } from './lane.ts';
import { retryAfterMs } from './retry-after.ts';

export type JsonAnswer =
  | { readonly kind: 'ok'; readonly body: unknown; readonly fetchedAt: number; readonly source: Source }
  | { readonly kind: 'notThere' }
  | { readonly kind: 'unchanged'; readonly fetchedAt: number };

export type JsonClient = {
  /** Asks for `url`; `known` makes the request conditional. Throws `ProviderUnavailable`, or the signal's reason. */
  get(url: URL, signal: AbortSignal, known?: Source | null): Promise<JsonAnswer>;
};

export type JsonClientOptions = {
  readonly provider: Provider;
  readonly lane: Lane;
  readonly dispatcher: Dispatcher;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly log?: Log;
  /** Parameters that are sent but never recorded: the contact address, the API key. */
  readonly secret?: Readonly<Record<string, string>>;
  readonly observe?: (call: {
    readonly provider: Provider;
    readonly status: number | string;
    readonly ms: number;
  }) => void;
};

const MAX_BYTES = 32 * 1024 * 1024;
const TRIES = 4;
const MOST_HOPS = 3;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4_000;

const header = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

const validators = (known: Source | null | undefined, url: URL): Record<string, string> => {
  // Validators are of one URL's answer; of another's they would say nothing.
  if (known?.url !== url.href) return {};
  return {
    ...(known.etag === undefined ? {} : { 'if-none-match': known.etag }),
    ...(known.lastModified === undefined ? {} : { 'if-modified-since': known.lastModified }),
  };
};

/** Where a redirect leads, if that is the same host: a provider's word is not taken from strangers. */
const redirected = (status: number, location: string | undefined, from: URL): URL | null => {
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined || !URL.canParse(location, from.href))
    return null;
  const to = new URL(location, from);
  return to.host === from.host ? to : null;
};

const codeOf = (error: unknown): string => {
  if (error instanceof TooLarge) return 'too_large';
  if (error instanceof NotJson) return 'not_json';
  const name = error instanceof Error ? error.name : '';
  return /Timeout/.test(name) ? 'timeout' : 'connection';
};

export const openJsonClient = ({
  provider,
  lane,
  dispatcher,
  userAgent,
  timeoutMs,
  log,
  secret = {},
  observe,
}: JsonClientOptions): JsonClient => {
  const failure = (code: string, message: string, retry: number | null = null): ProviderUnavailable =>
    new ProviderUnavailable(provider, code, message, retry);

  const once = async (
    url: URL,
    signal: AbortSignal,
    known: Source | null | undefined,
    hops = 0,
  ): Promise<JsonAnswer> => {
    const asked = new URL(url);
    for (const [name, value] of Object.entries(secret)) asked.searchParams.set(name, value);
    const startedAt = performance.now();
    const { statusCode, headers, body } = await dispatcher.request({
      origin: asked.origin,
      path: `${asked.pathname}${asked.search}`,
      method: 'GET',
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip, br',
        'user-agent': userAgent,
        ...validators(known, url),
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    observe?.({ provider, status: statusCode, ms: performance.now() - startedAt });
    if (statusCode === 200) {
      const json = await readJson(body, header(headers['content-encoding']), MAX_BYTES);
      const etag = header(headers.etag);
      const lastModified = header(headers['last-modified']);
      const source: Source = {
        provider,
        url: url.href,
        ...(etag === undefined ? {} : { etag }),
        ...(lastModified === undefined ? {} : { lastModified }),
      };
      return { kind: 'ok', body: json, fetchedAt: Date.now(), source };
    }
    await body.dump();
    const elsewhere = redirected(statusCode, header(headers.location), asked);
    if (elsewhere !== null && hops < MOST_HOPS) return once(elsewhere, signal, null, hops + 1);
    if (statusCode === 304) return { kind: 'unchanged', fetchedAt: Date.now() };
    if (statusCode === 404 || statusCode === 410) return { kind: 'notThere' };
    const wait = retryAfterMs(header(headers['retry-after']), Date.now());
    if (statusCode === 429) throw failure('rate_limited', 'asks us to slow down (429)', wait ?? 1000);
    if (statusCode >= 500 || statusCode === 408) throw failure('server_error', `answered ${statusCode}`, wait);
    throw failure('refused', `answered ${statusCode}`);
  };

  const attempt = async (url: URL, signal: AbortSignal, known: Source | null | undefined): Promise<JsonAnswer> => {
    try {
      return await once(url, signal, known);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ProviderUnavailable) throw error;
      throw failure(codeOf(error), error instanceof Error ? error.message : 'the connection failed');
    }
  };

  return {
    get: async (url, signal, known) => {
      for (let tries = 1, ceiling = FIRST_PAUSE_MS; ; tries += 1, ceiling = Math.min(ceiling * 2, LONGEST_PAUSE_MS)) {
        try {
          return await lane.run(() => attempt(url, signal, known), signal);
        } catch (error) {
          if (!(error instanceof ProviderUnavailable)) throw error;
          log?.debug({ provider, url: url.href, code: error.code, tries }, 'a provider did not answer');
          if (error.retryAfterMs !== null) lane.holdFor(error.retryAfterMs);
          if (tries === TRIES || error.code === 'refused' || error.code === 'too_large') throw error;
        }
        await pause(Math.random() * ceiling, undefined, { signal });
      }
    },
  };
};
