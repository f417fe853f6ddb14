import assert from 'node:assert/strict';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { BadConfig } from '../../../infra/config.ts';
import { openEventStoreDb } from '../../../infra/eventstoredb/index.ts';
import { newEvent } from '../../support/new-event.ts';
import { collect } from '../../support/event-stores.ts';
import { suite } from '../../support/suite.ts';
import { overADouble } from './over-a-double.ts';

const sharing = suite("an EventStoreDB with other data than Colophon's");

sharing(
  "hides the server's own events and those of other applications",
  overADouble(async ({ double, store, subscriber }) => {
    const client = EventStoreDBClient.connectionString(double.url);
    const foreign = (): Promise<unknown> => client.appendToStream('theirs', jsonEvent({ type: 'Theirs', data: {} }));
    await foreign();
    const { position } = await store.append('ours', [newEvent(0)], 'none');
    for (let n = 0; n < 30; n += 1) await client.setStreamMetadata('theirs', { maxCount: n + 1 });
    await foreign();

    assert.equal(await store.head(), position);
    for (const direction of ['forwards', 'backwards'] as const)
      assert.deepEqual(
        (await collect(store.readAll({ direction }))).map((event) => event.position),
        [position],
      );
    const reader = subscriber();
    await reader.caughtUp(position);
    assert.deepEqual(reader.events(), ['ours@0']);
    assert.deepEqual(reader.handed.at(-1), { kind: 'caughtUp', position });

    const next = await store.append('ours', [newEvent(1)], 0);
    assert.equal(await store.head(), next.position);
  }),
);

const misuse = suite('EventStoreDB, called wrongly,');

misuse(
  'receives no request',
  overADouble(async ({ double, store }) => {
    const good = newEvent(0);
    const large = newEvent(0, { text: 'x'.repeat(1024 * 1024) });
    await assert.rejects(store.append('s', [], 'none'), RangeError);
    await assert.rejects(store.append('s', [large], 'none'), RangeError);
    await assert.rejects(store.append('s', [good], -1), RangeError);
    await assert.rejects(store.append('s', [{ ...good, id: 'no-uuid' }], 'none'), RangeError);
    await assert.rejects(store.append('s', [{ ...good, data: { n: 1n } }], 'none'), TypeError);
    await assert.rejects(store.append('s', [{ ...good, data: undefined }], 'none'), TypeError);
    await assert.rejects(collect(store.readStream('s', { limit: 0 })), RangeError);
    await assert.rejects(collect(store.readAll({ limit: 0 })), RangeError);
    assert.equal(double.log.records.all.length, 0);
  }),
);

misuse('is not opened with options that the client refuses, as it would print the password', async () => {
  for (const [option, why] of [
    ['throwOnAppendFailure=false', /throwOnAppendFailure=false must not be set$/u],
    ['tlsVerifyCert=false', /tlsVerifyCert=false has no effect/u],
    ['tlsverify=false', /no option tlsverify; accepted: connectionName /u],
    ['nodePreference=any', /is not accepted: Unexpected "any"/u],
  ] as const)
    await assert.rejects(openEventStoreDb({ url: `esdb://admin:hidden@127.0.0.1:1?tls=false&${option}` }), (error) => {
      assert.ok(error instanceof BadConfig, String(error));
      assert.match(error.message, /^EVENTSTORE_URL=esdb:\/\/127\.0\.0\.1:1 is not accepted: /u);
      assert.match(error.message, why);
      return true;
    });
});

misuse('does not print the rest of an unencoded password', async () => {
  for (const password of ['hid?den', 'hid@den'])
    await assert.rejects(openEventStoreDb({ url: `esdb://admin:${password}@127.0.0.1:1?tls=false` }), (error) => {
      assert.ok(error instanceof BadConfig, String(error));
      assert.doesNotMatch(error.message, /hid|den/u);
      assert.match(error.message, /%40/u);
      return true;
    });
});

misuse(
  'treats an invalid position in a read as one between two others',
  overADouble(async ({ store }) => {
    const first = await store.append('s', [newEvent(0)], 'none');
    const second = await store.append('s', [newEvent(1)], 0);
    const read = async (from: number, direction: 'forwards' | 'backwards'): Promise<number[]> =>
      (await collect(store.readAll({ from, direction, limit: 5 }))).map(({ position }) => position);
    assert.deepEqual(await read(first.position + 1, 'forwards'), [second.position]);
    assert.deepEqual(await read(first.position + 1, 'backwards'), [first.position]);
    assert.deepEqual(await read(second.position + 1_000_000, 'forwards'), []);
    assert.deepEqual(await read(second.position + 1_000_000, 'backwards'), [second.position, first.position]);
    assert.deepEqual(await read(-1, 'backwards'), []);
  }),
);
