/** The configuration: environment variables, validated once at start. Errors name the variable and its accepted values. */
import { closest, distance } from 'fastest-levenshtein';
import { compile } from 'proxy-addr';
import { isLoopback } from '../commands/identity/loopback.ts';
import { isEmail } from '../commands/identity/users.ts';
import { CONNECTION } from '../domain/limits.ts';
import { urlIn } from '../domain/url.ts';
import { httpAddress, schemeOf, withoutCredentials } from './address.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const SOURCES = ['orcid', 'openalex'] as const;
const SHARDING = ['auto', 'on', 'off'] as const;
export const EVENTSTORE_SCHEMES = ['esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover'] as const;
const WEB_SCHEMES = ['http', 'https'] as const;
const MOST_SHARDS = 1024;

/** A variable has an invalid value; the message is one line for the operator. */
export class BadConfig extends Error {
  override readonly name = 'BadConfig';
}

/** Creates a server's client from the URL in `variable`. Throws `BadConfig`, naming the variable, if the client rejects the URL. */
export const createClient = <Client>(variable: string, url: string, create: () => Client): Client => {
  try {
    return create();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const why = /@.*@/.test(url) ? `${message} (an @ in the user name or password is written %40)` : message;
    throw new BadConfig(`${variable}=${withoutCredentials(url)} is not accepted: ${why}`, { cause: error });
  }
};

type Env = Readonly<Record<string, string | undefined>>;

const reader = (env: Env) => {
  const names = new Set<string>();
  const text = (name: string): string | null => {
    names.add(name);
    const value = env[name]?.trim();
    return value === undefined || value === '' ? null : value;
  };
  const bad = (name: string, value: string, accepted: string): never => {
    throw new BadConfig(`${name}=${value} is not accepted: expected ${accepted}`);
  };
  const number = (name: string, fallback: number, { min, max, whole }: typeof PORT): number => {
    const value = text(name);
    if (value === null) return fallback;
    const parsed = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
    if (!(parsed >= min && parsed <= max) || (whole && !Number.isInteger(parsed)))
      return bad(name, value, `${whole ? 'a whole number' : 'a number'} from ${min} to ${max}`);
    return parsed;
  };
  const flag = (name: string, fallback: boolean): boolean => {
    const value = text(name)?.toLowerCase() ?? String(fallback);
    return value === 'true' || (value === 'false' ? false : bad(name, value, 'true or false'));
  };
  const url = (name: string, schemes: readonly string[]): string | null => {
    const value = text(name);
    if (value === null) return null;
    const scheme = schemeOf(value);
    if (scheme === null || !schemes.includes(scheme) || (scheme.startsWith('http') && urlIn(value) === null))
      return bad(name, withoutCredentials(value), `a URL that starts with ${schemes.join(':// or ')}://`);
    return value.replace(/\/+$/, '');
  };
  /** Returned unchanged, since issuers are compared as exact strings. Its responses are trusted, so they must not be tampered with in transit. */
  const trusted = (name: string): string => {
    const value = text(name) ?? '';
    const parsed = urlIn(value);
    const isTrusted = parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && isLoopback(parsed));
    return isTrusted
      ? value
      : bad(name, withoutCredentials(value), 'a URL that starts with https:// (or http:// on loopback)');
  };
  const choice = <T extends string>(name: string, accepted: readonly T[], fallback: T): T => {
    const value = text(name) ?? fallback;
    return accepted.find((known) => known === value) ?? bad(name, value, `one of ${accepted.join(', ')}`);
  };
  const choices = <T extends string>(name: string, accepted: readonly T[], fallback: readonly T[]): readonly T[] => {
    const value = text(name);
    if (value === null) return fallback;
    const chosen = value.split(',').map((part) => part.trim());
    if (chosen.some((part) => !accepted.some((choice) => choice === part)))
      return bad(name, value, `one or more of ${accepted.join(', ')}, comma-separated`);
    return accepted.filter((choice) => chosen.includes(choice));
  };
  const list = (name: string): readonly string[] =>
    (text(name) ?? '')
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '');
  const email = (name: string, value: string): string =>
    isEmail(value) ? value : bad(name, value, 'an e-mail address such as jo@example.org');
  /** Null if none is set. Throws if only some are. */
  const together = <T extends string>(names: readonly T[]): Readonly<Record<T, string>> | null => {
    const given = names.filter((name) => text(name) !== null);
    if (given.length === 0) return null;
    const missing = names.find((name) => text(name) === null);
    if (missing !== undefined)
      throw new BadConfig(
        `${missing} is not set, but ${given.join(' and ')} ${given.length === 1 ? 'requires' : 'require'} it`,
      );
    return Object.fromEntries(names.map((name) => [name, text(name) ?? ''])) as Record<T, string>;
  };
  return { text, list, email, number, flag, url, trusted, choice, choices, together, bad, names };
};

