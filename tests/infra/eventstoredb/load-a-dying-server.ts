/** Appends while its parent stalls the server and then kills it: prints a line when ready, one when all is sent, and the sum. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '../../../domain/errors.ts';
import { openEventStoreDb } from '../../../infra/eventstoredb/index.ts';
import { newEvent } from '../../support/new-event.ts';

let unhandled = 0;
process.on('unhandledRejection', () => (unhandled += 1));
process.on('uncaughtException', () => (unhandled += 1));

const store = await openEventStoreDb({ url: process.env['EVENTSTORE_URL'] ?? '', timeoutMs: 2_000 });
await store.append('s', [newEvent(0)], 'none');
console.log('ready');
await sleep(200);
const padding = 'x'.repeat(50_000);
const appends = Array.from({ length: 200 }, (_, n) => store.append(`s-${n}`, [newEvent(n, { padding })], 'none'));
const outcomes = Promise.allSettled(appends);
await sleep(300);
console.log('sent');
const away = (await outcomes).filter(
  ({ status, ...rest }) => status === 'rejected' && 'reason' in rest && rest.reason instanceof Unavailable,
);
await store.close();
console.log(`${away.length} unavailable, ${unhandled} unhandled`);
