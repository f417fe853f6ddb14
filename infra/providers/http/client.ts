/** A polite JSON client for one provider: at its rate, bounded in time and size, patient with passing failures. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { Log } from '../../../commands/ports.ts';
import { PROVIDER } from '../../../domain/limits.ts';
import type { Provider, Source } from '../../../domain/publication/events.ts';
import { ProviderUnavailable, type Asking } from '../../../workers/ingestion/ports.ts';
import { cutOffBy } from './cut-off.ts';
import { failureCode } from './failures.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { isRedirect } from './redirect.ts';
import { request, type Reply } from './request.ts';
import { retryAfterMs } from './retry-after.ts';
import { openTurns } from './turns.ts';

type JsonAnswer =
  | {
      readonly kind: 'ok';
      readonly body: unknown;
      readonly fetchedAt: number;
      readonly source: Source;
      /** Of the body, after decompression. */
      readonly bytes: number;
      /** From the request to the last byte. */
      readonly ms: number;
    }
  | { readonly kind: 'notThere' }
  | { readonly kind: 'unchanged'; readonly fetchedAt: number };

export type JsonClient = {
  /** Asks for `url`; `known` makes the request conditional. Throws `ProviderUnavailable`, or the signal's reason. */
  get(url: URL, signal: Asking, known?: Source | null): Promise<JsonAnswer>;
};

/** One request as it ended: a status, or the code of the failure. */
export type ProviderCall = { readonly provider: Provider; readonly status: number | string; readonly ms: number };

export type JsonClientOptions = {
  readonly provider: Provider;
  readonly limiter: RateLimiter;
  readonly dispatcher: Dispatcher;
  readonly userAgent: string;
  /** For each request, from its start to the end of its body. */
  readonly timeoutMs: number;
  /** For all requests of one question, from the start of the first; what waits for its turn before it has not begun. */
  readonly withinMs: number;
  /** Parameters that are sent but never recorded nor logged: the contact address, the API key. */
  readonly unrecorded: Readonly<Record<string, string>>;
  readonly log: Log | undefined;
  readonly observe: ((call: ProviderCall) => void) | undefined;
};

type Question = { readonly url: URL; readonly signal: AbortSignal; readonly known: Source | null | undefined };

const MOST_FAILURES = 5;
/** Being asked to wait is no failure, but has an end. */
const MOST_WAITS = 10;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4_000;
const WAIT_MS = 1_000;
/** A provider that asks for more is left alone until the job comes back. */
const LONGEST_WAIT_MS = 30_000;

/** What a refusal says, where that is known. ORCID answers 409 for a record that it, or its owner, has closed (its errors 9018, 9044). */
const REFUSALS: Readonly<Record<number, string>> = {
  401: 'asks for a valid key (401)',
  409: 'says that the record is locked or deactivated (409)',
};

const validators = (known: Source | null | undefined, url: URL): Record<string, string> => {
  // Validators are of one URL's answer; of another's they would say nothing.
  if (known?.url !== url.href) return {};
  return {
    ...(known.etag === undefined ? {} : { 'if-none-match': known.etag }),
    ...(known.lastModified === undefined ? {} : { 'if-modified-since': known.lastModified }),
  };
};

const isConditional = (known: Source | null | undefined, url: URL): boolean =>
  Object.keys(validators(known, url)).length > 0;

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

/** How often one question has failed, was asked to wait, and was answered with what is no JSON. */
type Tries = { failed: number; waited: number; notJson: number };