type Reader = ReturnType<typeof reader>;

/** `OPENAI_API_KEY`, which belongs to other software, is three edits from a setting. */
const MOST_EDITS = 2;
/** One letter in three: `HOME` is no `HOST`. */
const LETTERS_PER_EDIT = 3;

/** Variables that are named almost like a setting. */
const misspeltIn = (env: Env, names: ReadonlySet<string>) =>
  Object.keys(env).flatMap((name) => {
    if (names.has(name)) return [];
    const meant = closest(name.toUpperCase(), [...names]);
    const most = Math.min(MOST_EDITS, Math.floor(meant.length / LETTERS_PER_EDIT));
    return distance(name.toUpperCase(), meant) <= most ? [{ name, meant }] : [];
  });

/** A `token` of RFC 9110 §5.6.2. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const PORT = { min: 0, max: 65_535, whole: true };
const RATE = { min: 0, max: 1_000_000, whole: true };

const readProxies = ({ list, text, bad }: Reader): readonly string[] => {
  const addresses = list('TRUSTED_PROXIES');
  try {
    compile([...addresses]);
  } catch {
    bad('TRUSTED_PROXIES', text('TRUSTED_PROXIES') ?? '', 'addresses or networks such as 10.0.0.0/8, comma-separated');
  }
  return addresses;
};

const readDashboard = ({ list, number, url, trusted, together, email, bad }: Reader, host: string) => {
  const port = number('DASHBOARD_PORT', 3001, PORT);
  const oidc = together(['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']);
  const proxy = together(['PROXY_JWT_HEADER', 'PROXY_JWT_JWKS_URL', 'PROXY_JWT_AUDIENCE', 'PROXY_JWT_ISSUER']);
  if (proxy !== null && !HEADER_NAME.test(proxy.PROXY_JWT_HEADER))
    bad('PROXY_JWT_HEADER', proxy.PROXY_JWT_HEADER, 'the name of an HTTP header');
  const own = url('DASHBOARD_URL', WEB_SCHEMES);
  if (own !== null && new URL(own).href !== `${new URL(own).origin}/`)
    bad('DASHBOARD_URL', withoutCredentials(own), 'a URL without a path or query: the dashboard defines its own paths');
  return {
    port,
    url: own ?? httpAddress(host, port),
    altUrl: url('DASHBOARD_ALT_URL', WEB_SCHEMES),
    /** In lower case. */
    resetDataEmails: list('RESET_DATA_EMAILS').map((each) => email('RESET_DATA_EMAILS', each).toLowerCase()),
    oidc: oidc && {
      issuer: trusted('OIDC_ISSUER'),
      clientId: oidc.OIDC_CLIENT_ID,
      clientSecret: oidc.OIDC_CLIENT_SECRET,
    },
    proxyJwt: proxy && {
      header: proxy.PROXY_JWT_HEADER.toLowerCase(),
      jwksUrl: trusted('PROXY_JWT_JWKS_URL'),
      audience: proxy.PROXY_JWT_AUDIENCE,
      issuer: proxy.PROXY_JWT_ISSUER,
    },
  } as const;
};

