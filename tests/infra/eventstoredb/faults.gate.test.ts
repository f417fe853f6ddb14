import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { WrongExpectedRevision } from '../../../commands/ports.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { newEvent } from '../../support/new-event.ts';
import { collect } from '../../support/event-stores.ts';
import { suite } from '../../support/suite.ts';
import { overADouble, TIMEOUT_MS } from './over-a-double.ts';

const away = suite('an EventStoreDB that is down');

away(
  'makes every call throw `Unavailable`, not long after the timeout',
  overADouble(async ({ double, store }) => {
    await store.append('s', [newEvent(0)], 'none');
    await double.stop();
    const calls = {
      append: () => store.append('s', [newEvent(1)], 0),
      readStream: () => collect(store.readStream('s')),
      readAll: () => collect(store.readAll()),
      head: () => store.head(),
      deleteStream: () => store.deleteStream('s'),
    };
    await sleep(1_100); // By then head's knowledge of deletions is a second old, so that it must ask.
    await Promise.all(
      Object.entries(calls).map(async ([name, call]) => {
        const late = sleep(TIMEOUT_MS * 2, 'late', { ref: false });
        const outcome = await Promise.race([late, call().catch((error: unknown) => error)]);
        assert.ok(outcome instanceof Unavailable, `${name}: ${String(outcome)}`);
        assert.equal(outcome.what, 'event store');
      }),
    );
  }),
);

away(
  'serves the calls that were waiting for it when it returns',
  overADouble(async ({ double, store }) => {
    await store.append('s', [newEvent(0)], 'none');
    await double.stop();
    const appended = store.append('s', [newEvent(1)], 0);
    const read = collect(store.readStream('s', { limit: 1 }));
    await sleep(100);
    await double.start();
    assert.equal((await appended).revision, 1);
    assert.equal((await read).length, 1);
  }),
);

away(
  'neither loses nor repeats events for a subscriber, however often it returns',
  overADouble(async ({ double, store, subscriber, warnings }) => {
    const reader = subscriber({ prefixes: ['s-'] });
    const expected: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      for (let n = 0; n < 40; n += 1) {
        await store.append(`s-${round}-${n}`, [newEvent(n), newEvent(n)], 'none');
        expected.push(`s-${round}-${n}@0`, `s-${round}-${n}@1`);
        if (n === 20) {
          await double.stop();
          await double.start();
        }
      }
      await store.append('other', [newEvent(round)], 'any');
    }
    await reader.caughtUp(await store.head());
    assert.deepEqual(reader.events(), expected);
    assert.ok(warnings.includes('subscription lost, resuming'));
  }),
);

const slow = suite('a slow EventStoreDB');

slow(
  'times out, and has written the event once when the append is retried',
  overADouble(async ({ double, store }) => {
    double.faults.answerAfterMs = TIMEOUT_MS * 2;
    const event = newEvent(0);
    await assert.rejects(store.append('s', [event], 'none'), Unavailable);
    await assert.rejects(collect(store.readStream('s')), Unavailable);
    double.faults.answerAfterMs = 0;
    assert.equal((await store.append('s', [event], 'none')).revision, 0);
    assert.equal((await collect(store.readStream('s'))).length, 1);
  }),
);

slow(
  'is waited for within the timeout',
  overADouble(async ({ double, store }) => {
    double.faults.answerAfterMs = TIMEOUT_MS / 10;
    assert.equal((await store.append('s', [newEvent(0), newEvent(1)], 'none')).revision, 1);
    assert.equal((await collect(store.readAll())).length, 2);
  }),
);

const broken = suite('a connection that breaks');

for (const batchAppend of [true, false]) {
  const how = batchAppend ? 'batched' : 'unary';
  broken(
    `before the response to a ${how} append leaves one event and returns the lost response`,
    overADouble(
      async ({ double, store }) => {
        await store.append('s', [newEvent(0)], 'none');
        double.faults.halfAnswered = 2;
        const appended = await store.append('s', [newEvent(1), newEvent(2)], 0);
        const all = await collect(store.readStream('s'));
        assert.equal(all.length, 3);
        assert.deepEqual(appended, { revision: 2, position: all[2]?.position });
      },
      { batchAppend },
    ),
  );
}

broken(
  'before the response, with a restart in between, leaves one event of an append at any revision',
  overADouble(async ({ double, store }) => {
    double.faults.halfAnswered = 1;
    double.faults.dropConnections = () => void double.stop().then(() => double.start());
    const event = newEvent(0);
    const appended = await store.append('s', [event], 'any');
    assert.deepEqual(await store.append('s', [event], 'any'), appended);
    assert.equal((await collect(store.readStream('s'))).length, 1);
  }),
);

broken(
  'under many appends leaves each event once, in order, and every call with a response',
  overADouble(async ({ double, store }) => {
    const outcomes = Array.from({ length: 100 }, async (_, n) => {
      await store.append(`s-${n}`, [newEvent(0)], 'none');
      return store.append(`s-${n}`, [newEvent(1)], 0);
    });
    await double.stop();
    await double.start();
    double.faults.halfAnswered = 5;
    for (const { revision } of await Promise.all(outcomes)) assert.equal(revision, 1);
    const all = await collect(store.readAll());
    assert.equal(all.length, 200);
    assert.deepEqual(
      all.map(({ position }) => position),
      all.map(({ position }) => position).sort((a, b) => a - b),
    );
  }),
);

broken(
  'in the middle of a read is not visible to the reader',
  overADouble(async ({ double, store }) => {
    for (let n = 0; n < 5; n += 1) await store.append('s', [newEvent(n)], n === 0 ? 'none' : n - 1);
    double.faults.brokenReads = 3;
    const forwards = (await collect(store.readStream('s'))).map(({ revision }) => revision);
    double.faults.brokenReads = 3;
    const backwards = (await collect(store.readAll({ direction: 'backwards' }))).map(({ revision }) => revision);
    assert.deepEqual(
      [forwards, backwards],
      [
        [0, 1, 2, 3, 4],
        [4, 3, 2, 1, 0],
      ],
    );
  }),
);

broken(
  'does not turn a lost race into a success',
  overADouble(async ({ double, store }) => {
    await store.append('s', [newEvent(0)], 'none');
    double.faults.halfAnswered = 1;
    const [first, second] = await Promise.allSettled([
      store.append('s', [newEvent(1)], 0),
      store.append('s', [newEvent(2)], 0),
    ]);
    const refused = [first, second].filter((outcome) => outcome.status === 'rejected');
    assert.equal(refused.length, 1);
    assert.ok(refused[0]?.reason instanceof WrongExpectedRevision);
    assert.equal((await collect(store.readStream('s'))).length, 2);
  }),
);
