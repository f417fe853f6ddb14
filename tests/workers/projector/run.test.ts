import { deepStrictEqual as equal, strictEqual as is, ok, rejects } from 'node:assert/strict';
import { Unavailable } from '../../../domain/errors.ts';
import type { ColophonEvent } from '../../../domain/events.ts';
import type { ReadModels } from '../../../projections/ports.ts';
import { memoryEventStore, type MemoryEventStore } from '../../support/memory-event-store.ts';
import { emptyShelves, memoryReadModels, type Shelves } from '../../support/memory-read-models.ts';
import { suite } from '../../support/suite.ts';
import { projectionState } from '../../../workers/projector/index.ts';
import { plainFold } from './plain-fold.ts';
import { byId, catchUp, kept, project, recordedLog } from './projecting.ts';
import { added, cited, deleted, desk, fact, hidden, jobs, jobStream, linked, named, papers, paperStream, POISON, progressed, queued, readers, readerStream, registered, reset, shelf, shown, unlinked } from './shelf.ts'; // prettier-ignore

const projections = [shelf, desk];

/** Steps of a store at which it is away: while creating, loading, writing rows, counting, following. */
const AWAY_AT = [2, 9, 20, 33, 47];

const append = (events: MemoryEventStore, stream: string, ...told: readonly ColophonEvent[]): Promise<unknown> =>
  events.append(stream, told.map(fact), 'any');

const some = async (events: MemoryEventStore): Promise<void> => {
  await append(events, readerStream('x'), registered('x'), named('Ex'));
  await append(events, paperStream('a'), added('a'), linked('x'), linked('y'), cited(3));
  await append(events, jobStream('x'), queued('x', 'j1'), progressed('j1', 'a', 'b'));
  await append(events, paperStream('b'), added('b'), linked('x'));
};

const more = async (events: MemoryEventStore): Promise<void> => {
  await append(events, paperStream('b'), hidden);
  await append(events, readerStream('y'), registered('y'));
  await append(events, jobStream('x'), reset);
  await append(events, paperStream('a'), cited(5), unlinked('x'), linked('z'));
};

const rowOf = (shelves: Shelves, collection: string, id: string): unknown => shelves.rows.get(collection)?.get(id);

const projecting = suite('the projector');

projecting('fills, goes live, and follows', async () => {
  const [events, shelves] = [memoryEventStore(), emptyShelves()];
  const readModels = memoryReadModels({ shelves });
  await some(events);
  const running = project({ events, readModels, projections });
  await running.reached(await events.head());
  equal(byId(kept(shelves, projections)), byId(await plainFold(events, projections)));
  await more(events);
  await running.reached(await events.head());
  equal(byId(kept(shelves, projections)), byId(await plainFold(events, projections)));
  await append(events, paperStream('b'), shown);
  await append(events, paperStream('a'), deleted);
  await running.reached(await events.head());
  equal(byId(kept(shelves, projections)), byId(await plainFold(events, projections)));
  await running.stop();
  is(events.subscriptions, 0);
});

projecting('counts for somebody who registers after their publications', async () => {
  const [events, shelves] = [memoryEventStore(), emptyShelves()];
  const running = project({ events, readModels: memoryReadModels({ shelves }), projections });
  await append(events, paperStream('a'), added('a'), linked('late'));
  await running.reached(await events.head());
  await append(events, readerStream('late'), registered('late'));
  await running.reached(await events.head());
  await running.stop();
  equal(rowOf(shelves, 'readers_v1', 'late'), { id: 'late', name: null, papers: 1, position: await events.head() });
});

