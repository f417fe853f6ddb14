/** Events are written in a schema version that all running processes can read. */
import { deepStrictEqual as equal, ok, rejects, strictEqual as is } from 'node:assert/strict';
import { joinLiving } from '../../commands/living-releases.ts';
import { readableEvents } from '../../commands/readable-events.ts';
import type { StateStore } from '../../commands/ports.ts';
import { Unavailable } from '../../domain/errors.ts';
import { shape, type Readable, type Reshapings } from '../../domain/reshaping.ts';
import { memoryEventStore } from '../support/memory-event-store.ts';
import { newEvent } from '../support/new-event.ts';
import { silent } from '../support/silent.ts';
import { inPlace } from '../support/stores.ts';
import { suite } from '../support/suite.ts';
import { until } from '../workers/rebuild/leading.ts';
import { closing } from '../support/closing.ts';

const living = suite('the running releases');

const OLD: Readable = { CategoryRenamed: 1 };
const NEW: Readable = { CategoryRenamed: 2, CategoryArchived: 1 };

let names = 0;
const join = (state: StateStore, reads: Readable) =>
  joinLiving(state, { name: `${(names += 1)}`, log: silent, reads, refreshMs: 50 });

const inState = (test: (state: StateStore) => Promise<void>): Promise<void> =>
  inPlace(async (place) => {
    await using stores = closing(await place.open());
    // Its own record is not one of these releases.
    for (const { key } of await stores.state.list('release/')) await stores.state.remove(key);
    await test(stores.state);
  });

living('can all read what the oldest can, and more once that has stopped', () =>
  inState(async (state) => {
    const [old, next] = [await join(state, OLD), await join(state, NEW)];
    equal(await next.readable(), { CategoryRenamed: 1, CategoryArchived: 0 });
    equal(await old.readable(), OLD);
    await old.close();
    await until(async () => (await next.readable())['CategoryRenamed'] === 2);
    equal(await next.readable(), NEW);
    // A restarted one is visible before it does anything.
    const again = await join(state, OLD);
    equal((await next.readable())['CategoryRenamed'], 1);
    await again.close();
    await next.close();
    equal(await state.list('release/'), []);
  }),
);

living('exclude a process that died once its record expires', () =>
  inState(async (state) => {
    await state.put('release/dead', { reads: OLD }, { ttlMs: 100 });
    const next = await join(state, NEW);
    equal((await next.readable())['CategoryRenamed'], 1);
    await until(async () => (await next.readable())['CategoryRenamed'] === 2);
    await next.close();
  }),
);

const reshapings: Reshapings = {
  up: { 'CategoryRenamed@0': ({ title }: { title: string }) => [shape('CategoryRenamed@1', { name: title })] },
  down: { 'CategoryRenamed@1': ({ name }: { name: string }) => shape('CategoryRenamed@0', { title: name }) },
};

const writing = suite('an event');

writing('is written in the newest version that all can read, or refused if there is none', async () => {
  const events = memoryEventStore();
  const readable = (reads: Readable) => readableEvents(events, { readable: () => Promise.resolve(reads) }, reshapings);
  const renamed = () => ({ ...newEvent(1), type: 'CategoryRenamed', data: { name: 'Staff' } });
  await readable({ CategoryRenamed: 0 }).append('category-org~a', [renamed()], 'any');
  await readable({ CategoryRenamed: 1 }).append('category-org~a', [renamed()], 'any');
  const written: unknown[] = [];
  for await (const { schemaVersion, data } of events.readAll()) written.push([schemaVersion, data]);
  equal(written, [
    [0, { title: 'Staff' }],
    [1, { name: 'Staff' }],
  ]);
  const archived = { ...newEvent(1), type: 'CategoryArchived', data: {} };
  await rejects(
    readable({ CategoryArchived: 0 }).append('category-org~a', [archived], 'any'),
    (error) => error instanceof Unavailable && error.message.includes('CategoryArchived'),
  );
  is((await readable({ CategoryArchived: 1 }).append('category-org~a', [archived], 'any')).revision, 2);
});

writing('that the release does not declare is not written', async () => {
  const events = memoryEventStore();
  const store = readableEvents(events, { readable: () => Promise.resolve({}) });
  ok((await store.append('other-1', [newEvent(1)], 'any')).position >= 0);
});
