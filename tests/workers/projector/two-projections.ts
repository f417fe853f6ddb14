/** A short history over two projections, for tests of the projector. */
import type { ColophonEvent } from '../../../domain/events.ts';
import { type MemoryEventStore } from '../../support/memory-event-store.ts';
import { type RowStorage } from '../../support/memory-read-models.ts';
import {
  added,
  cited,
  desk,
  fact,
  hidden,
  jobStream,
  linked,
  named,
  paperStream,
  retried,
  queued,
  readerStream,
  registered,
  reset,
  shelf,
  unlinked,
} from './shelf.ts';

export const projections = [shelf, desk];

export const append = (
  events: MemoryEventStore,
  stream: string,
  ...facts: readonly ColophonEvent[]
): Promise<unknown> => events.append(stream, facts.map(fact), 'any');

export const some = async (events: MemoryEventStore): Promise<void> => {
  await append(events, readerStream('x'), registered('x'), named('Ex'));
  await append(events, paperStream('a'), added('a'), linked('x'), linked('y'), cited(3));
  await append(events, jobStream('x'), queued('x', 'j1'), retried('j1', 'a', 'b'));
  await append(events, paperStream('b'), added('b'), linked('x'));
};

export const more = async (events: MemoryEventStore): Promise<void> => {
  await append(events, paperStream('b'), hidden);
  await append(events, readerStream('y'), registered('y'));
  await append(events, jobStream('x'), reset);
  await append(events, paperStream('a'), cited(5), unlinked('x'), linked('z'));
};

export const rowOf = (storage: RowStorage, collection: string, id: string): unknown =>
  storage.rows.get(collection)?.get(id);
