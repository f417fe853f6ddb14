/** An event for tests of stores: a type that no fold needs the data of, a number to recognize it by, and a complete envelope. */
import { randomUUID } from 'node:crypto';
import type { NewEvent } from '../../commands/ports.ts';

export const newEvent = (n: number, data: Readonly<Record<string, unknown>> = {}): NewEvent => ({
  id: randomUUID(),
  type: 'CategoryArchived',
  data: { n, ...data },
  schemaVersion: 1,
  metadata: {
    workspace: 'test',
    actor: { type: 'system', id: 'test' },
    correlationId: randomUUID(),
    causationId: null,
    at: Date.UTC(2026, 0, 1) + n,
  },
});

export const newEvents = (count: number): NewEvent[] => Array.from({ length: count }, (_, n) => newEvent(n));
