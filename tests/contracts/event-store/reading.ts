/** Streams and the log are read in both directions, from any position, up to a limit. */
import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { EventStore } from '../../../commands/ports.ts';
import type { ReadStreamOptions, ReadAllOptions } from '../../../domain/event-log.ts';
import { BEGINNING } from '../../../domain/event.ts';
import { collect } from '../../support/event-stores.ts';
import { newEvents } from '../../support/new-event.ts';
import type { Holds } from '../over-a-fresh-store.ts';

const MANY = 1_500;

export const reading = (holds: Holds<EventStore>): void => {
  holds('is empty at first', async (store) => {
    assert.deepEqual(await collect(store.readStream('s-1')), []);
    assert.deepEqual(await collect(store.readAll()), []);
    assert.equal(await store.head(), BEGINNING);
  });

  holds('reads a stream from either end or from a revision, inclusive, up to a limit', async (store) => {
    await store.append('s-1', newEvents(5), 'none');
    const read = async (options: ReadStreamOptions): Promise<number[]> =>
      (await collect(store.readStream('s-1', options))).map(({ revision }) => revision);
    assert.deepEqual(await read({}), [0, 1, 2, 3, 4]);
    assert.deepEqual(await read({ direction: 'backwards' }), [4, 3, 2, 1, 0]);
    assert.deepEqual(await read({ from: 3 }), [3, 4]);
    assert.deepEqual(await read({ from: 1, direction: 'backwards' }), [1, 0]);
    assert.deepEqual(await read({ limit: 2 }), [0, 1]);
    assert.deepEqual(await read({ limit: 1, direction: 'backwards' }), [4]);
    assert.deepEqual(await read({ from: 5 }), []);
    assert.deepEqual(await read({ from: 9, direction: 'backwards' }), [4, 3, 2, 1, 0]);
  });

  holds('reads the log from either end or from a position, exclusive, up to a limit', async (store) => {
    for (let n = 0; n < 5; n += 1) await store.append(`s-${n % 2}`, newEvents(1), 'any');
    const all = (await collect(store.readAll())).map(({ position }) => position);
    const read = async (options: ReadAllOptions): Promise<number[]> =>
      (await collect(store.readAll(options))).map(({ position }) => position);
    const [first = 0, second = 0, third = 0, fourth = 0, last = 0] = all;
    assert.deepEqual(
      all,
      [...all].sort((a, b) => a - b),
    );
    assert.deepEqual(await read({ direction: 'backwards' }), [last, fourth, third, second, first]);
    assert.deepEqual(await read({ from: third }), [fourth, last]);
    assert.deepEqual(await read({ from: third, direction: 'backwards' }), [second, first]);
    assert.deepEqual(await read({ from: first, limit: 2 }), [second, third]);
    assert.deepEqual(await read({ from: BEGINNING, limit: 1 }), [first]);
    assert.deepEqual(await read({ direction: 'backwards', limit: 1 }), [last]);
    assert.deepEqual(await read({ from: last }), []);
    assert.deepEqual(await read({ from: first, direction: 'backwards' }), []);
    assert.deepEqual(await read({ from: last + 1_000_000 }), []);
    assert.equal(await store.head(), last);
  });

  holds('delivers each of many events once, in order', async (store) => {
    for (let n = 0; n < MANY; n += 100) await store.append(`s-${n}`, newEvents(100), 'none');
    const positions = (await collect(store.readAll())).map(({ position }) => position);
    assert.equal(new Set(positions).size, MANY);
    assert.deepEqual(
      positions,
      [...positions].sort((a, b) => a - b),
    );
    const backwards = (await collect(store.readAll({ direction: 'backwards' }))).map(({ position }) => position);
    assert.deepEqual(backwards.reverse(), positions);
  });

  holds('can be closed in the middle of a read', async (store) => {
    await store.append('s-1', newEvents(100), 'none');
    for await (const { revision } of store.readStream('s-1')) if (revision === 1) break;
    for await (const { revision } of store.readAll()) if (revision === 1) break;
    assert.equal((await store.append('s-1', newEvents(1), 99)).revision, 100);
  });

  holds('shows no event before one already seen, while others append', async (store, another) => {
    const writer = await another();
    const seen: number[] = [];
    let after = BEGINNING;
    const appended = Promise.all(Array.from({ length: 100 }, (_, n) => writer.append(`s-${n}`, newEvents(3), 'none')));
    while (seen.length < 300) {
      await turn();
      for await (const { position } of store.readAll({ from: after })) {
        seen.push(position);
        after = position;
      }
    }
    await appended;
    const all = (await collect(store.readAll())).map(({ position }) => position);
    assert.deepEqual(seen, all);
  });
};
