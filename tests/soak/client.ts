/** Requests to the api wherever it listens now, counted and timed. */
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, fetch } from 'undici';
import type { Findings } from './findings.ts';
import type { Addresses, Fleet } from './fleet.ts';

export type Answer = {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: unknown;
  readonly ms: number;
};

export type Ask = {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Client = {
  /** Null if the api was killed meanwhile, or the soak has ended: the outcome is unknown. */
  readonly ask: (listener: 'public' | 'dashboard', path: string, ask?: Ask) => Promise<Answer | null>;
  /** Retries until there is a response; null only when the soak has ended. */
  readonly insist: (listener: 'public' | 'dashboard', path: string, ask?: Ask) => Promise<Answer | null>;
  readonly counts: { requests: number; cutOff: number };
  /** Closes idle connections. */
  readonly release: () => Promise<void>;
};

const INTERNAL = 500;
const AGAIN_MS = 20;

export const openClient = (fleet: Pick<Fleet, 'api'>, { add }: Pick<Findings, 'add'>): Client => {
  const counts = { requests: 0, cutOff: 0 };
  let agent = new Agent();

  const send = async (url: string, { method = 'GET', body, headers = {} }: Ask): Promise<Answer> => {
    const began = performance.now();
    const response = await fetch(url, {
      method,
      dispatcher: agent,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : (JSON.parse(text) as unknown),
      ms: performance.now() - began,
    };
  };

  const at = async (addresses: Addresses, url: string, ask: Ask): Promise<Answer | null> => {
    const what = `${ask.method ?? 'GET'} ${url.replace(/^http:\/\/[^/]+/, '').replace(/cursor=[^&]+/, 'cursor=…')}`;
    counts.requests += 1;
    try {
      const answer = await send(url, ask);
      // Nothing that the api needs is down here: whatever dies, its stores respond.
      if (answer.status >= INTERNAL) add(`${what} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer;
    } catch (error) {
      counts.cutOff += 1;
      const { message, cause } = error as Error;
      if (!addresses.process.isKilled()) add(`${what} broke although the api lives: ${message} ${String(cause)}`);
      return null;
    }
  };

  const ask: Client['ask'] = async (listener, path, options = {}) => {
    const addresses = await fleet.api();
    return addresses === null ? null : at(addresses, `${addresses[listener]}${path}`, options);
  };

  return {
    ask,
    insist: async (listener, path, options) => {
      for (;;) {
        const answer = await ask(listener, path, options);
        if (answer !== null && answer.status < INTERNAL) return answer;
        if ((await fleet.api()) === null) return null;
        await pause(AGAIN_MS);
      }
    },
    counts,
    release: async () => {
      const old = agent;
      agent = new Agent();
      await old.close();
    },
  };
};
