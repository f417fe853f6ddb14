/** Uses a store in every way, closes it, and must then have nothing left that keeps the process alive. */
import { openEventStoreDb } from '../../../infra/eventstoredb/index.ts';
import { newEvent } from '../../support/new-event.ts';

const store = await openEventStoreDb({ url: process.env['EVENTSTORE_URL'] ?? '' });
await store.append('s', [newEvent(0), newEvent(1)], 'any');
for await (const _ of store.readAll()) break;
for await (const _ of store.readStream('s')) break;
for await (const _ of store.subscribe({ signal: new AbortController().signal })) break;
await store.close();
console.log('closed');
