/** Handling commands: each is carried out once, at the expected revision, despite races and failures. */
import assert from 'node:assert/strict';
import { loadState } from '../../commands/aggregate.ts';
import { handle, handleFrom, type Handled } from '../../commands/handle.ts';
import { Refused, Unavailable } from '../../domain/errors.ts';
import { callerWith, counter, depsOf, type Counted, type CounterCommand } from '../support/counter.ts';
import { collect } from '../support/event-stores.ts';
import { faultyEventStore, type FaultyEventStore } from '../support/faulty-event-store.ts';
import { memoryEventStore } from '../support/memory-event-store.ts';
import { rejectedWith } from '../support/refused.ts';
import { suite } from '../support/suite.ts';

const open = (): FaultyEventStore => faultyEventStore(memoryEventStore());
const send = (
  events: FaultyEventStore,
  command: CounterCommand,
  commandId: string,
  options: Parameters<typeof handle<number, CounterCommand, Counted>>[5] = {},
): Promise<Handled<number, Counted>> => handle(depsOf(events), counter, 'c', command, callerWith(commandId), options);
const count = (by: number): CounterCommand => ({ type: 'Count', by });
const total = async (events: FaultyEventStore): Promise<number> =>
  (await loadState(events, counter, 'pots', 'c')).state;

const handling = suite('handling a command');

handling('records what was decided, by whom, when and why', async () => {
  const events = open();
  const { revision, position, state, events: decided } = await send(events, count(2), 'one');
  const [recorded] = await collect(events.readStream('counter-pots~c'));
  assert.deepEqual(
    { revision, position, state, decided },
    {
      revision: 0,
      position: recorded?.position,
      state: 2,
      decided: [{ type: 'CitationCountChanged', data: { by: 2 } }],
    },
  );
  assert.deepEqual(recorded?.metadata, {
    workspace: 'pots',
    actor: { type: 'user', id: 'u1' },
    correlationId: 'correlation',
    causationId: 'cause',
    at: 1_700_000_000_000,
  });
  assert.match(recorded?.id ?? '', /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/u);
});

handling('returns the revision of the stream when nothing had to be decided', async () => {
  const events = open();
  assert.deepEqual(await send(events, { type: 'CountUpTo', total: 0 }, 'none'), {
    revision: null,
    position: null,
    events: [],
    state: 0,
    isRepeated: false,
  });
  const first = await send(events, { type: 'CountUpTo', total: 3 }, 'one');
  assert.deepEqual(await send(events, { type: 'CountUpTo', total: 3 }, 'two'), { ...first, events: [] });
  assert.equal(events.appends, 1);
});

handling('appends nothing when the rules refuse', async () => {
  const events = open();
  await rejectedWith('conflict', 'counter_full', send(events, count(1_001), 'one'));
  assert.equal(events.appends, 0);
});

handling('carries out a repeated command once, and returns the same result', async () => {
  const events = open();
  const first = await send(events, count(2), 'one');
  assert.deepEqual(await send(events, count(2), 'one'), { ...first, isRepeated: true });
  assert.equal(await total(events), 2);
});

handling('distinguishes two commands with the same id', async () => {
  const events = open();
  await send(events, count(2), 'one');
  await send(events, count(3), 'one');
  assert.equal(await total(events), 5);
});

handling('decides again after a lost race', async () => {
  const events = open();
  events.meanwhile(() => send(events, count(4), 'faster'));
  const { state, revision, events: decided } = await send(events, { type: 'CountUpTo', total: 10 }, 'slower');
  assert.deepEqual([state, revision, decided], [10, 1, [{ type: 'CitationCountChanged', data: { by: 6 } }]]);
});

handling('starts from a state loaded earlier, and detects when it is outdated', async () => {
  const events = open();
  const loaded = await loadState(events, counter, 'pots', 'c');
  const { reads } = events;
  await send(events, count(1), 'one', { loaded });
  assert.equal(events.reads, reads, 'nothing is read again');
  assert.equal((await send(events, { type: 'CountUpTo', total: 5 }, 'two', { loaded })).state, 5);
  assert.equal(await total(events), 5);
});

handling('carries out a hundred commands at once, each once', async () => {
  const events = open();
  await Promise.all(Array.from({ length: 100 }, (_, index) => send(events, count(1), `at once ${index}`)));
  assert.equal(await total(events), 100);
});

handling('gives up after losing every race', async () => {
  const others = memoryEventStore();
  const events = faultyEventStore(others);
  for (let index = 0; index < 50; index += 1)
    events.meanwhile(() => others.append('counter-pots~c', [counted(`other ${index}`)], 'any'));
  await rejectedWith('conflict', 'concurrent_changes', send(events, count(1), 'one'));
});

const counted = (id: string) => ({
  id,
  type: 'CitationCountChanged',
  data: { by: 0 },
  schemaVersion: 1,
  metadata: {
    workspace: 'pots',
    actor: { type: 'system', id: 'test' } as const,
    correlationId: id,
    causationId: null,
    at: 0,
  },
});

