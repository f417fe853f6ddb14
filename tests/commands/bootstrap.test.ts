/** The first start of an installation, and later ones. */
import assert from 'node:assert/strict';
import { bootstrap, createWorkspace } from '../../commands/bootstrap.ts';
import { depsOf } from '../support/counter.ts';
import { collect } from '../support/event-stores.ts';
import { memoryEventStore } from '../support/memory-event-store.ts';
import { suite } from '../support/suite.ts';

const starting = suite('starting');
const streamsAndTypes = async (events: ReturnType<typeof memoryEventStore>): Promise<readonly string[]> =>
  (await collect(events.readAll())).map(({ stream, type }) => `${stream} ${type}`).sort();
const ORG = ['entity-org~org EntityCreated', 'workspace-org WorkspaceCreated'];

starting('creates a workspace with an entity, once', async () => {
  const events = memoryEventStore();
  await bootstrap(depsOf(events));
  await bootstrap(depsOf(events));
  assert.deepEqual(await streamsAndTypes(events), ORG);
});

starting('creates them once when several processes start at once', async () => {
  const events = memoryEventStore();
  await Promise.all(Array.from({ length: 8 }, () => bootstrap(depsOf(events))));
  assert.deepEqual(await streamsAndTypes(events), ORG);
});

starting('finishes what an interrupted start left undone', async () => {
  const events = memoryEventStore();
  await bootstrap(depsOf(events));
  await events.deleteStream('entity-org~org');
  await bootstrap(depsOf(events));
  assert.deepEqual(await streamsAndTypes(events), ORG);
});

starting('in another workspace creates an entity for it', async () => {
  const events = memoryEventStore();
  await createWorkspace(depsOf(events), 'kilns', 'Kilns');
  assert.deepEqual(await streamsAndTypes(events), [
    'entity-kilns~org EntityCreated',
    'workspace-kilns WorkspaceCreated',
  ]);
});
