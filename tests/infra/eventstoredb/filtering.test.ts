/** The server sends only what Colophon wrote, whatever else its log contains. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { BEGINNING } from '../../../domain/event.ts';
import { TAIL_RECORDS } from '../../../infra/eventstoredb/log-reader.ts';
import type { EventStoreDbDouble } from '../../support/eventstoredb-double/double.ts';
import { collect } from '../../support/event-stores.ts';
import { newEvent } from '../../support/new-event.ts';
import { suite } from '../../support/suite.ts';
import { overADouble, type Stage } from './over-a-double.ts';

const OURS = { streams: ['s-'] };
/** More than the search for the end reads. */
const BURST = 3 * TAIL_RECORDS;

/** Another application's events, and the server's own links and statistics. */
const others = (double: EventStoreDbDouble, count: number): void => {
  for (let n = 0; n < count; n += 1) {
    const type = n % 2 === 0 ? 'Ticked' : '$>';
    const record = {
      id: randomUUID(),
      type,
      contentType: 'application/json',
      data: Buffer.from('{}'),
      metadata: Buffer.from(''),
    };
    double.log.append(n % 2 === 0 ? 'clock-of-theirs' : '$ce-clock', 'any', [record]);
  }
};

const filtering = suite("a log that is shared with others' events");

filtering(
  'is filtered by the server, for subscriptions and for reads',
  overADouble(async ({ double, store, subscriber }) => {
    const written: string[] = [];
    for (let n = 0; n < 10; n += 1) {
      others(double, 500);
      await store.append(`s-${n}`, [newEvent(n)], 'none');
      written.push(`s-${n}@0`);
    }
    const before = double.traffic.toSubscribers;
    const reader = subscriber();
    await reader.caughtUp(await store.head());
    assert.deepEqual(reader.events(), written);
    assert.equal(double.traffic.toSubscribers - before, written.length);
    assert.equal((await collect(store.readAll())).length, written.length);
    assert.equal(double.traffic.toSubscribers - before, 2 * written.length);
  }, OURS),
);

filtering(
  'has an end that is found within a bound, whatever follows the last event',
  overADouble(async ({ double, store, subscriber }) => {
    const { position } = await store.append('s-1', [newEvent(0)], 'none');
    others(double, BURST);
    const sent = double.traffic.toReaders;
    const head = await store.head();
    assert.ok(head >= position);
    assert.ok(
      double.traffic.toReaders - sent <= 2 * TAIL_RECORDS,
      `${double.traffic.toReaders - sent} records were read`,
    );
    for (const after of [BEGINNING, position]) await subscriber({ after }).caughtUp(head);
    assert.deepEqual(
      (await collect(store.readAll())).map(({ stream }) => stream),
      ['s-1'],
    );
    assert.deepEqual(await collect(store.readAll({ from: head })), []);
  }, OURS),
);

filtering(
  'is followed while others write: the position advances, and none of our events is skipped',
  overADouble(async ({ double, store, subscriber }) => {
    double.faults.checkpointsAhead = 23;
    const reader = subscriber();
    const written: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      others(double, BURST);
      const { position } = await store.append(`s-${n}`, [newEvent(n)], 'none');
      written.push(`s-${n}@0`);
      await reader.caughtUp(position);
    }
    others(double, BURST);
    await reader.caughtUp(await store.head());
    assert.deepEqual(reader.events(), written);
    const places = reader.handed.flatMap((each) => (each.kind === 'caughtUp' ? [each.position] : []));
    for (const after of places.slice(-3)) {
      const resumed = subscriber({ after });
      const { position } = await store.append(`s-after-${after}`, [newEvent(0)], 'none');
      await resumed.caughtUp(position);
      assert.equal(resumed.events().at(-1), `s-after-${after}@0`);
    }
  }, OURS),
);

filtering(
  'refuses an append that its filter would hide',
  overADouble(async ({ store }) => {
    await assert.rejects(store.append('t-1', [newEvent(0)], 'none'), RangeError);
  }, OURS),
);

const election = suite('an EventStoreDB in an election');

/** Lets calls run into the election before it ends. */
const duringElection = async ({ double: { faults } }: Stage, calls: () => Promise<unknown>): Promise<void> => {
  const met = new Promise<void>((resolve) => {
    faults.onRefusal = resolve;
  });
  faults.inElection = true;
  faults.dropConnections();
  const under = calls();
  await met;
  faults.inElection = false;
  await under;
};

election(
  'delays appends and reads, which then happen once',
  overADouble(async (stage) => {
    const { store } = stage;
    const { position } = await store.append('s', [newEvent(0)], 'none');
    await duringElection(stage, async () => {
      const [appended, read] = await Promise.all([
        store.append('s', [newEvent(1)], 0),
        collect(store.readAll({ from: position - 1, limit: 1 })),
      ]);
      assert.equal(appended.revision, 1);
      assert.equal(read.length, 1);
    });
    assert.equal((await collect(store.readStream('s'))).length, 2);
  }),
);

election(
  'does not make a subscriber read events again',
  overADouble(async (stage) => {
    const { double, store, subscriber } = stage;
    for (let n = 0; n < 50; n += 1) await store.append(`s-${n}`, [newEvent(n)], 'none');
    const head = await store.head();
    const follower = subscriber();
    await follower.caughtUp(head);
    const sent = double.traffic.toSubscribers;
    await duringElection(stage, async () => {
      const late = subscriber({ after: head });
      await late.caughtUp(head);
    });
    const { position } = await store.append('s-last', [newEvent(0)], 'none');
    await follower.caughtUp(position);
    assert.equal(follower.events().length, 51);
    assert.ok(double.traffic.toSubscribers - sent <= 2, `${double.traffic.toSubscribers - sent} events were sent`);
  }),
);