projecting('counts what a run that died between rows and counts left uncounted', async () => {
  const [events, shelves] = [memoryEventStore(), emptyShelves()];
  await append(events, readerStream('x'), registered('x'));
  await append(events, paperStream('a'), added('a'), linked('x'));
  await catchUp({ events, readModels: memoryReadModels({ shelves }), projections });
  await append(events, paperStream('a'), hidden);
  const dying = memoryReadModels({
    shelves,
    before: (step) => {
      if (step === 'recount') throw new Error('died');
    },
  });
  await rejects(catchUp({ events, readModels: dying, projections }), /died/);
  is((rowOf(shelves, 'papers_v1', 'a') as { shown: boolean }).shown, false);
  is((rowOf(shelves, 'readers_v1', 'x') as { papers: number }).papers, 1);
  await catchUp({ events, readModels: memoryReadModels({ shelves }), projections });
  is((rowOf(shelves, 'readers_v1', 'x') as { papers: number }).papers, 0);
});

projecting('moves its checkpoint past what it passes over', async () => {
  const [events, shelves] = [memoryEventStore(), emptyShelves()];
  const readModels = memoryReadModels({ shelves });
  const running = project({ events, readModels, projections });
  await append(events, 'workspace-org', { type: 'WorkspaceCreated', data: { id: 'org', name: 'Org' } });
  await running.reached(await events.head());
  await running.stop();
  equal(await projectionState(readModels, desk), { phase: 'live', position: await events.head() });
});

projecting('goes live over an empty log', async () => {
  const [events, readModels] = [memoryEventStore(), memoryReadModels()];
  equal(await projectionState(readModels, shelf), { phase: 'absent', position: -1 });
  await catchUp({ events, readModels, projections });
  equal(await projectionState(readModels, shelf), { phase: 'live', position: -1 });
});

projecting('is not live before everything is indexed and counted', async () => {
  const [events, shelves] = [memoryEventStore(), emptyShelves()];
  await some(events);
  const phases: unknown[] = [];
  const readModels = memoryReadModels({
    shelves,
    before: (step) => {
      if (step === 'index' || step === 'recount') phases.push(shelves.checkpoints.get('shelf_v1')?.phase);
    },
  });
  await catchUp({ events, readModels, projections });
  ok(phases.length >= 3);
  is(phases.slice(0, 3).some((phase) => phase === 'live'), false); // prettier-ignore
});

