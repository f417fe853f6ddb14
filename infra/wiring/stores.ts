/** Opens the three configured stores: embedded files or servers. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { markLeased } from '../../commands/lease.ts';
import type { EventStore, Log, StateStore, WatchCommand } from '../../commands/ports.ts';
import { STREAM_PREFIXES } from '../../domain/stream-kinds.ts';
import { allProjections } from '../../projections/all.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { activeGenerationReadModels } from '../../projections/active-generation.ts';
import { completeReadModels } from '../../projections/complete-rows.ts';
import { assertLogMatchesRows } from '../../workers/rebuild/log-identity.ts';
import { logAppends } from '../appended-log.ts';
import { refuseUnfinished } from '../sqlite/backup/unfinished.ts';
import type { Config } from '../config.ts';
import { uniqueName } from '../system.ts';
import { mustHoldStores, neededFiles, openDataFolder } from './data-folder.ts';
import { openOnce, type Open } from './wait-for-stores.ts';

export type Stores = {
  readonly events: EventStore;
  /** For queries: the serving generation of each projection, once its rows are complete. */
  readonly readModels: ReadModels;
  /** For projectors and rebuilds: each generation under its own name. */
  readonly rawReadModels: ReadModels;
  readonly state: StateStore;
  readonly watchCommand?: WatchCommand;
  close(): Promise<void>;
};

export type StoreConfig = Pick<Config, 'dataDir' | 'eventStoreUrl' | 'mongodbUrl'> &
  Partial<Pick<Config, 'mongodbSharding'>>;

// Adapters are imported on demand, so a start on embedded files does not load the server clients.
const openEvents = async ({ dataDir, eventStoreUrl: url }: StoreConfig, log: Log, streams: readonly string[]) =>
  url === null
    ? (await import('../sqlite/events/index.ts')).openSqliteEventStore({ file: path.join(dataDir, 'events.db'), log })
    : (await import('../eventstoredb/index.ts')).openEventStoreDb({ url, log, streams });

/** Creates a missing embedded file; with `read`, reports missing rows as not built yet and creates nothing. */
export const openReadModels = async (
  { dataDir, mongodbUrl: url, mongodbSharding: sharding = 'auto' }: StoreConfig,
  log: Log,
  {
    access = 'write',
    ...within
  }: {
    readonly access?: Access | undefined;
    /** Limit for each call to a server. Default: the client's own. */
    readonly timeoutMs?: number;
  } = {},
): Promise<ReadModels> => {
  if (url !== null)
    return (await import('../mongodb/rows/index.ts')).openMongoReadModels({ url, log, sharding, ...within });
  const { openSqliteReadModels } = await import('../sqlite/rows/index.ts');
  const { IN_MEMORY } = await import('../sqlite/connection/database.ts');
  const file = path.join(dataDir, 'read.db');
  return openSqliteReadModels({ file: access === 'read' && !existsSync(file) ? IN_MEMORY : file, log });
};

export const openState = async (
  { dataDir, mongodbUrl: url }: Pick<StoreConfig, 'dataDir' | 'mongodbUrl'>,
  log: Log,
): Promise<StateStore> =>
  url === null
    ? (await import('../sqlite/state/index.ts')).openSqliteState({ file: path.join(dataDir, 'state.db'), log })
    : (await import('../mongodb/state/index.ts')).openMongoState({ url, log });

/** `read`: appends nothing, so it is not registered as a user of the stores, and works on a full disk. */
type Access = 'read' | 'write';

/** How long the stores count as in use by a process that was killed. */
const IN_USE_MS = 15_000;

export type StoreWatch = {
  readonly events: (store: EventStore) => EventStore;
  readonly command: WatchCommand;
};

export type OpenOptions = {
  /** How to open each store; default: without retries. */
  readonly open?: Open;
  readonly watch?: StoreWatch | undefined;
  /** Prefixes of all stream names on a server. Default: the program's. */
  readonly streams?: readonly string[];
  /** `any`: the rows may have been built from another log. Default: `own`. */
  readonly ofLog?: 'own' | 'any';
  /** Default: `write`. */
  readonly access?: Access;
  /** `required`: the embedded log and state must exist. Default: creates missing files. */
  readonly files?: 'create' | 'required';
};

/**
 * Throws `Unavailable` when a server does not answer, unless `open` waits for it, and `Refused` after an interrupted restore,
 * if required files are missing, or if the rows were built from another log.
 */
export const openStores = async (
  config: StoreConfig,
  log: Log,
  {
    open = openOnce,
    watch,
    streams = STREAM_PREFIXES,
    ofLog = 'own',
    access = 'write',
    files = 'create',
  }: OpenOptions = {},
): Promise<Stores> => {
  const { eventStoreUrl, mongodbUrl } = config;
  if (eventStoreUrl === null || mongodbUrl === null) {
    refuseUnfinished(config.dataDir);
    if (files === 'required') await mustHoldStores(config.dataDir, neededFiles(config));
    await openDataFolder(config.dataDir);
  }
  const opened: { close(): Promise<void> }[] = [];
  const keep = async <S extends { close(): Promise<void> }>(at: Parameters<Open>[0], work: () => Promise<S>) => {
    const store = await open(at, work);
    opened.unshift(store);
    return store;
  };
  const close = async (): Promise<void> => {
    for (const store of opened.splice(0)) await store.close();
  };
  const eventStore = { what: 'event store', address: eventStoreUrl };
  const rowStore = { what: 'read models', address: mongodbUrl };
  const stateStore = { what: 'state', address: mongodbUrl };
  try {
    const events = await keep(eventStore, () => openEvents(config, log, streams));
    const rawReadModels = await keep(rowStore, () => openReadModels(config, log, { access }));
    const matched = { events, readModels: rawReadModels, projections: allProjections };
    if (ofLog === 'own') await open(eventStore, () => assertLogMatchesRows(matched));
    const state = await keep(stateStore, () => openState(config, log));
    const readModels = completeReadModels(activeGenerationReadModels(rawReadModels, allProjections), allProjections);
    const stores = { readModels, rawReadModels, state, close };
    if (access === 'read') return { ...stores, events };
    // Tells a restore and a migration that the stores are in use.
    await keep(stateStore, () => markLeased(state, uniqueName('process'), { ttlMs: IN_USE_MS, log }));
    const written = logAppends(events, log);
    if (watch === undefined) return { ...stores, events: written };
    return { ...stores, events: watch.events(written), watchCommand: watch.command };
  } catch (error) {
    await close();
    throw error;
  }
};
