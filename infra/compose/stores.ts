/** Opens the three stores that the configuration names: the embedded files, or the servers. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { EventStore, Log, StateStore } from '../../commands/ports.ts';
import { allProjections } from '../../projections/all.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { servedReadModels } from '../../projections/served.ts';
import type { Config } from '../config.ts';

export type Stores = {
  readonly events: EventStore;
  /** As readers see them: of each projection, the generation that serves. */
  readonly readModels: ReadModels;
  /** The same with every generation by its own name: for who makes rows. */
  readonly rows: ReadModels;
  readonly state: StateStore;
  close(): Promise<void>;
};

export type StoreConfig = Pick<Config, 'dataDir' | 'eventStoreUrl' | 'mongodbUrl'>;

// Adapters are loaded when they are needed: a start on the embedded files need not wait for the clients of servers.
const openEvents = async ({ dataDir, eventStoreUrl: url }: StoreConfig, log: Log): Promise<EventStore> =>
  url === null
    ? (await import('../eventstore/embedded/index.ts')).openEmbeddedEventStore({
        file: path.join(dataDir, 'events.db'),
        log,
      })
    : (await import('../eventstore/eventstoredb/index.ts')).openEventStoreDb({ url, log });

const openReadModels = async ({ dataDir, mongodbUrl: url }: StoreConfig, log: Log): Promise<ReadModels> =>
  url === null
    ? (await import('../readmodels/embedded/index.ts')).openEmbeddedReadModels({
        file: path.join(dataDir, 'read.db'),
        log,
      })
    : (await import('../readmodels/mongodb/index.ts')).openMongoReadModels({ url, log });

const openState = async ({ dataDir, mongodbUrl: url }: StoreConfig, log: Log): Promise<StateStore> =>
  url === null
    ? (await import('../state/embedded/index.ts')).openEmbeddedState({ file: path.join(dataDir, 'state.db'), log })
    : (await import('../state/mongodb/index.ts')).openMongoState({ url, log });

/** Throws `Unavailable` when a server does not answer. */
export const openStores = async (config: StoreConfig, log: Log): Promise<Stores> => {
  if (config.eventStoreUrl === null || config.mongodbUrl === null) await mkdir(config.dataDir, { recursive: true });
  const opened: { close(): Promise<void> }[] = [];
  const keep = <S extends { close(): Promise<void> }>(store: S): S => {
    opened.unshift(store);
    return store;
  };
  const close = async (): Promise<void> => {
    for (const store of opened.splice(0)) await store.close();
  };
  try {
    const events = keep(await openEvents(config, log));
    const rows = keep(await openReadModels(config, log));
    const state = keep(await openState(config, log));
    return { events, readModels: servedReadModels(rows, allProjections), rows, state, close };
  } catch (error) {
    await close();
    throw error;
  }
};
