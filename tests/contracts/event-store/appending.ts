/** Appends are atomic, and succeed only at the expected revision. */
import assert from 'node:assert/strict';
import { WrongExpectedRevision, type EventStore, type ExpectedRevision } from '../../../commands/ports.ts';
import { collect, refusal } from '../../support/event-stores.ts';
import { newEvent, newEvents } from '../../support/new-event.ts';
import type { Holds } from '../over-a-fresh-store.ts';

const WRITERS = 20;

export const appending = (holds: Holds<EventStore>): void => {
  holds('returns every part of an event', async (store) => {
    const event = newEvent(0, { title: 'Ünïcødé 論文 𝒳', nested: [{ a: null, b: [true, 0.5, -1] }] });
    const appended = await store.append('s-1', [event], 'none');
    const [read] = await collect(store.readStream('s-1'));
    assert.deepEqual(read, { ...event, stream: 's-1', ...appended });
  });

  holds('returns the position of the last event of an append', async (store) => {
    assert.equal((await store.append('s-1', newEvents(3), 'none')).revision, 2);
    const appended = await store.append('s-1', newEvents(2), 2);
    assert.equal(appended.revision, 4);
    const all = await collect(store.readStream('s-1'));
    assert.deepEqual(
      all.map(({ revision }) => revision),
      [0, 1, 2, 3, 4],
    );
    assert.equal(all.at(-1)?.position, appended.position);
  });

  holds('accepts an append at any revision', async (store) => {
    assert.equal((await store.append('s-1', newEvents(1), 'any')).revision, 0);
    assert.equal((await store.append('s-1', newEvents(2), 'any')).revision, 2);
  });

  holds('refuses another revision, appends nothing, and names the actual one', async (store) => {
    const refusals: [ExpectedRevision, number | null][] = [];
    assert.equal((await refusal(store.append('s-1', newEvents(1), 0))).actual, null);
    await store.append('s-1', newEvents(2), 'none');
    for (const expected of ['none', 0, 2, 7] as const) {
      const refused = await refusal(store.append('s-1', newEvents(2), expected));
      refusals.push([refused.expected, refused.actual]);
    }
    assert.deepEqual(refusals, [
      ['none', 1],
      [0, 1],
      [2, 1],
      [7, 1],
    ]);
    assert.equal((await collect(store.readAll())).length, 2);
  });

  holds('lets exactly one of many writers at the same revision win', async (store, another) => {
    const stores = [store, await another()];
    const outcomes = await Promise.allSettled(
      Array.from({ length: WRITERS }, async (_, n) => stores[n % 2]?.append('s-1', newEvents(2), 'none')),
    );
    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    assert.equal(lost.length, WRITERS - 1);
    assert.ok(lost.every((reason) => reason instanceof WrongExpectedRevision));
    assert.equal((await collect(store.readStream('s-1'))).length, 2);
  });

  holds('keeps the events of one append together in the log under concurrent appends', async (store) => {
    await Promise.all(Array.from({ length: WRITERS }, (_, n) => store.append(`s-${n}`, newEvents(5), 'none')));
    const all = await collect(store.readAll());
    assert.equal(all.length, WRITERS * 5);
    for (const [n, event] of all.entries()) assert.equal(event.revision, n % 5);
  });

  holds('accepts many concurrent appends to one stream at any revision', async (store) => {
    await Promise.all(Array.from({ length: WRITERS }, () => store.append('s-1', newEvents(1), 'any')));
    assert.deepEqual(
      (await collect(store.readStream('s-1'))).map(({ revision }) => revision),
      Array.from({ length: WRITERS }, (_, n) => n),
    );
  });

  holds('refuses an empty append, and more than 1 MiB, but accepts 900 KiB', async (store) => {
    await assert.rejects(store.append('s-1', [], 'none'), RangeError);
    const text = 'x'.repeat(450 * 1024);
    const large = (): ReturnType<typeof newEvent> => newEvent(0, { text });
    await assert.rejects(store.append('s-1', [large(), large(), large()], 'none'), RangeError);
    assert.equal((await store.append('s-1', [large(), large()], 'none')).revision, 1);
  });
};
