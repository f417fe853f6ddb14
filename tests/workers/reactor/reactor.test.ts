/** Reactors: which events they handle, in which order, and what happens on failures and restarts. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log, StateStore } from '../../../commands/ports.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { BEGINNING } from '../../../domain/event.ts';
import { systemClock } from '../../../infra/system.ts';
import { reactedUpTo, reactorLag, runReactor, type Reactor } from '../../../workers/reactor/index.ts';
import { running } from '../../support/closing.ts';
import { memoryEventStore } from '../../support/memory-event-store.ts';
import { newEvent } from '../../support/new-event.ts';
import { silent } from '../../support/silent.ts';
import { freshPlace } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';
import { until } from '../../support/until.ts';

const reactors = suite('a reactor');

const place = await reactors.holds(freshPlace());
const { state } = await reactors.holds(place.open());

type On = Reactor<string>['on'];

let names = 0;
const open = () => {
  const events = memoryEventStore();
  const name = `reactor ${(names += 1)}`;
  const logged: string[] = [];
  const log: Log = { ...silent, error: (_fields, message) => void logged.push(message) };
  let reads = 0;
  const subscribe: typeof events.subscribe = (options) => {
    reads += 1;
    return events.subscribe(options);
  };
  /** Each error that it reported, and null when it no longer waits. */
  const told: (string | null)[] = [];
  const handled: string[] = [];
  const noting: On = (_workspace, items) => Promise.resolve(void handled.push(...items));

  const run = (
    options: Partial<Reactor<string>> & { readonly state?: StateStore } = {},
    holder = 'one',
  ): ReturnType<typeof running> => {
    const reactor: Reactor<string> = {
      name,
      prefixes: ['category-'],
      select: ({ type, stream }) => (type === 'CategoryArchived' ? stream : null),
      on: noting,
      ...options,
    };
    const waits = (work: string, error: Unavailable | null): void => {
      if (work === name) told.push(error === null ? null : error.what);
    };
    return running((signal) =>
      runReactor({ state, ...options, events: { ...events, subscribe }, log }, reactor, {
        name: holder,
        signal,
        leaseMs: 3_000,
        waits,
      }),
    );
  };
  const append = async (workspace: string, stream: string): Promise<number> => {
    const { metadata, ...event } = newEvent(0);
    const { position } = await events.append(stream, [{ ...event, metadata: { ...metadata, workspace } }], 'any');
    return position;
  };
  return {
    ...{ name, events, handled, logged, told, noting, run },
    /** How often it has begun to read the log. */
    reads: () => reads,
    /** Returns the position. */
    happens: (workspace: string, n: number) => append(workspace, `category-${workspace}~${n}`),
    append,
    reached: (position: number) =>
      until(
        () => reactedUpTo(state, name),
        (upTo) => upTo >= position,
      ),
    count: (count: number) =>
      until(
        () => handled.length,
        (length) => length >= count,
      ),
  };
};

reactors('handles the events that it selects, in the order of their workspace', async () => {
  const { run, happens, append, handled, reached } = open();
  await happens('a', 1);
  await append('a', 'project-a~1');
  await happens('ab', 1);
  await using _reactor = run();
  await happens('a', 2);
  await reached(await append('a', 'project-a~2'));
  const of = (workspace: string) => handled.filter((stream) => stream.startsWith(`category-${workspace}~`));
  assert.deepEqual([of('a'), of('ab')], [['category-a~1', 'category-a~2'], ['category-ab~1']]);
  assert.equal(handled.length, 3);
});

reactors('reads the log once for all workspaces that keep up', async () => {
  const { run, happens, reached, handled, reads } = open();
  for (const workspace of ['a', 'b', 'c']) await happens(workspace, 1);
  await using _reactor = run();
  for (const workspace of ['a', 'b', 'c']) await reached(await happens(workspace, 2));
  assert.deepEqual([handled.length, reads()], [6, 1]);
});

