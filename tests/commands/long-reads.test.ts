/** Reading a stream until a signal ends the work. */
import assert from 'node:assert/strict';
import { readingUntil } from '../../commands/long-reads.ts';
import { randomIds } from '../../infra/system.ts';
import { memoryEventStore } from '../support/memory-event-store.ts';
import { suite } from '../support/suite.ts';

const reading = suite('reading until a signal');

const EVENTS = 5;

const stored = async () => {
  const events = memoryEventStore();
  const actor = { type: 'user', id: 'staff' } as const;
  const metadata = { workspace: 'org', actor, correlationId: 'c', causationId: null, at: 0 };
  for (let n = 0; n < EVENTS; n += 1)
    await events.append('s', [{ id: randomIds.next(), type: 'T', data: n, schemaVersion: 1, metadata }], 'any');
  return events;
};

for (const rests of [0, 1])
  reading(`reads the whole stream, and stops at its signal, resting ${rests} times as long`, async () => {
    const events = await stored();
    const leaving = new AbortController();
    const found: unknown[] = [];
    for await (const { data } of readingUntil(events, leaving.signal, rests).readStream('s')) found.push(data);
    assert.equal(found.length, EVENTS);

    const until = async (): Promise<void> => {
      for await (const { data } of readingUntil(events, leaving.signal, rests).readStream('s')) {
        found.push(data);
        leaving.abort();
      }
    };
    await assert.rejects(until, { name: 'AbortError' });
    assert.equal(found.length, EVENTS + 1);
  });
