/** Opens the three stores that the configuration names: the embedded files, or the servers. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { EventStore, Log, StateStore } from '../../commands/ports.ts';
import type { ReadModels } from '../../projections/ports.ts';
import type { Config } from '../config.ts';
import { openEmbeddedEventStore } from '../eventstore/embedded/index.ts';
import { openEventStoreDb } from '../eventstore/eventstoredb/index.ts';
import { openEmbeddedReadModels } from '../readmodels/embedded/index.ts';
import { openMongoReadModels } from '../readmodels/mongodb/index.ts';
import { openEmbeddedState } from '../state/embedded/index.ts';
import { openMongoState } from '../state/mongodb/index.ts';

export type Stores = {
  readonly events: EventStore;
  readonly readModels: ReadModels;
  readonly state: StateStore;
  close(): Promise<void>;
};

export type StoreConfig = Pick<Config, 'dataDir' | 'eventStoreUrl' | 'mongodbUrl'>;

/** Throws `Unavailable` when a server does not answer. */
export const openStores = async ({ dataDir, eventStoreUrl, mongodbUrl }: StoreConfig, log: Log): Promise<Stores> => {
  const file = (name: string): string => path.join(dataDir, name);
  if (eventStoreUrl === null || mongodbUrl === null) await mkdir(dataDir, { recursive: true });
  const opened: { close(): Promise<void> }[] = [];
  const keep = <S extends { close(): Promise<void> }>(store: S): S => {
    opened.unshift(store);
    return store;
  };
  const close = async (): Promise<void> => {
    for (const store of opened.splice(0)) await store.close();
  };
  try {
    const events = keep(
      eventStoreUrl === null
        ? await openEmbeddedEventStore({ file: file('events.db'), log })
        : await openEventStoreDb({ url: eventStoreUrl, log }),
    );
    const readModels = keep(
      mongodbUrl === null
        ? await openEmbeddedReadModels({ file: file('read.db'), log })
        : await openMongoReadModels({ url: mongodbUrl, log }),
    );
    const state = keep(
      mongodbUrl === null
        ? await openEmbeddedState({ file: file('state.db'), log })
        : await openMongoState({ url: mongodbUrl, log }),
    );
    return { events, readModels, state, close };
  } catch (error) {
    await close();
    throw error;
  }
};
