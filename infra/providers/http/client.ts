/** A JSON client for one provider: keeps to its rate, bounds time and size, and retries transient failures. */
import pRetry, { AbortError } from 'p-retry';
import type { Dispatcher } from 'undici';
import { backoff } from '../../../commands/backoff.ts';
import type { Log } from '../../../commands/ports.ts';
import { PROVIDER } from '../../../domain/limits.ts';
import type { Provider, Source } from '../../../domain/publication/events.ts';
import { urlIn } from '../../../domain/url.ts';
import { ProviderUnavailable, type RequestSignal } from '../../../workers/ingestion/ports.ts';
import { cutOffBy } from '../../cut-off.ts';
import { isRedirect, ofSameOrcid } from '../../redirects.ts';
import { countAt } from '../json.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { failureCode, type Reply, request } from './request.ts';
import { openTurns } from './turns.ts';

/** A cap, since a date in the header or our clock may be wrong by years. */
const MAX_MS = 15 * 60_000;

/** Parses `Retry-After` (RFC 9110, 10.2.3): milliseconds from `now` (epoch ms); null if the header is absent or invalid. */
const retryAfterMs = (header: string | undefined, now: number): number | null => {
  const text = header?.trim() ?? '';
  if (text === '') return null;
  const wait = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(wait) ? null : Math.min(MAX_MS, Math.max(0, wait));
};

type JsonAnswer =
  | {
      readonly kind: 'ok';
      readonly body: unknown;
      readonly fetchedAt: number;
      readonly source: Source;
      /** Size of the body after decompression. */
      readonly bytes: number;
      /** From the start of the request to the last byte. */
      readonly ms: number;
    }
  | { readonly kind: 'notThere' }
  | { readonly kind: 'unchanged'; readonly fetchedAt: number };

export type JsonClient = {
  /** `known` makes the request conditional. Throws `ProviderUnavailable`, or the signal's reason. */
  get(url: URL, signal: RequestSignal, known?: Source | null): Promise<JsonAnswer>;
};

/** The outcome of one attempt: an HTTP status, or the code of the failure. */
export type ProviderCall = { readonly provider: Provider; readonly status: number | string; readonly ms: number };

export type JsonClientOptions = {
  readonly provider: Provider;
  readonly limiter: RateLimiter;
  readonly dispatcher: Dispatcher;
  readonly userAgent: string;
  /** Per attempt, from its start to the end of the response body. */
  readonly timeoutMs: number;
  /** For all attempts of one request, from the start of the first; the wait for the first turn does not count. */
  readonly withinMs: number;
  /** Query parameters that are sent but never recorded or logged: the contact address, the API key. */
  readonly unrecorded: Readonly<Record<string, string>>;
  readonly log?: Log | undefined;
  /** Called after every attempt. */
  readonly observe?: ((call: ProviderCall) => void) | undefined;
};

type JsonRequest = { readonly url: URL; readonly signal: AbortSignal; readonly known: Source | null | undefined };

const MAX_FAILURES = 5;
/** A request to wait is not a failure, but is bounded too. */
const MAX_WAITS = 10;
const PAUSES = backoff(250, 4_000);
const DEFAULT_WAIT_MS = 1_000;
/** After a longer `Retry-After` all requests fail at once; the job tries again later. */
const MAX_WAIT_MS = 30_000;

const validators = (known: Source | null | undefined, url: URL): Record<string, string> => {
  // Validators apply only to the URL that they came from.
  if (known?.url !== url.href) return {};
  return {
    ...(known.etag === undefined ? {} : { 'if-none-match': known.etag }),
    ...(known.lastModified === undefined ? {} : { 'if-modified-since': known.lastModified }),
  };
};

const sourceOf = (provider: Provider, url: URL, { header }: Reply): Source => {
  const [etag, lastModified] = [header('etag'), header('last-modified')].map((value) =>
    value === undefined || value.length > PROVIDER.validatorCharacters ? undefined : value,
  );
  return {
    provider,
    url: url.href,
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { lastModified }),
  };
};

/** ORCID's own code for a record without public data, whatever the status of the answer. */
const ORCID_CODES: Readonly<Record<number, readonly [code: string, message: string]>> = {
  9007: ['moved', 'reports that this iD was merged into another'],
  9018: ['locked', 'reports the record as locked'],
  9044: ['locked', 'reports the record as deactivated'],
};

type Attempts = { failed: number; waited: number; notJson: number };

