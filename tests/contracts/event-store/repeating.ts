/** An append that is sent again with the same ids is idempotent. */
import assert from 'node:assert/strict';
import type { EventStore } from '../../../commands/ports.ts';
import { collect, refusal } from '../../support/event-stores.ts';
import { newEvents } from '../../support/new-event.ts';
import type { Holds } from '../over-a-fresh-store.ts';

export const repeating = (holds: Holds<EventStore>): void => {
  for (const expected of ['none', 'any'] as const)
    holds(`returns the same result for a repeated append at '${expected}'`, async (store, another) => {
      const events = newEvents(3);
      const first = await store.append('s-1', events, expected);
      assert.deepEqual(await store.append('s-1', events, expected), first);
      await store.append('s-1', newEvents(2), 2);
      assert.deepEqual(await (await another()).append('s-1', events, expected), first);
      assert.equal((await collect(store.readAll())).length, 5);
    });

  holds('returns the same result for a repeated append at a revision', async (store) => {
    await store.append('s-1', newEvents(1), 'none');
    const events = newEvents(2);
    const first = await store.append('s-1', events, 0);
    await store.append('s-1', newEvents(2), 2);
    assert.deepEqual(await store.append('s-1', events, 0), first);
    assert.equal((await collect(store.readStream('s-1'))).length, 5);
  });

  holds('appends once what is sent many times concurrently', async (store) => {
    const events = newEvents(2);
    const answers = await Promise.all(Array.from({ length: 10 }, () => store.append('s-1', events, 'none')));
    assert.equal(new Set(answers.map(({ position }) => position)).size, 1);
    assert.equal((await collect(store.readAll())).length, 2);
  });

  holds('does not treat a partly repeated append as the same', async (store) => {
    const [first, second] = newEvents(2);
    assert.ok(first && second);
    await store.append('s-1', [first], 'none');
    await store.append('s-1', newEvents(1), 0);
    await refusal(store.append('s-1', [first, second], 'none'));
    assert.equal((await collect(store.readStream('s-1'))).length, 2);
  });
};
