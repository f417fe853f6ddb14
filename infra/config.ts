/** The configuration: environment variables, checked once at start, each complaint naming the variable and what it takes. */

export type Config = {
  readonly host: string;
  readonly publicPort: number;
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly eventStoreUrl: string | null;
  readonly mongodbUrl: string | null;
  readonly shards: number;
  readonly providers: {
    readonly urls: {
      readonly orcid: string;
      readonly crossref: string;
      readonly datacite: string;
      readonly openalex: string;
    };
    readonly openalexApiKey: string | null;
    readonly mailto: string | null;
    /** Requests a second to each provider; 0 = unlimited. */
    readonly rate: number;
    /** Requests at once to each provider; 0 = unlimited. */
    readonly concurrency: number;
  };
  readonly ingestSources: readonly ('orcid' | 'openalex')[];
  /** 0 = no harvesting. */
  readonly harvestIntervalHours: number;
  readonly logLevel: LogLevel;
};

export type LogLevel = (typeof LOG_LEVELS)[number];
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const SOURCES = ['orcid', 'openalex'] as const;
const MOST_SHARDS = 1024;

/** A variable has a value that it does not take; the message is one line for the operator. */
export class BadConfig extends Error {
  override readonly name = 'BadConfig';
}

type Env = Readonly<Record<string, string | undefined>>;

const reader = (env: Env) => {
  const text = (name: string): string | null => {
    const value = env[name]?.trim();
    return value === undefined || value === '' ? null : value;
  };
  const bad = (name: string, value: string, accepted: string): never => {
    throw new BadConfig(`${name}=${value} is not accepted: expected ${accepted}`);
  };
  const number = (
    name: string,
    fallback: number,
    { min, max, whole }: { min: number; max: number; whole: boolean },
  ): number => {
    const value = text(name);
    if (value === null) return fallback;
    const parsed = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
    if (!(parsed >= min && parsed <= max) || (whole && !Number.isInteger(parsed)))
      return bad(name, value, `${whole ? 'a whole number' : 'a number'} from ${min} to ${max}`);
    return parsed;
  };
  const url = (name: string, schemes: readonly string[]): string | null => {
    const value = text(name);
    if (value === null) return null;
    const parsed = URL.canParse(value) ? new URL(value) : null;
    if (parsed === null || !schemes.includes(parsed.protocol.slice(0, -1)))
      return bad(
        name,
        withoutPassword(value),
        `a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
      );
    return value.replace(/\/+$/, '');
  };
  const choices = <T extends string>(name: string, accepted: readonly T[], fallback: readonly T[]): readonly T[] => {
    const value = text(name);
    if (value === null) return fallback;
    const chosen = value.split(',').map((part) => part.trim());
    if (chosen.some((part) => !accepted.some((choice) => choice === part)))
      return bad(name, value, `some of ${accepted.join(', ')}`);
    return accepted.filter((choice) => chosen.includes(choice));
  };
  return { text, number, url, choices, bad };
};

const withoutPassword = (url: string): string => url.replace(/\/\/[^@/]*@/, '//…@');

/** Throws `BadConfig`. */
export const readConfig = (env: Env): Config => {
  const { text, number, url, choices, bad } = reader(env);
  const host = text('HOST') ?? '127.0.0.1';
  const publicPort = number('PUBLIC_PORT', 3000, { min: 0, max: 65_535, whole: true });
  const level = text('LOG_LEVEL') ?? 'info';
  const logLevel =
    LOG_LEVELS.find((known) => known === level) ?? bad('LOG_LEVEL', level, `one of ${LOG_LEVELS.join(', ')}`);
  return {
    host,
    publicPort,
    publicUrl:
      url('PUBLIC_URL', ['http', 'https']) ?? `http://${host.includes(':') ? `[${host}]` : host}:${publicPort}`,
    dataDir: text('DATA_DIR') ?? './data',
    eventStoreUrl: url('EVENTSTORE_URL', ['esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover']),
    mongodbUrl: url('MONGODB_URL', ['mongodb', 'mongodb+srv']),
    shards: number('SHARDS', 4, { min: 1, max: MOST_SHARDS, whole: true }),
    providers: {
      urls: {
        orcid: url('ORCID_API_URL', ['http', 'https']) ?? 'https://pub.orcid.org/v3.0',
        crossref: url('CROSSREF_API_URL', ['http', 'https']) ?? 'https://api.crossref.org',
        datacite: url('DATACITE_API_URL', ['http', 'https']) ?? 'https://api.datacite.org',
        openalex: url('OPENALEX_API_URL', ['http', 'https']) ?? 'https://api.openalex.org',
      },
      openalexApiKey: text('OPENALEX_API_KEY'),
      mailto: text('PROVIDER_MAILTO'),
      rate: number('PROVIDER_RATE', 10, { min: 0, max: 10_000, whole: false }),
      concurrency: number('PROVIDER_CONCURRENCY', 3, { min: 0, max: 1_000, whole: true }),
    },
    ingestSources: choices('INGEST_SOURCES', SOURCES, SOURCES),
    harvestIntervalHours: number('HARVEST_INTERVAL_HOURS', 24, { min: 0, max: 87_600, whole: false }),
    logLevel,
  };
};
