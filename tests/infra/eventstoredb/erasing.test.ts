import assert from 'node:assert/strict';
import { Unavailable } from '../../../domain/errors.ts';
import { WrongExpectedRevision } from '../../../commands/ports.ts';
import { openEventStoreDb } from '../../../infra/eventstoredb/index.ts';
import { newEvent } from '../../support/new-event.ts';
import { collect } from '../../support/event-stores.ts';
import { suite } from '../../support/suite.ts';
import { overADouble } from './over-a-double.ts';
import { closing } from '../../support/closing.ts';

const erasing = suite('erasing a stream in EventStoreDB');

erasing(
  'leaves no content in the event that a scavenge keeps for ever',
  overADouble(async ({ double, store }) => {
    await store.append('person-1', [newEvent(0, { name: 'somebody' }), newEvent(1, { name: 'somebody' })], 'none');
    await store.deleteStream('person-1');
    const kept = double.log.streams.get('person-1')?.records.at(-1);
    assert.equal(Buffer.from(kept?.data ?? []).toString(), '{}');
  }),
);

erasing(
  'is visible at once to readers of the log in another process',
  overADouble(async ({ double, store }) => {
    // Another name for the same server makes another client, as in another process.
    await using other = closing(await openEventStoreDb({ url: `${double.url}&connectionName=other` }));
    await store.append('person-1', [newEvent(0)], 'none');
    const { position } = await store.append('s', [newEvent(1)], 'none');
    await other.deleteStream('person-1');
    assert.deepEqual(
      (await collect(store.readAll())).map((event) => event.position),
      [position],
    );
  }),
);

erasing(
  'refuses an append that was decided before it, and lets the stream start again',
  overADouble(async ({ store }) => {
    await store.append('person-1', [newEvent(0)], 'none');
    await store.deleteStream('person-1');
    await assert.rejects(
      store.append('person-1', [newEvent(1)], 0),
      (error) => error instanceof WrongExpectedRevision && error.actual === null,
    );
    const events = [newEvent(2), newEvent(3)];
    const appended = await store.append('person-1', events, 'none');
    assert.deepEqual(await store.append('person-1', events, 'none'), appended);
    assert.equal((await collect(store.readStream('person-1'))).length, 2);
    assert.equal((await collect(store.readAll())).length, 2);
    assert.equal(await store.head(), appended.position);
  }),
);

erasing(
  'that was interrupted can be repeated, and already hides the events',
  overADouble(async ({ double, store }) => {
    await store.append('person-1', [newEvent(0)], 'none');
    double.faults.halfAnswered = 1;
    double.faults.dropConnections = () => void double.stop();
    await assert.rejects(store.deleteStream('person-1'), Unavailable);
    await double.start();
    assert.deepEqual(await collect(store.readAll()), []);
    await store.deleteStream('person-1');
    assert.deepEqual(await collect(store.readStream('person-1')), []);
  }),
);

erasing(
  'does not lose a race with an append',
  overADouble(async ({ store }) => {
    await store.append('person-1', [newEvent(0)], 'none');
    const [, appended] = await Promise.allSettled([
      store.deleteStream('person-1'),
      store.append('person-1', [newEvent(1)], 0),
    ]);
    if (appended.status === 'rejected') assert.ok(appended.reason instanceof WrongExpectedRevision);
    await store.deleteStream('person-1');
    assert.deepEqual(await collect(store.readStream('person-1')), []);
    assert.deepEqual(await collect(store.readAll()), []);
  }),
);

erasing(
  'does nothing for a missing stream',
  overADouble(async ({ store }) => {
    await store.deleteStream('person-1');
    assert.equal(await store.head(), -1);
  }),
);
