/** The servers that the contract runs on: always doubles, and a real one if there is one. */
import { GenericContainer, Wait } from 'testcontainers';
import type { EventStore } from '../../../commands/ports.ts';
import { openEventStoreDb } from '../../../infra/eventstoredb/index.ts';
import { startDouble, type EventStoreDbDouble } from '../../support/eventstoredb-double/double.ts';
import { inNamespace, prefixOf } from '../../support/namespace.ts';

/** Of the release line that the double was measured against. */
const IMAGE = 'eventstore/eventstore:23.10.0-bookworm-slim';
const PORT = 2113;

export type Servers = {
  readonly open: (database: string) => Promise<EventStore>;
  readonly close: () => Promise<void>;
};

/** A double for each database. */
export const doubles = ({ batchAppend }: { readonly batchAppend: boolean }): Servers => {
  const running = new Map<string, Promise<EventStoreDbDouble>>();
  const double = (database: string): Promise<EventStoreDbDouble> => {
    const there = running.get(database) ?? startDouble({ batchAppend });
    running.set(database, there);
    return there;
  };
  return {
    open: async (database) => openEventStoreDb({ url: (await double(database)).url }),
    close: async () => {
      for (const started of running.values()) await (await started).close();
    },
  };
};

/** One server, on which each database is a namespace. */
export const shared = (url: string, stop: () => Promise<unknown> = () => Promise.resolve()): Servers => ({
  open: async (database) => inNamespace(await openEventStoreDb({ url, streams: [prefixOf(database)] }), database),
  close: async () => void (await stop()),
});

/** Only where a Docker engine is running. */
export const container = async (): Promise<Servers> => {
  const started = await new GenericContainer(IMAGE)
    .withCommand(['--insecure', '--mem-db'])
    .withExposedPorts(PORT)
    .withWaitStrategy(Wait.forHttp('/health/live', PORT).forStatusCode(204))
    .start();
  const url = `esdb://${started.getHost()}:${started.getMappedPort(PORT)}?tls=false`;
  return shared(url, () => started.stop());
};