reactors('reads the log for a workspace that has more events than it keeps, in order', async () => {
  const { name, run, happens, count, handled, noting, reads } = open();
  const streams = Array.from({ length: 1_200 }, (_, n) => `category-a~${n}`);
  let goesOn: () => void = () => undefined;
  const going = new Promise<void>((resolve) => (goesOn = resolve));
  const on: On = async (workspace, items, signal) => {
    await going;
    await noting(workspace, items, signal);
  };
  await using _reactor = run({ on, atOnce: 100 });
  let last = BEGINNING;
  for (const n of streams.keys()) last = await happens('a', n);
  await until(
    async () => (await state.get(`${name}/checkpoint`))?.value as { readonly reached: number } | undefined,
    (kept) => (kept?.reached ?? BEGINNING) >= last,
  );
  goesOn();
  await count(streams.length);
  assert.deepEqual([handled, reads()], [streams, 2]);
});

reactors('handles every event, however often it is stopped during one, and repeats only that', async () => {
  const { run, happens, handled, noting } = open();
  const streams = Array.from({ length: 6 }, (_, n) => `category-a~${n}`);
  for (const n of streams.keys()) await happens('a', n);
  const tried: string[] = [];
  for (let life = 0; handled.length < streams.length; life += 1) {
    let isSecond = false;
    const on: On = async (workspace, items, signal) => {
      tried.push(...items);
      if (isSecond) await pause(60_000, undefined, { signal });
      await noting(workspace, items, signal);
      isSecond = true;
    };
    const before = tried.length;
    await using reactor = run({ on });
    await until(
      () => tried.length,
      (length) => length === before + 2 || handled.length === streams.length,
    );
    await reactor.stop();
  }
  assert.deepEqual(handled, streams);
  assert.deepEqual([...tried].sort(), [...streams, ...streams.slice(1)].sort());
});

reactors('tries again what a store was unavailable for, and does not delay other workspaces', async () => {
  const { run, happens, handled, told, noting, count, reached } = open();
  let isAway = true;
  const on: On = async (workspace, items, signal) => {
    if (isAway && workspace === 'a') throw new Unavailable('the website', 'away');
    await noting(workspace, items, signal);
  };
  await happens('a', 1);
  const last = await happens('a', 2);
  await happens('b', 1);
  await using _reactor = run({ on });
  await count(1);
  await until(
    () => told.length,
    (length) => length > 1,
  );
  isAway = false;
  await reached(last);
  assert.deepEqual(handled, ['category-b~1', 'category-a~1', 'category-a~2']);
  assert.deepEqual([told[0], told.at(-1)], ['the website', null]);
});

reactors('continues once the log is available again', async () => {
  const { events, run, happens, told, count, reached } = open();
  await happens('a', 1);
  await using _reactor = run();
  await count(1);
  events.setAway(true);
  await until(
    () => told.length,
    (length) => length > 0,
  );
  events.setAway(false);
  await reached(await happens('a', 2));
  assert.equal(told.at(-1), null);
});

reactors('skips an event that cannot be handled, even among others, and logs it', async () => {
  for (const atOnce of [1, 10]) {
    const { run, happens, handled, logged, noting, reached } = open();
    const on: On = (workspace, items, signal) =>
      items.includes('category-a~2') ? Promise.reject(new TypeError('bad')) : noting(workspace, items, signal);
    for (let n = 1; n <= 4; n += 1) await happens('a', n);
    const last = await happens('b', 1);
    await using _reactor = run({ on, atOnce });
    await reached(last);
    assert.deepEqual([...handled].sort(), ['category-a~1', 'category-a~3', 'category-a~4', 'category-b~1']);
    assert.equal(logged.filter((message) => message.endsWith('skips an event that it cannot handle')).length, 1);
  }
});

reactors('skips an event that it cannot read', async () => {
  const { run, happens, handled, logged, reached } = open();
  const select = ({ stream }: { readonly stream: string }): string => {
    if (stream === 'category-a~1') throw new TypeError('bad');
    return stream;
  };
  await happens('a', 1);
  const last = await happens('a', 2);
  await using _reactor = run({ select });
  await reached(last);
  assert.deepEqual(handled, ['category-a~2']);
  assert.match(logged.join(), /skips an event/);
});

