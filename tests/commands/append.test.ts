/** An event that no aggregate decides is appended once, however often it is sent. */
import assert from 'node:assert/strict';
import { appendEvent } from '../../commands/append.ts';
import { newCaller } from '../../commands/caller.ts';
import type { EventStore } from '../../commands/ports.ts';
import { Unavailable } from '../../domain/errors.ts';
import { randomIds, systemClock } from '../../infra/system.ts';
import { collect } from '../support/event-stores.ts';
import { memoryEventStore } from '../support/memory-event-store.ts';
import { suite } from '../support/suite.ts';

const appending = suite('appending an event by itself');
const STREAM = 'import-org~10.5555/a';

const imported = (outcome: 'created' | 'unchanged') =>
  ({ type: 'DoiImported', data: { doi: '10.5555/a', outcome, at: 1 } }) as const;

const caller = () => newCaller(randomIds, 'org', { type: 'system', id: 'test' });

appending('records its actor and time', async () => {
  const events = memoryEventStore();
  const by = caller();
  const position = await appendEvent({ events, clock: { now: () => 7 } }, STREAM, imported('created'), by);
  const [event] = await collect(events.readStream(STREAM));
  const { workspace, actor, correlationId, causationId } = by;
  assert.deepEqual(event?.metadata, { workspace, actor, correlationId, causationId, at: 7 });
  assert.deepEqual([event.type, event.data, event.position], ['DoiImported', imported('created').data, position]);
});

appending('happens once for one command, and again for the next', async () => {
  const deps = { events: memoryEventStore(), clock: systemClock };
  const by = caller();
  await appendEvent(deps, STREAM, imported('created'), by);
  await appendEvent(deps, STREAM, imported('created'), by);
  assert.equal((await collect(deps.events.readStream(STREAM))).length, 1);
  await appendEvent(deps, STREAM, imported('unchanged'), by);
  await appendEvent(deps, STREAM, imported('created'), caller());
  assert.equal((await collect(deps.events.readStream(STREAM))).length, 3);
});

appending('is sent again when the store does not answer', async () => {
  const store = memoryEventStore();
  let sent = 0;
  const append: EventStore['append'] = async (...batch) => {
    sent += 1;
    const appended = await store.append(...batch);
    if (sent === 1) throw new Unavailable('the event store', 'the connection broke');
    return appended;
  };
  await appendEvent({ events: { ...store, append }, clock: systemClock }, STREAM, imported('created'), caller());
  assert.deepEqual([sent, (await collect(store.readStream(STREAM))).length], [2, 1]);
});
