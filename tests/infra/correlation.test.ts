/** What can be traced through the log, and what must not appear there. */
import assert from 'node:assert/strict';
import type { Log } from '../../commands/ports.ts';
import { logAppends } from '../../infra/appended-log.ts';
import { logProjected } from '../../infra/wiring/roles/projector.ts';
import { memoryEventStore } from '../support/memory-event-store.ts';
import { newEvent } from '../support/new-event.ts';
import { collect } from '../support/event-stores.ts';
import { silent } from '../support/installation.ts';
import { suite } from '../support/suite.ts';

const following = suite('a correlation id in the log');

following('leads from the append to the rows, and names no stream', async () => {
  const lines: (readonly [string, Readonly<Record<string, unknown>>])[] = [];
  const log: Log = { ...silent, debug: (fields, message) => void lines.push([message, fields]) };
  const store = logAppends(memoryEventStore(), log);
  const event = newEvent(1);
  const { correlationId } = event.metadata;
  const { position, revision } = await store.append('person-test~0000-0002-1825-0097', [event], 'none');
  const events = await collect(store.readAll());
  logProjected(log)({ projection: 'people_v1', phase: 'live', events, ms: 1 });
  logProjected(log)({ projection: 'people_v1', phase: 'filling', events, ms: 1 });
  assert.deepEqual(lines, [
    ['appended', { correlationId, kind: 'person', types: [event.type], position, revision }],
    ['projected', { projection: 'people_v1', events: 1, ms: 1, correlationIds: [correlationId] }],
  ]);
});