const dry = suite('a dry run');
dry('makes the same decision, and appends nothing', async () => {
  const events = open();
  await send(events, count(1), 'one');
  const { state, revision, events: decided } = await send(events, count(2), 'two', { dryRun: true });
  assert.deepEqual([state, revision, decided], [3, 0, [{ type: 'CitationCountChanged', data: { by: 2 } }]]);
  assert.equal(events.appends, 1);
  await rejectedWith('conflict', 'counter_full', send(events, count(1_001), 'three', { dryRun: true }));
});

const double = (events: FaultyEventStore, commandId: string, request: unknown = 'double') =>
  handleFrom(
    depsOf(events),
    counter,
    'c',
    { type: 'Count', asked: request, from: (state) => (state === 0 ? null : count(state)) },
    callerWith(commandId),
  );

const following = suite('a command derived from the state');
following('is derived from the state that it is decided on', async () => {
  const events = open();
  await send(events, count(2), 'first');
  events.meanwhile(() => send(events, count(3), 'faster'));
  assert.equal((await double(events, 'one')).state, 10);
});

following('is carried out once, even if the current state would lead to another', async () => {
  const events = open();
  await send(events, count(2), 'first');
  const done = await double(events, 'one');
  await send(events, count(1), 'later');
  const again = await double(events, 'one');
  assert.deepEqual([again.isRepeated, again.events, again.state], [true, done.events, 5]);
  await double(events, 'one', 'something else');
  assert.equal(await total(events), 10, 'another request is another command');
});

following('may be none', async () => {
  const events = open();
  assert.deepEqual((await double(events, 'one')).events, []);
  assert.equal(events.appends, 0);
});

const seen = suite('a command with an expected revision');
seen('is carried out at that revision', async () => {
  const events = open();
  await send(events, count(1), 'one');
  assert.equal((await send(events, count(1), 'two', { ifRevision: 0 })).revision, 1);
});
seen('is refused at any other, even if it would decide nothing', async () => {
  const events = open();
  await rejectedWith('stale', 'stale_revision', send(events, count(1), 'none', { ifRevision: 0 }));
  await send(events, count(1), 'one');
  await send(events, count(1), 'two');
  await rejectedWith('stale', 'stale_revision', send(events, count(1), 'three', { ifRevision: 0 }));
  await rejectedWith(
    'stale',
    'stale_revision',
    send(events, { type: 'CountUpTo', total: 1 }, 'four', { ifRevision: 0 }),
  );
});
seen('is refused, not retried, after a lost race', async () => {
  const events = open();
  await send(events, count(1), 'one');
  events.meanwhile(() => send(events, count(4), 'faster'));
  await rejectedWith('stale', 'stale_revision', send(events, count(1), 'slower', { ifRevision: 0 }));
  assert.equal(await total(events), 5);
});
seen('returns the same result when it is repeated', async () => {
  const events = open();
  await send(events, count(1), 'one');
  const first = await send(events, count(1), 'two', { ifRevision: 0 });
  assert.deepEqual(await send(events, count(1), 'two', { ifRevision: 0 }), { ...first, isRepeated: true });
});

const unknown = suite('an append whose outcome is unknown');
unknown('is retried, and writes one event', async () => {
  for (const faults of [['before'], ['after'], ['after', 'before', 'after']] as const) {
    const events = open();
    events.failAppends(...faults);
    assert.equal((await send(events, count(2), 'one')).state, 2);
    assert.equal((await collect(events.readStream('counter-pots~c'))).length, 1);
  }
});
unknown('writes one event even if another append came in between', async () => {
  const events = open();
  events.failAppends('after');
  events.meanwhile(() => Promise.resolve());
  events.meanwhile(() => send(events, count(1), 'other'));
  await send(events, count(2), 'one');
  assert.equal(await total(events), 3);
});
unknown('remains unknown while the store is down, and the command may be repeated', async () => {
  const events = open();
  events.failAppends('after', 'before', 'before', 'before');
  await assert.rejects(send(events, count(2), 'one'), Unavailable);
  assert.equal((await send(events, count(2), 'one')).state, 2);
  assert.equal(await total(events), 2);
});

const large = suite('a decision larger than an append');
large('is refused, naming the limit, with nothing appended', async () => {
  const events = open();
  const refusal: unknown = await send(events, { type: 'CountAtLength', events: 3, kib: 400 }, 'one').catch(
    (error: unknown) => error,
  );
  assert.ok(refusal instanceof Refused);
  assert.deepEqual([refusal.kind, refusal.code], ['invalid', 'too_large']);
  assert.match(refusal.message, /at most 921600 are accepted/u);
  assert.deepEqual([events.appends, await collect(events.readStream('counter-pots~c'))], [0, []]);
});
large('is appended in one batch as long as it fits', async () => {
  const events = open();
  const { revision } = await send(events, { type: 'CountAtLength', events: 2, kib: 400 }, 'one');
  assert.deepEqual([revision, events.appends], [1, 1]);
});
