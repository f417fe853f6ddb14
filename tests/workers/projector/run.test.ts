/** The projector fills rows, goes live and follows the log. */
import { deepStrictEqual as equal, strictEqual as is, ok, rejects } from 'node:assert/strict';
import type { ReadModels } from '../../../projections/ports.ts';
import { memoryEventStore } from '../../support/memory-event-store.ts';
import { emptyStorage, memoryReadModels } from '../../support/memory-read-models.ts';
import { suite } from '../../support/suite.ts';
import { projectionState } from '../../../workers/projector/lag.ts';
import { plainFold } from './plain-fold.ts';
import { byId, catchUp, kept, project } from './projecting.ts';
import {
  added,
  cited,
  deleted,
  desk,
  hidden,
  jobs,
  jobStream,
  linked,
  paperStream,
  queued,
  readerStream,
  registered,
  reset,
  shelf,
  shown,
} from './shelf.ts';
import { append, more, projections, rowOf, some } from './two-projections.ts';

const projecting = suite('the projector');

projecting('fills, goes live, and follows', async () => {
  const [events, storage] = [memoryEventStore(), emptyStorage()];
  const readModels = memoryReadModels({ storage });
  await some(events);
  const running = project({ events, readModels, projections });
  await running.reached(await events.head());
  equal(byId(kept(storage, projections)), byId(await plainFold(events, projections)));
  await more(events);
  await running.reached(await events.head());
  equal(byId(kept(storage, projections)), byId(await plainFold(events, projections)));
  await append(events, paperStream('b'), shown);
  await append(events, paperStream('a'), deleted);
  await running.reached(await events.head());
  equal(byId(kept(storage, projections)), byId(await plainFold(events, projections)));
  await running.stop();
  is(events.subscriptions, 0);
});

projecting('counts publications for a person who registers after them', async () => {
  const [events, storage] = [memoryEventStore(), emptyStorage()];
  const running = project({ events, readModels: memoryReadModels({ storage }), projections });
  await append(events, paperStream('a'), added('a'), linked('late'));
  await running.reached(await events.head());
  await append(events, readerStream('late'), registered('late'));
  await running.reached(await events.head());
  await running.stop();
  equal(rowOf(storage, 'readers_v1', 'late'), { id: 'late', name: null, papers: 1, position: await events.head() });
});

projecting('makes the counts that a run missed which died between rows and counts', async () => {
  const [events, storage] = [memoryEventStore(), emptyStorage()];
  await append(events, readerStream('x'), registered('x'));
  await append(events, paperStream('a'), added('a'), linked('x'));
  await catchUp({ events, readModels: memoryReadModels({ storage }), projections });
  await append(events, paperStream('a'), hidden);
  const dying = memoryReadModels({
    storage,
    before: (step) => {
      if (step === 'recount') throw new Error('died');
    },
  });
  await rejects(catchUp({ events, readModels: dying, projections }), /died/);
  is((rowOf(storage, 'papers_v1', 'a') as { shown: boolean }).shown, false);
  is((rowOf(storage, 'readers_v1', 'x') as { papers: number }).papers, 1);
  await catchUp({ events, readModels: memoryReadModels({ storage }), projections });
  is((rowOf(storage, 'readers_v1', 'x') as { papers: number }).papers, 0);
});

projecting('moves its checkpoint past events that it skips', async () => {
  const [events, storage] = [memoryEventStore(), emptyStorage()];
  const readModels = memoryReadModels({ storage });
  const running = project({ events, readModels, projections });
  await append(events, 'workspace-org', { type: 'WorkspaceCreated', data: { id: 'org', name: 'Org' } });
  await running.reached(await events.head());
  await running.stop();
  equal(await projectionState(readModels, desk), { phase: 'live', position: await events.head(), latest: 0 });
});

projecting('goes live over an empty log', async () => {
  const [events, readModels] = [memoryEventStore(), memoryReadModels()];
  equal(await projectionState(readModels, shelf), { phase: 'absent', position: -1 });
  await catchUp({ events, readModels, projections });
  equal(await projectionState(readModels, shelf), { phase: 'live', position: -1, latest: 0 });
});

projecting('is not live before everything is indexed and counted', async () => {
  const [events, storage] = [memoryEventStore(), emptyStorage()];
  await some(events);
  const phases: unknown[] = [];
  const readModels = memoryReadModels({
    storage,
    before: (step) => {
      if (step === 'index' || step === 'recount') phases.push(storage.checkpoints.get('shelf_v1')?.phase);
    },
  });
  await catchUp({ events, readModels, projections });
  ok(phases.length >= 3);
  is(
    phases.slice(0, 3).some((phase) => phase === 'live'),
    false,
  );
});

projecting('does not delay live projections while one is being filled', async () => {
  const [events, storage] = [memoryEventStore(), emptyStorage()];
  await some(events);
  await catchUp({ events, readModels: memoryReadModels({ storage }), projections: [shelf] });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const readModels = memoryReadModels({ storage, before: (step) => (step === 'index' ? held : undefined) });
  const running = project({ events, readModels, projections });
  await append(events, readerStream('new'), registered('new'));
  const head = await events.head();
  const seen = async (): Promise<boolean> => (await projectionState(readModels, shelf)).position >= head;
  while (!(await seen())) await new Promise(setImmediate);
  is((await projectionState(readModels, desk)).phase, 'filling');
  release();
  await running.reached(head);
  await running.stop();
});

projecting('loads no more rows at once than allowed, however many a batch affects', async () => {
  const [events, storage] = [memoryEventStore(), emptyStorage()];
  const papers = Array.from({ length: 60 }, (_, n) => `p${n}`);
  for (const paper of papers) await append(events, paperStream(paper), added(paper));
  await catchUp({ events, readModels: memoryReadModels({ storage }), projections });
  for (const paper of papers) await append(events, paperStream(paper), cited(3));
  const readModels = memoryReadModels({ storage });
  let held = 0;
  let most = 0;
  const watched: ReadModels = {
    ...readModels,
    loadForFolding: (collection, ids) => {
      held += ids.length;
      most = Math.max(most, held);
      return readModels.loadForFolding(collection, ids);
    },
    commit: async (batch) => {
      await readModels.commit(batch);
      held = 0;
    },
  };
  await catchUp({ events, readModels: watched, projections: [shelf] }, { loading: { rows: 5, bytes: 1 } });
  is(most, 1);
  equal(byId(kept(storage, projections)), byId(await plainFold(events, projections)));
});

projecting('loads no rows that every event replaces', async () => {
  const [events, storage] = [memoryEventStore(), emptyStorage()];
  const readModels = memoryReadModels({ storage });
  const lookedUp = new Set<string>();
  const loadForFolding: ReadModels['loadForFolding'] = (collection, ids) => {
    lookedUp.add(collection.name);
    return readModels.loadForFolding(collection, ids);
  };
  await append(events, jobStream('x'), queued('x', 'j1'));
  for (const again of [queued('x', 'j2'), reset, queued('x', 'j3')]) {
    await catchUp({ events, readModels: { ...readModels, loadForFolding }, projections: [desk] });
    equal(byId(kept(storage, [desk])), byId(await plainFold(events, [desk])));
    await append(events, jobStream('x'), again);
  }
  equal([...lookedUp], [jobs.name]);
});