export const openJsonClient = (options: JsonClientOptions): JsonClient => {
  const { provider, limiter, dispatcher, userAgent, timeoutMs, withinMs, unrecorded, log, observe } = options;
  const turns = openTurns(provider);
  const failure = (code: string, message: string, retry: number | null = null): ProviderUnavailable =>
    new ProviderUnavailable(provider, code, message, retry);

  const answerOf = ({ url, known }: Question, reply: Reply, ms: number): JsonAnswer => {
    const { status, header, json, bytes } = reply;
    if (status === 200)
      return { kind: 'ok', body: json, fetchedAt: Date.now(), source: sourceOf(provider, url, reply), bytes, ms };
    if (status === 304) {
      if (!isConditional(known, url))
        throw failure('unexpected_shape', 'says "not modified" to an unconditional request');
      return { kind: 'unchanged', fetchedAt: Date.now() };
    }
    if (status === 404 || status === 410) return { kind: 'notThere' };
    const wait = retryAfterMs(header('retry-after'), Date.now());
    if (status === 429) throw failure('rate_limited', 'asks us to slow down (429)', wait ?? WAIT_MS);
    if (status >= 500 || status === 408) throw failure('server_error', `answered ${status}`, wait);
    if (isRedirect(status)) throw failure('redirected', `redirects to where it is not followed (${status})`);
    throw failure('refused', REFUSALS[status] ?? `answered ${status}`);
  };

  const once = async (question: Question, atMostMs: number): Promise<JsonAnswer> => {
    const { url, signal, known } = question;
    const asked = new URL(url);
    for (const [name, value] of Object.entries(unrecorded)) asked.searchParams.set(name, value);
    const startedAt = performance.now();
    const observed = (status: number | string) => observe?.({ provider, status, ms: performance.now() - startedAt });
    let reply: Reply;
    try {
      const headers = { 'user-agent': userAgent, ...validators(known, url) };
      reply = await cutOffBy([signal], Math.min(timeoutMs, atMostMs), (either) =>
        request(dispatcher, asked, headers, either),
      );
    } catch (error) {
      signal.throwIfAborted();
      const { code, message } = failureCode(error);
      observed(code);
      throw failure(code, message);
    }
    observed(reply.status);
    return answerOf(question, reply, performance.now() - startedAt);
  };

  /** What is to be done about a failure: hold everybody, try again, or give up by throwing it. */
  const consider = (error: unknown, tries: Tries, leftMs: number): void => {
    if (!(error instanceof ProviderUnavailable)) throw error;
    const { code, retryAfterMs: wait } = error;
    log?.debug({ provider, code, ...tries }, 'a provider did not answer');
    if (wait !== null) limiter.holdFor(wait);
    if (wait !== null && wait > LONGEST_WAIT_MS) limiter.empty(error);
    if (code === 'rate_limited') tries.waited += 1;
    else tries.failed += 1;
    if (code === 'not_json') tries.notJson += 1;
    const passing = code === 'not_json' || (error.isPassing && code !== 'refused' && code !== 'closed');
    const isOver =
      !passing ||
      limiter.heldForMs() >= leftMs ||
      limiter.heldForMs() > LONGEST_WAIT_MS ||
      tries.failed >= MOST_FAILURES ||
      tries.waited >= MOST_WAITS;
    if (!isOver) return;
    // One page of a proxy among other failures is an outage; nothing but pages is what the provider has to say.
    const isOutage = code === 'not_json' && tries.notJson < tries.failed + tries.waited;
    throw isOutage ? failure('server_error', 'answers what is no JSON') : error;
  };

  return {
    get: async (url, signal, known) => {
      const tries: Tries = { failed: 0, waited: 0, notJson: 0 };
      let until: number | null = null;
      let last: unknown = null;
      const place = turns.join(signal);
      const inItsTurn = (): Promise<JsonAnswer> => {
        until ??= performance.now() + withinMs;
        place.begun();
        const left = until - performance.now();
        // Others were before it for the rest of its time.
        if (left <= 0) throw last;
        return once({ url, signal, known }, left);
      };
      let isAnswered = false;
      try {
        for (;;) {
          const held = limiter.heldForMs();
          if (held > LONGEST_WAIT_MS) throw failure('rate_limited', 'asked to be left alone for now', Math.ceil(held));
          try {
            const answer = await limiter.run(async () => inItsTurn(), signal, tries.failed + tries.waited);
            isAnswered = true;
            return answer;
          } catch (error) {
            signal.throwIfAborted();
            // What is thrown again has been considered.
            if (error === last) throw error;
            last = error;
            consider(error, tries, (until ?? 0) - performance.now());
          }
          const ceiling = Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, tries.failed - 1), LONGEST_PAUSE_MS);
          await pause(Math.random() * ceiling, undefined, { signal }).catch(() => signal.throwIfAborted());
        }
      } finally {
        place.over(isAnswered);
      }
    },
  };
};