export const openJsonClient = (options: JsonClientOptions): JsonClient => {
  const { provider, limiter, dispatcher, userAgent, timeoutMs, withinMs, unrecorded, log, observe } = options;
  const turns = openTurns(provider);
  const failure = (code: string, message: string, retry: number | null = null): ProviderUnavailable =>
    new ProviderUnavailable(provider, code, message, retry);

  const answerOf = ({ url, known }: JsonRequest, reply: Reply, ms: number): JsonAnswer => {
    const { status, header, json, bytes } = reply;
    const closed = provider === 'orcid' ? ORCID_CODES[countAt(json, 'error-code') ?? 0] : undefined;
    if (closed !== undefined) throw failure(...closed);
    if (status === 200)
      return { kind: 'ok', body: json, fetchedAt: Date.now(), source: sourceOf(provider, url, reply), bytes, ms };
    if (status === 304) {
      if (Object.keys(validators(known, url)).length === 0)
        throw failure('unexpected_shape', 'answered "not modified" to an unconditional request');
      return { kind: 'unchanged', fetchedAt: Date.now() };
    }
    if (status === 404 || status === 410) return { kind: 'notThere' };
    const wait = retryAfterMs(header('retry-after'), Date.now());
    if (status === 429) throw failure('rate_limited', 'limits the rate of our requests (429)', wait ?? DEFAULT_WAIT_MS);
    if (status >= 500 || status === 408) throw failure('server_error', `answered ${status}`, wait);
    // ORCID names a merged iD's successor in the body, without a location.
    const to = urlIn(header('location') ?? '/', url.href);
    if (isRedirect(status) && provider === 'orcid' && !ofSameOrcid(url, to))
      throw failure('moved', `reports that this iD was merged into another (${status})`);
    if (isRedirect(status)) throw failure('redirected', `redirects to a disallowed address (${status})`);
    // ORCID's answer for a record that ORCID or its owner has closed.
    if (status === 409 && provider === 'orcid')
      throw failure('locked', 'reports the record as locked or deactivated (409)');
    throw failure('refused', status === 401 ? 'requires a valid key (401)' : `answered ${status}`);
  };

  const attempt = async (wanted: JsonRequest, maxMs: number): Promise<JsonAnswer> => {
    const { url, signal, known } = wanted;
    const target = new URL(url);
    for (const [name, value] of Object.entries(unrecorded)) target.searchParams.set(name, value);
    const startedAt = performance.now();
    const observed = (status: number | string) => observe?.({ provider, status, ms: performance.now() - startedAt });
    let reply: Reply;
    try {
      const headers = { 'user-agent': userAgent, ...validators(known, url) };
      reply = await cutOffBy([signal], Math.min(timeoutMs, maxMs), (either) =>
        request(dispatcher, target, headers, either),
      );
    } catch (error) {
      signal.throwIfAborted();
      const { code, message } = failureCode(error);
      observed(code);
      throw failure(code, message);
    }
    observed(reply.status);
    return answerOf(wanted, reply, performance.now() - startedAt);
  };

  /** Holds the limiter if asked to wait, then returns for a retry or throws to give up. */
  const handleFailure = (error: unknown, attempts: Attempts, leftMs: number): void => {
    if (!(error instanceof ProviderUnavailable)) throw error;
    const { code, retryAfterMs: wait } = error;
    log?.debug({ provider, code, ...attempts }, 'a provider did not answer');
    if (wait !== null) limiter.holdFor(wait);
    if (wait !== null && wait > MAX_WAIT_MS) limiter.empty(error);
    if (code === 'rate_limited') attempts.waited += 1;
    else attempts.failed += 1;
    if (code === 'not_json') attempts.notJson += 1;
    const isTransient = code === 'not_json' || (error.isPassing && code !== 'refused' && code !== 'closed');
    const isOver =
      !isTransient ||
      limiter.heldForMs() >= leftMs ||
      limiter.heldForMs() > MAX_WAIT_MS ||
      attempts.failed >= MAX_FAILURES ||
      attempts.waited >= MAX_WAITS;
    if (!isOver) return;
    // A proxy's error page among other failures is an outage; a provider that only sends pages never answers JSON.
    const isOutage = code === 'not_json' && attempts.notJson < attempts.failed + attempts.waited;
    throw isOutage ? failure('server_error', 'answered with something other than JSON') : error;
  };

  return {
    get: async (url, signal, known) => {
      const attempts: Attempts = { failed: 0, waited: 0, notJson: 0 };
      let until: number | null = null;
      let last: Error | undefined;
      const place = turns.join(signal);
      const inTurn = (): Promise<JsonAnswer> => {
        until ??= performance.now() + withinMs;
        place.begun();
        const left = until - performance.now();
        // The time ran out while it waited for its turn again.
        if (last !== undefined && left <= 0) throw new AbortError(last);
        return attempt({ url, signal, known }, left);
      };
      let isAnswered = false;
      const ask = async (number: number): Promise<JsonAnswer> => {
        const held = limiter.heldForMs();
        if (held > MAX_WAIT_MS)
          throw new AbortError(failure('rate_limited', 'has asked for a pause in requests', Math.ceil(held)));
        const answer = await limiter.run(async () => inTurn(), signal, number - 1);
        isAnswered = true;
        return answer;
      };
      try {
        return await pRetry(ask, {
          ...PAUSES,
          signal,
          // The limiter waits for as long as the provider has asked.
          shouldConsumeRetry: ({ error }) => !(error instanceof ProviderUnavailable && error.code === 'rate_limited'),
          onFailedAttempt: ({ error }) => {
            signal.throwIfAborted();
            last = error;
            handleFailure(error, attempts, (until ?? 0) - performance.now());
          },
        });
      } finally {
        place.over(isAnswered);
      }
    },
  };
};
