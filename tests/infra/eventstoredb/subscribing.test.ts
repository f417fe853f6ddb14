import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { BEGINNING } from '../../../domain/event.ts';
import { newEvent } from '../../support/new-event.ts';
import { suite } from '../../support/suite.ts';
import { overADouble } from './over-a-double.ts';

const subscribing = suite('subscribing to EventStoreDB');

const MANY = 300;

subscribing(
  'reports that it has caught up only after delivering all existing events',
  overADouble(async ({ store, subscriber }) => {
    for (let n = 0; n < MANY; n += 1) await store.append(`s-${n}`, [newEvent(n)], 'none');
    const reader = subscriber();
    await reader.caughtUp(BEGINNING);
    const first = reader.handed.findIndex(({ kind }) => kind === 'caughtUp');
    assert.equal(first, MANY);
    assert.deepEqual(reader.handed[first], { kind: 'caughtUp', position: await store.head() });
  }),
);

subscribing(
  'moves its position past events of other streams',
  overADouble(async ({ store, subscriber }) => {
    const reader = subscriber({ prefixes: ['mine-'] });
    await reader.caughtUp(BEGINNING);
    const { position } = await store.append('theirs-1', [newEvent(0)], 'none');
    await reader.caughtUp(position);
    assert.deepEqual(reader.events(), []);
  }),
);

subscribing(
  'reports the same end of the log to every reader, whatever events of others follow it',
  overADouble(async ({ double, store, subscriber }) => {
    const { position: first } = await store.append('s-1', [newEvent(0)], 'none');
    const follower = subscriber({ after: first, prefixes: ['s-'] });
    await follower.caughtUp(first);
    const { position } = await store.append('s-2', [newEvent(0)], 'none');
    await follower.caughtUp(position);
    // A deletion, and another application's event.
    await store.deleteStream('s-1');
    const foreign = {
      id: randomUUID(),
      type: 'Ticked',
      contentType: 'application/json',
      data: Buffer.from('{}'),
      metadata: Buffer.from(''),
    };
    double.log.append('clock-of-theirs', 'any', [foreign]);
    const beginner = subscriber({ prefixes: ['s-'] });
    await beginner.caughtUp(position);
    const restarted = subscriber({ after: position, prefixes: ['s-'] });
    await restarted.caughtUp(position);
    for (const { handed } of [follower, beginner, restarted])
      assert.deepEqual(handed.at(-1), { kind: 'caughtUp', position: await store.head() });
  }),
);

subscribing(
  'neither loses nor repeats events appended while it goes live',
  overADouble(async ({ store, subscriber }) => {
    const expected: string[] = [];
    const readers = [];
    for (let n = 0; n < MANY; n += 1) {
      if (n % 50 === 0) readers.push(subscriber());
      await store.append(`s-${n}`, [newEvent(n)], 'none');
      expected.push(`s-${n}@0`);
    }
    for (const reader of readers) {
      await reader.caughtUp(await store.head());
      assert.deepEqual(reader.events(), expected);
    }
  }),
);

subscribing(
  'starts after the given position, even where no record begins, or beyond the end',
  overADouble(async ({ store, subscriber }) => {
    const first = await store.append('s-1', [newEvent(0)], 'none');
    const second = await store.append('s-2', [newEvent(0)], 'none');
    const after = [first.position, first.position + 1, second.position + 1_000_000];
    const readers = after.map((position) => subscriber({ after: position }));
    await readers[0]?.caughtUp(second.position);
    await readers[1]?.caughtUp(second.position);
    assert.deepEqual(
      readers.map((reader) => reader.events()),
      [['s-2@0'], ['s-2@0'], []],
    );
  }),
);

subscribing(
  'does not fetch far ahead of a reader that has stopped reading',
  overADouble(async ({ store, double }) => {
    const padding = 'x'.repeat(50_000);
    for (let n = 0; n < 100; n += 1) await store.append(`s-${n}`, [newEvent(n, { padding })], 'none');
    const leave = new AbortController();
    const reader = store.subscribe({ signal: leave.signal })[Symbol.asyncIterator]();
    await reader.next();
    for (let n = 100; n < 200; n += 1) await store.append(`s-${n}`, [newEvent(n, { padding })], 'none');
    assert.ok(double.traffic.toSubscribers < 100, `${double.traffic.toSubscribers} of 200 events were sent`);
    await reader.return?.();
  }),
);

subscribing(
  'ends the call on the server when the reader leaves the loop or is stopped',
  overADouble(async ({ store, double, subscriber }) => {
    await store.append('s', [newEvent(0)], 'none');
    for await (const _ of store.subscribe({ signal: new AbortController().signal })) break;
    const leave = new AbortController();
    for await (const { kind } of store.subscribe({ signal: leave.signal })) if (kind === 'caughtUp') leave.abort();
    for await (const _ of store.readAll()) break;
    const reader = subscriber();
    await reader.caughtUp(await store.head());
    await double.traffic.quiet(1);
    assert.equal(double.traffic.open, 1);
  }),
);
