/** A deleted stream is gone for every reader, and may be started again. */
import assert from 'node:assert/strict';
import type { EventStore } from '../../../commands/ports.ts';
import { collect, refusal, withSubscriber } from '../../support/event-stores.ts';
import { newEvents } from '../../support/new-event.ts';
import type { Holds } from '../over-a-fresh-store.ts';

export const deleting = (holds: Holds<EventStore>): void => {
  holds('keeps its head even when its last events are deleted', async (store) => {
    await store.append('s-1', newEvents(1), 'none');
    const { position } = await store.append('s-2', newEvents(2), 'none');
    const before = await store.end();
    assert.ok(before >= position);
    await store.deleteStream('s-2');
    assert.ok((await store.end()) >= before);
    const { position: next } = await store.append('s-3', newEvents(1), 'none');
    assert.ok(next > before);
    assert.ok((await store.end()) >= next);
  });

  holds('removes a deleted stream from the stream, the log and subscriptions', async (store, another) => {
    await store.append('person-1', newEvents(3), 'none');
    await store.append('s-1', newEvents(1), 'none');
    await store.append('person-2', newEvents(1), 'none');
    await store.deleteStream('person-1');
    for (const reader of [store, await another()]) {
      assert.deepEqual(await collect(reader.readStream('person-1')), []);
      const streams = (await collect(reader.readAll())).map(({ stream }) => stream);
      assert.deepEqual(streams, ['s-1', 'person-2']);
      await withSubscriber(reader, { prefixes: ['person-'] }, async (subscriber) => {
        await subscriber.caughtUp(await reader.head());
        assert.deepEqual(subscriber.events(), ['person-2@0']);
      });
    }
  });

  holds('lets a deleted stream be started again', async (store) => {
    await store.append('person-1', newEvents(2), 'none');
    await store.deleteStream('person-1');
    const events = newEvents(2);
    const appended = await store.append('person-1', events, 'none');
    const ids = events.map(({ id }) => id);
    assert.deepEqual(
      (await collect(store.readStream('person-1'))).map(({ id }) => id),
      ids,
    );
    assert.deepEqual(
      (await collect(store.readAll())).map(({ id }) => id),
      ids,
    );
    assert.deepEqual(await store.append('person-1', events, 'none'), appended);
    const next = await store.append('person-1', newEvents(1), appended.revision);
    assert.equal(next.revision, appended.revision + 1);
    await store.deleteStream('person-1');
    assert.deepEqual(await collect(store.readAll()), []);
  });

  holds('refuses an append that expects the deleted events', async (store) => {
    const { revision } = await store.append('person-1', newEvents(2), 'none');
    await store.deleteStream('person-1');
    assert.equal((await refusal(store.append('person-1', newEvents(1), revision))).actual, null);
  });

  holds('reuses no revision of a deleted stream', async (store, another) => {
    let { revision } = await store.append('person-1', newEvents(3), 'none');
    for (const each of [store, await another()]) {
      await each.deleteStream('person-1');
      const next = await each.append('person-1', newEvents(2), 'none');
      const revisions = (await collect(each.readStream('person-1'))).map((event) => event.revision);
      assert.deepEqual(revisions, [next.revision - 1, next.revision]);
      assert.ok(next.revision - 1 > revision);
      assert.equal((await refusal(each.append('person-1', newEvents(1), revision))).actual, next.revision);
      ({ revision } = next);
    }
  });

  holds('keeps a stream that is beyond the expected revision', async (store) => {
    const { revision } = await store.append('person-1', newEvents(2), 'none');
    const next = await store.append('person-1', newEvents(1), revision);
    const { actual } = await refusal(store.deleteStream('person-1', revision));
    assert.equal(actual, next.revision);
    assert.equal((await collect(store.readStream('person-1'))).length, 3);
    await store.deleteStream('person-1', next.revision);
    assert.deepEqual(await collect(store.readStream('person-1')), []);
    await store.deleteStream('person-1', next.revision);
  });

  holds('deletes a missing stream without an error', async (store) => {
    await store.deleteStream('person-1');
    await store.append('person-1', newEvents(1), 'none');
    await store.deleteStream('person-1');
    await store.deleteStream('person-1');
    assert.deepEqual(await collect(store.readAll()), []);
  });
};
