/** Counts to be updated follow from what has changed, not from the current state. */
import { deepStrictEqual as equal } from 'node:assert/strict';
import type { ColophonEvent } from '../../../domain/events.ts';
import type { ReadModels } from '../../../projections/ports.ts';
import { memoryEventStore } from '../../support/memory-event-store.ts';
import { memoryReadModels } from '../../support/memory-read-models.ts';
import { suite } from '../../support/suite.ts';
import { project } from './projecting.ts';
import { added, cited, hidden, linked, paperStream, shown, unlinked } from './shelf.ts';
import { append, projections } from './two-projections.ts';

const counting = suite('what is counted again');

/** The keys that are counted again after each of the events, of a paper by three people, one of whom was unlinked. */
const recountedAfter = async (...happened: readonly ColophonEvent[]): Promise<readonly (readonly string[])[]> => {
  const events = memoryEventStore();
  const inner = memoryReadModels({});
  let keys: string[] = [];
  const readModels: ReadModels = {
    ...inner,
    commit: (batch) => {
      keys.push(...batch.recounts.flatMap((each) => (each.keys === 'all' ? [] : each.keys)));
      return inner.commit(batch);
    },
  };
  await append(events, paperStream('a'), added('a'), ...['x', 'y', 'z', 'gone'].map(linked), unlinked('gone'));
  const running = project({ events, readModels, projections });
  await running.reached(await events.head());
  const after: string[][] = [];
  for (const event of happened) {
    keys = [];
    await append(events, paperStream('a'), event);
    await running.reached(await events.head());
    after.push(keys.sort());
  }
  await running.stop();
  return after;
};

counting('is the people who are linked or unlinked, whoever else is linked', async () =>
  equal(await recountedAfter(linked('new'), linked('gone'), unlinked('x')), [['new'], ['gone'], ['x']]),
);

counting('is everyone who was ever linked when a paper is hidden or shown', async () => {
  const everybody = ['gone', 'x', 'y', 'z'];
  equal(await recountedAfter(hidden, shown), [everybody, everybody]);
});

counting('is no one if nothing that is counted has changed', async () => equal(await recountedAfter(cited(1)), [[]]));
