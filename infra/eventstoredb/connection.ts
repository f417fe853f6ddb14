/**
 * One client per server and process, shared by all stores with the same URL.
 *
 * The client's table of pending appends is global to its module: disposing one client rejects the appends of all, and
 * their answers are then lost. So a client is disposed only when no append is in flight on any client.
 */
import { EventStoreDBClient } from '@eventstore/db-client';
import { createClient } from '../config.ts';
import { within } from './time.ts';
import { Window } from './window.ts';

export type Connection = { readonly client: EventStoreDBClient; readonly window: Window };

type Shared = Connection & { users: number };

const open = new Map<string, Shared>();
const everyWindow = new Set<Window>();

/** An append of another client can be in flight until its keep-alive detects a dead server. */
const OTHERS_DRAIN_MS = 25_000;
/** Our own were awaited by their callers; the remaining ones were given up. */
const OWN_DRAIN_MS = 1_000;
const DISPOSE_MS = 2_000;

const OPTIONS =
  'connectionName defaultDeadline discoveryInterval dnsDiscover gossipTimeout keepAliveInterval keepAliveTimeout ' +
  'maxDiscoverAttempts nodePreference throwOnAppendFailure tls tlsCAFile tlsVerifyCert userCertFile userKeyFile';
const KNOWN = new Set(OPTIONS.toLowerCase().split(' '));

/** Refuses URLs that the client would print with their password: it prints the whole URL for unknown options, and a stray `?` or `@` as part of a host. */
const mustBeTaken = (url: string): void => {
  const [, credentials = ''] = /\/\/(.*)@/.exec(url) ?? [];
  if (/[?@]/.test(credentials))
    throw new RangeError('before the host, ? is written as %3F and @ as %40; after it, @ as %40');
  const [, query = ''] = url.split('?');
  for (const [name, value] of new URLSearchParams(query)) {
    const option = `${name.toLowerCase()}=${value.trim()}`;
    if (!KNOWN.has(name.toLowerCase())) throw new RangeError(`it has no option ${name}; accepted: ${OPTIONS}`);
    // Otherwise the client makes up the revision of a refused append.
    if (option === 'throwonappendfailure=false') throw new RangeError('throwOnAppendFailure=false must not be set');
    if (option === 'tlsverifycert=false')
      throw new RangeError('tlsVerifyCert=false has no effect; tlsCAFile names a certificate to trust');
  }
};

/** A host that vanishes without closing its connections is noticed within the sum of both; the client's own default is 20 s. */
const KEEP_ALIVE_MS = { keepAliveInterval: 3_000, keepAliveTimeout: 3_000 };

/** Adds what the URL does not say. */
export const withKeepAlive = (url: string): string => {
  const [address = '', query = ''] = url.split('?');
  const given = [...new URLSearchParams(query).keys()].map((name) => name.toLowerCase());
  const added = Object.entries(KEEP_ALIVE_MS).flatMap(([name, ms]) =>
    given.includes(name.toLowerCase()) ? [] : [`${name}=${ms}`],
  );
  const options = [query, ...added].filter((part) => part !== '').join('&');
  return options === '' ? url : `${address}?${options}`;
};

/** The client prints to the console that it recommends a longer interval, which would be an operator's only on request. */
const withoutAdvice = <T>(create: () => T): T => {
  const { warn } = console;
  Object.assign(console, { warn: () => undefined });
  try {
    return create();
  } finally {
    Object.assign(console, { warn });
  }
};

const connect = (url: string, setting: string): Shared => {
  const client = createClient(setting, url, () => {
    mustBeTaken(url);
    return withoutAdvice(() => EventStoreDBClient.connectionString(withKeepAlive(url)));
  });
  const window = new Window(() => client.dispose());
  everyWindow.add(window);
  return { client, window, users: 0 };
};

export const acquire = (url: string, setting = 'EVENTSTORE_URL'): Connection => {
  const shared = open.get(url) ?? connect(url, setting);
  open.set(url, shared);
  shared.users += 1;
  return shared;
};

/** The last release disposes the client; a later `acquire` creates a new one. */
export const releaseConnection = async (url: string): Promise<void> => {
  const shared = open.get(url);
  if (shared === undefined || (shared.users -= 1) > 0) return;
  open.delete(url);
  await shared.window.drained(OWN_DRAIN_MS);
  everyWindow.delete(shared.window);
  await Promise.all([...everyWindow].map((window) => window.drained(OTHERS_DRAIN_MS)));
  await within(DISPOSE_MS, shared.client.dispose()).catch(() => undefined);
};