projecting('does not let live projections wait for one that is being filled', async () => {
  const [events, shelves] = [memoryEventStore(), emptyShelves()];
  await some(events);
  await catchUp({ events, readModels: memoryReadModels({ shelves }), projections: [shelf] });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const readModels = memoryReadModels({ shelves, before: (step) => (step === 'index' ? held : undefined) });
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

projecting('holds no more rows at once than allowed, however many a batch is about', async () => {
  const [events, shelves] = [memoryEventStore(), emptyShelves()];
  const papers = Array.from({ length: 60 }, (_, n) => `p${n}`);
  for (const paper of papers) await append(events, paperStream(paper), added(paper));
  await catchUp({ events, readModels: memoryReadModels({ shelves }), projections });
  for (const paper of papers) await append(events, paperStream(paper), cited(3));
  const readModels = memoryReadModels({ shelves });
  let held = 0;
  let most = 0;
  const watched: ReadModels = {
    ...readModels,
    standing: (collection, ids) => {
      held += ids.length;
      most = Math.max(most, held);
      return readModels.standing(collection, ids);
    },
    commit: async (batch) => {
      await readModels.commit(batch);
      held = 0;
    },
  };
  await catchUp({ events, readModels: watched, projections: [shelf] }, { loading: { rows: 5, bytes: 1 } });
  is(most, 1);
  equal(byId(kept(shelves, projections)), byId(await plainFold(events, projections)));
});

projecting('looks up no rows that each event makes anew', async () => {
  const [events, shelves] = [memoryEventStore(), emptyShelves()];
  const readModels = memoryReadModels({ shelves });
  const lookedUp = new Set<string>();
  const standing: ReadModels['standing'] = (collection, ids) => {
    lookedUp.add(collection.name);
    return readModels.standing(collection, ids);
  };
  await append(events, jobStream('x'), queued('x', 'j1'));
  for (const again of [queued('x', 'j2'), reset, queued('x', 'j3')]) {
    await catchUp({ events, readModels: { ...readModels, standing }, projections: [desk] });
    equal(byId(kept(shelves, [desk])), byId(await plainFold(events, [desk])));
    await append(events, jobStream('x'), again);
  }
  equal([...lookedUp], [jobs.name]);
});

projecting('withholds a row that cannot take an event, says so, and goes on', async () => {
  const [events, shelves, log] = [memoryEventStore(), emptyShelves(), recordedLog()];
  const running = project({ events, readModels: memoryReadModels({ shelves }), projections, log });
  await append(events, paperStream('a'), added('a'), cited(1));
  await running.reached(await events.head());
  await append(events, paperStream('a'), cited(POISON), cited(2));
  await running.reached(await events.head());
  await running.stop();
  const { cited: citations, shown: isShown, withheld } = rowOf(shelves, 'papers_v1', 'a') as Record<string, unknown>;
  equal({ citations, isShown, withheld }, { citations: 3, isShown: false, withheld: true });
  const [[, recorded] = []] = shelves.rows.get('poison_events') ?? [];
  is(recorded?.['projection'], 'shelf_v1');
  is(recorded?.['rowId'], 'a');
  is(recorded?.['stream'], paperStream('a'));
  is(recorded?.['message'], 'a fold broke');
  is(log.lines.filter(({ level }) => level === 'error').length, 1);
});

projecting(
  'follows confirmations without the rest of their rows, and withholds a row that cannot take one',
  async () => {
    const [events, shelves] = [memoryEventStore(), emptyShelves()];
    const inner = memoryReadModels({ shelves });
    const asked: unknown[] = [];
    const readModels: ReadModels = {
      ...inner,
      standing: (collection, ids, bytes, fields) => {
        if (collection.name === papers.name) asked.push([ids, fields ?? 'whole']);
        return inner.standing(collection, ids, bytes, fields);
      },
    };
    await append(events, paperStream('a'), added('a'), linked('x'));
    await append(events, paperStream('b'), added('b'), linked('x'));
    const running = project({ events, readModels, projections });
    await running.reached(await events.head());
    asked.length = 0;
    await append(events, jobStream('x'), progressed('j1', 'a', 'b'));
    await running.reached(await events.head());
    equal(asked, [
      [
        ['a', 'b'],
        ['confirmed', 'withheld'],
      ],
    ]);
    equal(byId(kept(shelves, projections)), byId(await plainFold(events, projections)));

    const counts = { found: 0, created: 0, refreshed: 0, unchanged: 0, failed: 0 };
    const broken = { jobId: 'j1', worker: 'w', counts, confirmed: [{ doi: 'a', at: POISON }] };
    await append(events, jobStream('x'), progressed('j2', 'b', 'a'), { type: 'IngestionProgressed', data: broken });
    await running.reached(await events.head());
    await append(events, jobStream('x'), progressed('j1', 'b', 'a'));
    await running.reached(await events.head());
    await running.stop();
    const { by, shown: isShown, withheld, confirmed } = rowOf(shelves, 'papers_v1', 'a') as Record<string, unknown>;
    equal({ by, isShown, withheld, confirmed }, { by: ['x'], isShown: false, withheld: true, confirmed: 11 });
  },
);

projecting('withholds the rows of an event that cannot even be read', async () => {
  const [events, shelves] = [memoryEventStore(), emptyShelves()];
  const broken = { ...fact(linked('x')), schemaVersion: 1, data: null as never };
  await append(events, paperStream('a'), added('a'));
  await append(events, paperStream('b'), added('b'));
  const running = project({ events, readModels: memoryReadModels({ shelves }), projections });
  await running.reached(await events.head());
  await events.append(paperStream('a'), [broken], 'any');
  await running.reached(await events.head());
  await running.stop();
  const seen = (id: string): unknown => {
    const { shown: isShown, withheld = false } = rowOf(shelves, 'papers_v1', id) as Record<string, unknown>;
    return { isShown, withheld };
  };
  equal(
    [seen('a'), seen('b')],
    [
      { isShown: false, withheld: true },
      { isShown: true, withheld: false },
    ],
  );
  const [[, recorded] = []] = shelves.rows.get('poison_events') ?? [];
  equal([recorded?.['rowId'], recorded?.['error']], ['a', 'TypeError']);
});

projecting(
  'fills all rows but those that cannot take an event, and goes live only if these may be withheld',
  async () => {
    const [events, shelves] = [memoryEventStore(), emptyShelves()];
    const readModels = memoryReadModels({ shelves });
    await append(events, readerStream('r'), registered('r'));
    await append(events, paperStream('a'), added('a'), linked('r'), cited(POISON), cited(2));
    await append(events, paperStream('b'), added('b'), linked('r'));
    const strict = project({ events, readModels, projections, allowed: () => new Set() });
    await rejects(strict.reached(1), /PoisonEvent: shelf_v1 cannot be switched to: event .* \(CitationCountChanged, position \d+ of publication-org~a\) breaks papers_v1: TypeError: a fold broke$/); // prettier-ignore
    is(events.subscriptions, 0);
    is((await readModels.checkpoint('shelf_v1'))?.phase, 'filling');
    // What needs no leave is live.
    is((await readModels.checkpoint('desk_v1'))?.phase, 'live');

    await catchUp({ events, readModels, projections, allowed: () => 'all' });
    const papersThere = await readModels.find(papers, { where: { all: [] }, limit: 9 });
    equal(
      papersThere.map(({ id, shown: isShown, withheld = false, cited: citations }) => [
        id,
        isShown,
        withheld,
        citations,
      ]),
      [
        ['a', false, true, 2],
        ['b', true, false, 0],
      ],
    );
    is((await readModels.get(readers, 'r'))?.['papers'], 1);
  },
);

projecting('waits for a log that is away, and goes on', async () => {
  const [events, shelves, log] = [memoryEventStore(), emptyShelves(), recordedLog()];
  const running = project({ events, readModels: memoryReadModels({ shelves }), projections, log });
  await some(events);
  await running.reached(await events.head());
  events.setAway(true);
  while (events.subscriptions > 0) await new Promise(setImmediate);
  events.setAway(false);
  await more(events);
  await running.reached(await events.head());
  await running.stop();
  equal(byId(kept(shelves, projections)), byId(await plainFold(events, projections)));
  ok(log.lines.some(({ message }) => message === 'the projector waits for a store'));
});

projecting('waits for read models that are away at any step, and loses and doubles nothing', async () => {
  const [events, shelves] = [memoryEventStore(), emptyShelves()];
  let steps = 0;
  // Away less often than it takes to get through a batch, and never twice at the same step.
  const readModels = memoryReadModels({
    shelves,
    before: () => {
      steps += 1;
      if (AWAY_AT.includes(steps)) throw new Unavailable('read models', 'away');
    },
  });
  await some(events);
  const running = project({ events, readModels, projections }, { batchSize: 2 });
  await running.reached(await events.head());
  await more(events);
  await running.reached(await events.head());
  await running.stop();
  equal(byId(kept(shelves, projections)), byId(await plainFold(events, projections)));
});

projecting('bears another projector over the same rows, while filling and live', async () => {
  const [events, shelves] = [memoryEventStore(), emptyShelves()];
  await some(events);
  const start = (batchSize: number) =>
    project({ events, readModels: memoryReadModels({ shelves }), projections }, { batchSize, heldBytes: 1 });
  const both = [start(1), start(3)];
  await Promise.all(both.map(async (running) => running.reached(await events.head())));
  await more(events);
  await Promise.all(both.map(async (running) => running.reached(await events.head())));
  await Promise.all(both.map((running) => running.stop()));
  equal(byId(kept(shelves, projections)), byId(await plainFold(events, projections)));
});

projecting('resolves at once when it is stopped while it waits for a store', async () => {
  const events = memoryEventStore();
  events.setAway(true);
  const log = recordedLog();
  const running = project({ events, readModels: memoryReadModels(), projections, log });
  while (log.lines.length === 0) await new Promise(setImmediate);
  await running.stop();
});
