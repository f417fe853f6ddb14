import { deepStrictEqual as equal } from 'node:assert/strict';
import { memoryEventStore } from '../../support/memory-event-store.ts';
import { memoryReadModels } from '../../support/memory-read-models.ts';
import { suite } from '../../support/suite.ts';
import { projectionKey } from '../../../projections/define.ts';
import { projectionLag } from '../../../workers/projector/lag.ts';
import { catchUp } from './projecting.ts';
import { added, cited, desk, fact, paperStream, shelf } from './shelf.ts';

const lagging = suite('the lag of a projection');

lagging(
  'is none when its checkpoint is at the head, else the number of unprojected events and the age of the oldest',
  async () => {
    const [events, readModels] = [memoryEventStore(), memoryReadModels()];
    const append = (event: ReturnType<typeof fact>): Promise<{ readonly position: number }> =>
      events.append(paperStream('a'), [event], 'any');
    const lag = (now: number) =>
      projectionLag({ events, readModels, projections: [shelf, desk], clock: { now: () => now } });

    const first = fact(added('a'));
    const { position: start } = await append(first);
    await catchUp({ events, readModels, projections: [shelf] });
    const caughtUp = { name: 'shelf', version: 1, phase: 'live', position: start, head: start, lagEvents: 0, lagMs: 0 };
    const absent = { name: 'desk', version: 1, phase: 'absent', position: -1, head: start, lagEvents: 1 };
    equal(await lag(first.metadata.at + 700), [caughtUp, { ...absent, lagMs: 700 }]);

    const second = fact(cited(1));
    await append(second);
    const { position: head } = await append(fact(cited(2)));
    const [behind] = await lag(second.metadata.at + 400);
    equal(behind, { ...caughtUp, head, lagEvents: 2, lagMs: 400 });
  },
);

lagging('is none over an empty log', async () => {
  const [events, readModels] = [memoryEventStore(), memoryReadModels()];
  const [empty] = await projectionLag({ events, readModels, projections: [shelf], clock: { now: () => 0 } });
  equal(empty, { name: 'shelf', version: 1, phase: 'absent', position: -1, head: -1, lagEvents: 0, lagMs: 0 });
});

lagging('is none beyond the last event, after records of another application', async () => {
  const [events, readModels] = [memoryEventStore(), memoryReadModels()];
  const { position: head } = await events.append(paperStream('a'), [fact(added('a'))], 'any');
  await catchUp({ events, readModels, projections: [shelf] });
  const checkpoint = { position: head + 1_000, phase: 'live' } as const;
  await readModels.commit({ projection: projectionKey(shelf), changes: [], recounts: [], checkpoint });
  const [passed] = await projectionLag({ events, readModels, projections: [shelf], clock: { now: () => 0 } });
  equal(passed, { name: 'shelf', version: 1, phase: 'live', position: head, head, lagEvents: 0, lagMs: 0 });
});
