/** The providers of bibliographic metadata, behind one port. */
import { Agent } from 'undici';
import type { StateStore } from '../../commands/ports.ts';
import { PROVIDER } from '../../domain/limits.ts';
import type { Provider } from '../../domain/publication/events.ts';
import { type Providers, ProviderUnavailable } from '../../workers/ingestion/ports.ts';
import { changesByCrossref, describeByCrossref } from './crossref/index.ts';
import { describeByDatacite } from './datacite/index.ts';
import { type JsonClientOptions, openJsonClient } from './http/client.ts';
import {
  openRateLimiter,
  openSharedPace,
  type RateLimiterOptions,
  type RateLimiterSizes,
} from './http/rate-limiter.ts';
import { describeByOpenalex, factsByOpenalex, listByOpenalex, mergedByOpenalex } from './openalex/index.ts';
import { listByOrcid, personByOrcid } from './orcid/index.ts';

/** Applies when the concurrency is unlimited. */
const MAX_SOCKETS = 64;
const CONNECT_TIMEOUT_MS = 10_000;

/** Opens the connections, rate limiter and client of one provider. */
const openProviderConnection = (
  provider: Provider,
  { rate, concurrency, turn }: RateLimiterOptions,
  options: Omit<JsonClientOptions, 'provider' | 'limiter' | 'dispatcher'>,
) => {
  const { timeoutMs } = options;
  const dispatcher = new Agent({
    connect: { timeout: Math.min(timeoutMs, CONNECT_TIMEOUT_MS) },
    headersTimeout: timeoutMs,
    // The time-out for the whole response also covers a stalled body.
    bodyTimeout: 0,
    maxResponseSize: PROVIDER.answerBytes,
    connections: concurrency === 0 ? MAX_SOCKETS : concurrency,
  });
  const limiter = openRateLimiter({ rate, concurrency, turn });
  return {
    client: openJsonClient({ ...options, provider, limiter, dispatcher }),
    limiter: limiter.sizes,
    close: async (): Promise<void> => {
      limiter.empty(new ProviderUnavailable(provider, 'closed', 'the client is closed'));
      await dispatcher.destroy();
    },
  };
};

/** Default: `PROVIDER.answerMs` per attempt, `PROVIDER.questionMs` per request. */
type Requesting = Partial<Pick<JsonClientOptions, 'timeoutMs' | 'withinMs' | 'log' | 'observe'>>;

type ProviderOptions = Requesting & {
  readonly urls: Readonly<Record<Provider, string>>;
  /** Requests per second to each provider, across all processes that share `state`; 0 = unlimited. */
  readonly rate: number;
  /** Shares the rate between processes; default: the rate is this process's alone. */
  readonly state?: Pick<StateStore, 'get' | 'put' | 'now'> | undefined;
  /** Concurrent requests to each provider from this thread; 0 = unlimited. */
  readonly concurrency: number;
  /** Contact address in the User-Agent; Crossref and OpenAlex serve identified clients better. */
  readonly mailto: string | null;
  readonly openalexApiKey: string | null;
  readonly version: string;
  /** Called once per provider with a function that returns the numbers of running and waiting requests. */
  readonly watchLimiter?: ((provider: Provider, sizes: () => RateLimiterSizes) => void) | undefined;
};

export const openProviders = ({
  urls,
  rate,
  state,
  concurrency,
  mailto,
  openalexApiKey,
  version,
  timeoutMs = PROVIDER.answerMs,
  withinMs = PROVIDER.questionMs,
  watchLimiter,
  ...watching
}: ProviderOptions): Providers => {
  const userAgent = `Colophon/${version}${mailto === null ? '' : ` (mailto:${mailto})`}`;
  const contact: Readonly<Record<string, string>> = mailto === null ? {} : { mailto };
  const open = (provider: Provider, unrecorded: Readonly<Record<string, string>> = {}) =>
    openProviderConnection(
      provider,
      { rate, concurrency, turn: state && openSharedPace(state, provider, rate) },
      { userAgent, timeoutMs, withinMs, unrecorded, ...watching },
    );

  const orcid = open('orcid');
  const crossref = open('crossref', contact);
  const datacite = open('datacite');
  const openalex = open('openalex', { ...contact, ...(openalexApiKey === null ? {} : { api_key: openalexApiKey }) });

  for (const [provider, { limiter }] of Object.entries({ orcid, crossref, datacite, openalex }))
    watchLimiter?.(provider as Provider, limiter);

  const list = {
    orcid: listByOrcid(orcid.client, urls.orcid),
    openalex: listByOpenalex(openalex.client, urls.openalex),
  };
  const describe = {
    crossref: describeByCrossref(crossref.client, urls.crossref),
    datacite: describeByDatacite(datacite.client, urls.datacite),
    openalex: describeByOpenalex(openalex.client, urls.openalex),
  };
  return {
    person: personByOrcid(orcid.client, urls.orcid),
    list: (source, id, signal, known) => list[source](id, signal, known),
    describe: (provider, doi, known, signal) => describe[provider](doi, known, signal),
    facts: factsByOpenalex(openalex.client, urls.openalex),
    changedSince: changesByCrossref(crossref.client, urls.crossref),
    mergedInto: mergedByOpenalex(openalex.client, urls.openalex),
    close: async () => {
      await Promise.all([orcid, crossref, datacite, openalex].map((connection) => connection.close()));
    },
  };
};