/** Throws `BadConfig`. */
export const readConfig = (env: Env) => {
  const read = reader(env);
  const { text, email, number, flag, url, choice, choices, bad, names } = read;
  const host = text('HOST') ?? '127.0.0.1';
  const publicPort = number('PUBLIC_PORT', 3000, PORT);
  const dashboard = readDashboard(read, host);
  if (publicPort !== 0 && dashboard.port === publicPort)
    bad('DASHBOARD_PORT', String(publicPort), 'a port other than PUBLIC_PORT');
  /** Serves metrics and health; null = no listener. */
  const metricsPort = text('METRICS_PORT') === null ? null : number('METRICS_PORT', 0, PORT);
  if (metricsPort !== null && metricsPort !== 0 && [publicPort, dashboard.port].includes(metricsPort))
    bad('METRICS_PORT', String(metricsPort), 'a port other than PUBLIC_PORT and DASHBOARD_PORT');
  const mongodbUrl = url('MONGODB_URL', ['mongodb', 'mongodb+srv']);
  const mongodbSharding = choice('MONGODB_SHARDING', SHARDING, 'auto');
  if (mongodbSharding === 'on' && mongodbUrl === null) bad('MONGODB_SHARDING', 'on', 'auto or off without MONGODB_URL');
  const mailto = text('PROVIDER_MAILTO');
  const settings = {
    host,
    publicPort,
    publicUrl: url('PUBLIC_URL', WEB_SCHEMES) ?? httpAddress(host, publicPort),
    dashboard,
    /** Base URL of the trace collector, without the signal's path; null = no traces are sent. */
    otlpEndpoint: url('OTEL_EXPORTER_OTLP_ENDPOINT', WEB_SCHEMES),
    metricsPort,
    dataDir: text('DATA_DIR') ?? './data',
    /** Of the metadata in the file of all publications. */
    metadataLicense: text('METADATA_LICENSE') ?? 'CC0-1.0',
    /** A folder of an operator's own styles of citations. */
    stylesDir: text('STYLES_DIR'),
    eventStoreUrl: url('EVENTSTORE_URL', EVENTSTORE_SCHEMES),
    mongodbUrl,
    /** Whether collections are sharded; `auto`: if the server reports that it is a router of a sharded cluster. */
    mongodbSharding,
    trustedProxies: readProxies(read),
    /** Requests per minute; 0 = unlimited. */
    rates: {
      address: number('PUBLIC_RATE_LIMIT_PER_MINUTE', 600, RATE),
      installation: number('INSTALLATION_RATE_LIMIT_PER_MINUTE', 600, RATE),
    },
    /** Open connections per address; 0 = unlimited. */
    connectionsPerAddress: number('CONNECTIONS_PER_ADDRESS', CONNECTION.perAddress, RATE),
    hstsIncludeSubDomains: flag('HSTS_INCLUDE_SUBDOMAINS', false),
    shards: number('SHARDS', 4, { min: 1, max: MOST_SHARDS, whole: true }),
    providers: {
      urls: {
        orcid: url('ORCID_API_URL', WEB_SCHEMES) ?? 'https://pub.orcid.org/v3.0',
        crossref: url('CROSSREF_API_URL', WEB_SCHEMES) ?? 'https://api.crossref.org',
        datacite: url('DATACITE_API_URL', WEB_SCHEMES) ?? 'https://api.datacite.org',
        openalex: url('OPENALEX_API_URL', WEB_SCHEMES) ?? 'https://api.openalex.org',
      },
      openalexApiKey: text('OPENALEX_API_KEY'),
      mailto: mailto && email('PROVIDER_MAILTO', mailto),
      /** Requests per second to each provider; 0 = unlimited. */
      rate: number('PROVIDER_RATE', 10, { min: 0, max: 10_000, whole: false }),
      /** Concurrent requests to each provider; 0 = unlimited. */
      concurrency: number('PROVIDER_CONCURRENCY', 3, { min: 0, max: 1_000, whole: true }),
    },
    ingestSources: choices('INGEST_SOURCES', SOURCES, SOURCES),
    /** 0 = no harvesting. */
    harvestIntervalHours: number('HARVEST_INTERVAL_HOURS', 24, { min: 0, max: 87_600, whole: false }),
    /** Whether origin checks may connect to loopback and private addresses. */
    allowPrivateOrigins: flag('ALLOW_PRIVATE_ORIGINS', false),
    logLevel: choice('LOG_LEVEL', LOG_LEVELS, 'info'),
  } as const;
  return { ...settings, misspelt: misspeltIn(env, names) } as const;
};

export type Config = ReturnType<typeof readConfig>;
