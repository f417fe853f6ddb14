/**
 * The stores that tests run on: embedded files, or with `TEST_STORES=servers` MongoDB (`MONGODB_URL`) and EventStoreDB
 * (`EVENTSTORE_URL`, else its double). Each test has a place of its own there, separate from other tests' events and rows.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Log } from '../../commands/ports.ts';
import { openStores, type StoreConfig, type Stores } from '../../infra/wiring/stores.ts';
import { startDouble } from './eventstoredb-double/double.ts';
import { inNamespace, prefixOf } from './namespace.ts';
import { dropDatabase, freshDatabase, withDatabase } from './mongodb.ts';
import { onServers, serversUnderTest } from './servers-under-test.ts';
import { silent } from './silent.ts';

export { onServers } from './servers-under-test.ts';

export type Place = {
  readonly config: StoreConfig;
  /** The settings of a program that works on the same stores. */
  readonly env: Readonly<Record<string, string>>;
  /** Any number of times, even concurrently: as by several processes. */
  open(log?: Log): Promise<Stores>;
  /** Removes everything there. */
  remove(): Promise<void>;
};

const given = (name: string, value: string | null): Readonly<Record<string, string>> =>
  value === null ? {} : { [name]: value };

const placeAt = (config: StoreConfig, namespace: string | null, remove: Place['remove']): Place => ({
  config,
  env: {
    DATA_DIR: config.dataDir,
    ...given('EVENTSTORE_URL', config.eventStoreUrl),
    ...given('MONGODB_URL', config.mongodbUrl),
  },
  open: async (log = silent) => {
    if (namespace === null) return openStores(config, log);
    const stores = await openStores(config, log, { streams: [prefixOf(namespace)] });
    return { ...stores, events: inNamespace(stores.events, namespace) };
  },
  remove,
});

/** Embedded files in a folder that the caller removes. */
export const filesIn = (dataDir: string): Place =>
  placeAt({ dataDir, eventStoreUrl: null, mongodbUrl: null }, null, () => Promise.resolve());

/** The place given to a process in its environment. */
export const placeOf = (env: Readonly<Record<string, string | undefined>>): Place =>
  placeAt(
    {
      dataDir: env['DATA_DIR'] ?? '',
      eventStoreUrl: env['EVENTSTORE_URL'] ?? null,
      mongodbUrl: env['MONGODB_URL'] ?? null,
    },
    null,
    () => Promise.resolve(),
  );

export type PlaceOptions = {
  /** A program reads the whole log, so it gets a double of its own if others share `EVENTSTORE_URL`. */
  readonly forPrograms?: boolean;
};

/** An empty place. */
export const freshPlace = async ({ forPrograms = false }: PlaceOptions = {}): Promise<Place> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'colophon-'));
  const clear = (): Promise<void> => rm(dataDir, { recursive: true, force: true });
  if (!onServers) return placeAt({ dataDir, eventStoreUrl: null, mongodbUrl: null }, null, clear);

  const { eventStoreUrl, mongodbUrl } = serversUnderTest();
  const database = freshDatabase();
  const isShared = eventStoreUrl !== null && !forPrograms;
  const double = isShared ? null : await startDouble();
  const config = {
    dataDir,
    eventStoreUrl: double?.url ?? eventStoreUrl,
    mongodbUrl: withDatabase(mongodbUrl, database),
  };
  return placeAt(config, isShared ? database : null, async () => {
    await double?.close();
    await dropDatabase(mongodbUrl, database);
    await clear();
  });
};

export const inPlace = async (test: (place: Place) => Promise<void>, options: PlaceOptions = {}): Promise<void> => {
  const place = await freshPlace(options);
  try {
    await test(place);
  } finally {
    await place.remove();
  }
};