reactors(
  'that is stopped while one workspace is behind repeats nothing of the others, and its lag shows the first',
  async () => {
    const { name, events, run, happens, handled, noting, count } = open();
    const on: On = async (workspace, items, signal) => {
      if (workspace === 'slow') await pause(60_000, undefined, { signal });
      await noting(workspace, items, signal);
    };
    const before = await happens('a', 0);
    await happens('slow', 1);
    for (let n = 1; n <= 3; n += 1) await happens('a', n);
    {
      await using _reactor = run({ on });
      await count(4);
    }
    const lag = await reactorLag({ events, state, clock: systemClock }, name);
    assert.deepEqual([lag.position, lag.lagEvents], [before, 4]);
    await using _reactor = run();
    await count(5);
    assert.equal(handled[4], 'category-slow~1');
    await until(
      async () => (await reactorLag({ events, state, clock: systemClock }, name)).lagEvents,
      (lagEvents) => lagEvents === 0,
    );
    assert.equal(handled.length, 5);
  },
);

reactors('hands over several events of one workspace if they have waited', async () => {
  const { name, run, happens, noting, reached } = open();
  const batches: number[] = [];
  const on: On = (workspace, items, signal) => {
    batches.push(items.length);
    return noting(workspace, items, signal);
  };
  let last = BEGINNING;
  for (let n = 0; n < 5; n += 1) last = await happens(n === 2 ? 'b' : 'a', n);
  await state.put(`${name}/checkpoint`, { position: BEGINNING, reached: last, behind: { a: BEGINNING } });
  await using _reactor = run({ on, atOnce: 3 });
  await reached(last);
  assert.deepEqual(batches, [3, 1]);
});

reactors('starts from the beginning of a log that ends before its checkpoint', async () => {
  const { name, run, happens, handled, logged, count } = open();
  await happens('a', 1);
  await state.put(`${name}/checkpoint`, { position: 900, reached: 1_000, behind: { a: 900 } });
  await using _reactor = run();
  await count(1);
  assert.deepEqual(handled, ['category-a~1']);
  assert.match(logged.join(), /is beyond the end of the log/);
});

reactors('begins at the position that it has read to, whenever it leads', async () => {
  const { run, happens, reached } = open();
  const last = await happens('a', 1);
  const begun: number[] = [];
  const begin = (position: number) => Promise.resolve(void begun.push(position));
  for (let lives = 0; lives < 2; lives += 1) {
    await using _reactor = run({ begin });
    await until(
      () => begun.length,
      (length) => length > lives,
    );
    await reached(last);
  }
  assert.deepEqual(begun, [BEGINNING, last]);
});

reactors('is led by one process, and by another as soon as that is stopped', async () => {
  const { run, happens, reached } = open();
  const by: string[] = [];
  const of = (holder: string) => run({ on: () => Promise.resolve(void by.push(holder)) }, holder);
  await using first = of('first');
  await reached(await happens('a', 1));
  await using _second = of('second');
  await reached(await happens('a', 2));
  await first.stop();
  await reached(await happens('a', 3));
  assert.deepEqual(by, ['first', 'first', 'second']);
});

reactors('whose checkpoint another process has written starts again from that', async () => {
  const { name, run, happens, reached } = open();
  const begun: number[] = [];
  await using _reactor = run({ begin: (position) => Promise.resolve(void begun.push(position)) });
  const first = await happens('a', 1);
  await reached(first);
  await state.put(`${name}/checkpoint`, { position: BEGINNING });
  await reached(await happens('a', 2));
  assert.deepEqual(begun, [BEGINNING, BEGINNING]);
});

reactors('ends with an error of its stores that waiting does not mend', async () => {
  const { run, happens } = open();
  await happens('a', 1);
  let isTried = false;
  const put: StateStore['put'] = (key, ...rest) => {
    if (!key.endsWith('/checkpoint')) return state.put(key, ...rest);
    isTried = true;
    return Promise.reject(new RangeError('damaged'));
  };
  const reactor = run({ state: { ...state, put } });
  await until(
    () => isTried,
    (isSo) => isSo,
  );
  await assert.rejects(() => reactor.stop(), /damaged/);
});
