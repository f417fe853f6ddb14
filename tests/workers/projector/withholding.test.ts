/** A row that cannot apply an event is withheld, and everything else continues. */
import { deepStrictEqual as equal, strictEqual as is, rejects } from 'node:assert/strict';
import { memoryEventStore } from '../../support/memory-event-store.ts';
import { emptyStorage, memoryReadModels } from '../../support/memory-read-models.ts';
import { suite } from '../../support/suite.ts';
import { catchUp, project, recordedLog } from './projecting.ts';
import {
  added,
  cited,
  fact,
  jobStream,
  linked,
  papers,
  paperStream,
  POISON,
  retried,
  readers,
  readerStream,
  registered,
  STRAY,
} from './shelf.ts';
import { append, projections, rowOf } from './two-projections.ts';

const projecting = suite('the projector');

projecting('withholds a row that cannot apply an event, reports it, and continues', async () => {
  const [events, storage, log] = [memoryEventStore(), emptyStorage(), recordedLog()];
  const running = project({ events, readModels: memoryReadModels({ storage }), projections, log });
  await append(events, paperStream('a'), added('a'), cited(1));
  await running.reached(await events.head());
  await append(events, paperStream('a'), cited(POISON), cited(2));
  await running.reached(await events.head());
  await running.stop();
  const { cited: citations, shown: isShown, withheld } = rowOf(storage, 'papers_v1', 'a') as Record<string, unknown>;
  equal({ citations, isShown, withheld }, { citations: 3, isShown: false, withheld: true });
  const [[, recorded] = []] = storage.rows.get('poison_events') ?? [];
  is(recorded?.['projection'], 'shelf_v1');
  is(recorded?.['rowId'], 'a');
  is(recorded?.['stream'], paperStream('a'));
  is(recorded?.['message'], 'a fold broke');
  is(log.lines.filter(({ level }) => level === 'error').length, 1);
});

projecting('withholds a row that an event turns into one of another id, and continues', async () => {
  const [events, storage] = [memoryEventStore(), emptyStorage()];
  const running = project({ events, readModels: memoryReadModels({ storage }), projections });
  await append(events, paperStream('a'), added('a'));
  await running.reached(await events.head());
  await append(events, paperStream('a'), cited(STRAY));
  await append(events, paperStream('b'), added('b'), cited(1));
  await running.reached(await events.head());
  await running.stop();
  const { shown: isShown, withheld } = rowOf(storage, 'papers_v1', 'a') as Record<string, unknown>;
  equal({ isShown, withheld }, { isShown: false, withheld: true });
  is((rowOf(storage, 'papers_v1', 'b') as Record<string, unknown>)['cited'], 1);
  const [[, recorded] = []] = storage.rows.get('poison_events') ?? [];
  equal([recorded?.['rowId'], recorded?.['error']], ['a', 'OtherRow']);
});

projecting('withholds the rows of an event that cannot even be read', async () => {
  const [events, storage] = [memoryEventStore(), emptyStorage()];
  const broken = { ...fact(linked('x')), schemaVersion: 1, data: null as never };
  await append(events, paperStream('a'), added('a'));
  await append(events, paperStream('b'), added('b'));
  const running = project({ events, readModels: memoryReadModels({ storage }), projections });
  await running.reached(await events.head());
  await events.append(paperStream('a'), [broken], 'any');
  await running.reached(await events.head());
  await running.stop();
  const seen = (id: string): unknown => {
    const { shown: isShown, withheld = false } = rowOf(storage, 'papers_v1', id) as Record<string, unknown>;
    return { isShown, withheld };
  };
  equal(
    [seen('a'), seen('b')],
    [
      { isShown: false, withheld: true },
      { isShown: true, withheld: false },
    ],
  );
  const [[, recorded] = []] = storage.rows.get('poison_events') ?? [];
  equal([recorded?.['rowId'], recorded?.['error']], ['a', 'TypeError']);
});

projecting('records an event that names a row by anything but a string, live as in a catch-up', async () => {
  const recordedBy = async (isLive: boolean): Promise<unknown> => {
    const [events, storage] = [memoryEventStore(), emptyStorage()];
    const running = project({ events, readModels: memoryReadModels({ storage }), projections });
    if (isLive) await running.reached(await events.head());
    await append(events, jobStream('x'), retried('j1', 1 as never));
    await running.reached(await events.head());
    await running.stop();
    return [...(storage.rows.get('poison_events')?.values() ?? [])].map(({ projection, rowId, error }) => ({
      projection,
      rowId,
      error,
    }));
  };
  const expected = [{ projection: 'shelf_v1', rowId: null, error: 'TypeError' }];
  equal([await recordedBy(true), await recordedBy(false)], [expected, expected]);
});

projecting(
  'fills all rows but those that cannot apply an event, and goes live only if these may be withheld',
  async () => {
    const [events, storage] = [memoryEventStore(), emptyStorage()];
    const readModels = memoryReadModels({ storage });
    await append(events, readerStream('r'), registered('r'));
    await append(events, paperStream('a'), added('a'), linked('r'), cited(POISON), cited(2));
    await append(events, paperStream('b'), added('b'), linked('r'));
    const strict = project({ events, readModels, projections, allowed: () => () => false });
    await rejects(
      strict.reached(1),
      /PoisonEvent: shelf_v1 cannot be switched to: event .* \(CitationCountChanged, position \d+ of publication-org~a\) breaks papers_v1: TypeError: a fold broke$/,
    );
    is(events.subscriptions, 0);
    is((await readModels.checkpoint('shelf_v1'))?.phase, 'filling');
    // The one that needs no permission is live.
    is((await readModels.checkpoint('desk_v1'))?.phase, 'live');

    await catchUp({ events, readModels, projections });
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
