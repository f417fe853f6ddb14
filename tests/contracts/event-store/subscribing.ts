/** A subscription catches up, reports it, goes live, and neither misses nor repeats events. */
import assert from 'node:assert/strict';
import type { EventStore } from '../../../commands/ports.ts';
import { BEGINNING } from '../../../domain/event.ts';
import { withSubscriber } from '../../support/event-stores.ts';
import { newEvents } from '../../support/new-event.ts';
import type { Holds } from '../over-a-fresh-store.ts';

export const subscribing = (holds: Holds<EventStore>): void => {
  holds('has caught up at once with an empty log', (store) =>
    withSubscriber(store, {}, async (reader) => {
      await reader.caughtUp(BEGINNING);
      assert.deepEqual(reader.events(), []);
    }),
  );

  holds('delivers existing events, reports that it has caught up, then delivers new ones', async (store) => {
    await store.append('s-1', newEvents(3), 'none');
    await withSubscriber(store, {}, async (reader) => {
      await reader.caughtUp(await store.head());
      assert.equal(
        reader.handed.findIndex(({ kind }) => kind === 'caughtUp'),
        3,
      );
      const { position } = await store.append('s-2', newEvents(2), 'none');
      await reader.caughtUp(position);
      assert.deepEqual(reader.events(), ['s-1@0', 's-1@1', 's-1@2', 's-2@0', 's-2@1']);
    });
  });

  holds('receives events that another process appends', async (store, another) => {
    const writer = await another();
    await withSubscriber(store, {}, async (reader) => {
      await reader.caughtUp(BEGINNING);
      const { position } = await writer.append('s-1', newEvents(2), 'none');
      await reader.caughtUp(position);
      assert.deepEqual(reader.events(), ['s-1@0', 's-1@1']);
    });
  });

  holds('starts after a position, and delivers only streams with the given prefixes', async (store) => {
    const { position: after } = await store.append('a-1', newEvents(1), 'none');
    for (const stream of ['a-2', 'b-1', 'c-1']) await store.append(stream, newEvents(1), 'none');
    await withSubscriber(store, { after, prefixes: ['a-', 'b-'] }, async (reader) => {
      await reader.caughtUp(await store.head());
      const { position } = await store.append('c-2', newEvents(1), 'none');
      await reader.caughtUp(position);
      assert.deepEqual(reader.events(), ['a-2@0', 'b-1@0']);
    });
  });

  holds('neither misses nor repeats events appended while it starts', async (store) => {
    const expected: string[] = [];
    const appending = (async () => {
      for (let n = 0; n < 150; n += 1) {
        await store.append(`s-${n}`, newEvents(2), 'none');
        expected.push(`s-${n}@0`, `s-${n}@1`);
      }
    })();
    await Promise.all(
      Array.from({ length: 3 }, () =>
        withSubscriber(store, {}, async (reader) => {
          await appending;
          await reader.caughtUp(await store.head());
          assert.deepEqual(reader.events(), expected);
        }),
      ),
    );
  });

  holds('does not deliver the next event before the last has been consumed', async (store) => {
    await store.append('s-1', newEvents(10), 'none');
    const leaving = new AbortController();
    const reader = store.subscribe({ signal: leaving.signal })[Symbol.asyncIterator]();
    await reader.next();
    await store.append('s-2', newEvents(10), 'none');
    const second = await reader.next();
    assert.ok(second.done !== true && second.value.kind === 'event' && second.value.event.revision === 1);
    await reader.return?.();
  });

  holds('ends when it is stopped, and when the store is closed', async (store) => {
    const leaving = new AbortController();
    for await (const { kind } of store.subscribe({ signal: leaving.signal })) if (kind === 'caughtUp') leaving.abort();
    for await (const { kind } of store.subscribe({ signal: new AbortController().signal }))
      if (kind === 'caughtUp') void store.close();
  });
};
