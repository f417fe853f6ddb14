/** The EventStoreDB of the bench: the server in `EVENTSTORE_URL`, else the double, and its bare client. */
import { EventStoreDBClient, excludeSystemEvents, START } from '@eventstore/db-client';
import { openEventStoreDb } from '../../../infra/eventstoredb/index.ts';
import { writeHistory } from '../../support/history.ts';
import { startDoubleProcess } from '../../support/eventstoredb-double/process.ts';
import { closing } from '../../support/closing.ts';

export type Server = { readonly url: string; readonly name: string; readonly stop: () => Promise<void> };

export const eventStoreServer = async (): Promise<Server> => {
  const url = process.env['EVENTSTORE_URL'];
  if (url !== undefined && url !== '') return { url, name: 'EventStoreDB', stop: () => Promise.resolve() };
  const double = await startDoubleProcess();
  return { url: double.url, name: 'a double of EventStoreDB in memory', stop: () => double.kill() };
};

/** The server's events, written now if there are none. Returns their number. */
export const fillLog = async (url: string, events: number): Promise<number> => {
  await using store = closing(await openEventStoreDb({ url }));
  let there = 0;
  for await (const _event of store.readAll()) there += 1;
  return there > 0 ? there : await writeHistory(store, { events });
};

/** Receives all of them by a subscription of the client, which parses them. */
export const bareCatchUp = async (url: string, events: number): Promise<void> => {
  const client = EventStoreDBClient.connectionString(url);
  const subscription = client.subscribeToAll({ fromPosition: START, filter: excludeSystemEvents() });
  let received = 0;
  for await (const { event } of subscription) if (event !== undefined && (received += 1) === events) break;
  await subscription.unsubscribe();
  await client.dispose();
};
