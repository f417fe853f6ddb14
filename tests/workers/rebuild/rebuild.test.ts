/** Rebuilding rows beside the active ones: readers never see half of them, despite stops, kills and repeated orders. */
import { deepStrictEqual as equal, strictEqual as is, ok, rejects } from 'node:assert/strict';
import { BEGINNING } from '../../../domain/event.ts';
import { projectionKey } from '../../../projections/define.ts';
import { generationOf, servingGeneration } from '../../../projections/generations.ts';
import { requestPause, requestRebuild, requestResume, requestSkip } from '../../../workers/rebuild/requests.ts';
import type { RebuildTarget } from '../../../workers/rebuild/leases.ts';
import { leadProjections } from '../../../workers/rebuild/index.ts';
import { listProjections, untilServing } from '../../../workers/rebuild/list.ts';
import { poisonEvents } from '../../../workers/projector/poison.ts';
import { projectionState } from '../../../workers/projector/lag.ts';
import { suite } from '../../support/suite.ts';
import {
  added,
  cited,
  desk,
  linked,
  papers,
  paperStream,
  POISON,
  readerStream,
  registered,
  shelf,
  tolerant,
} from '../projector/shelf.ts';
import { recordedLog } from '../projector/projecting.ts';
import { folded, inSetup, rowsOf, until, type Setup } from './leading.ts';

const never = new AbortController().signal;
const unwatched = (): void => undefined;
const asking = ({ rows, state, clock, events }: Setup) => ({ readModels: rows, state, clock, events });
const watching = ({ rows, state, events }: Setup) => ({ readModels: rows, state, events });

const some = async ({ append }: Setup, count: number, from = 0): Promise<void> => {
  await append(readerStream('x'), registered('x'));
  for (let n = from; n < from + count; n += 1) await append(paperStream(`p${n}`), added(`p${n}`), linked('x'));
};

const rebuild = async (setup: Setup): Promise<void> => {
  const wanted = await requestRebuild(asking(setup), [shelf]);
  ok(await untilServing(watching(setup), wanted, unwatched, never));
};

const rebuilding = suite('rebuilding a projection');

rebuilding('never shows a reader fewer rows than before, while others write', () =>
  inSetup(async (setup) => {
    const { events, rows, readModels, append, settled, lead } = setup;
    await some(setup, 60);
    lead({ batchSize: 7, heldBytes: 2_000 });
    await settled();
    let isOver = false;
    let [least, queries] = [60, 0];
    const reading = (async () => {
      while (!isOver) {
        const { length } = await readModels.find(papers, { where: { all: [] }, limit: 10_000 });
        ok(length >= least, `${length} after ${least}`);
        [least, queries] = [length, queries + 1];
        is((await readModels.checkpoint('shelf_v1'))?.phase, 'live');
        await new Promise(setImmediate);
      }
    })();
    const writing = (async () => {
      for (let n = 60; !isOver; n += 1) {
        await append(paperStream(`p${n}`), added(`p${n}`), linked('x'));
        // No faster than the projector follows.
        const head = await events.head();
        await until(async () => isOver || ((await readModels.checkpoint('desk_v1'))?.position ?? -1) >= head);
      }
    })();
    try {
      for (let n = 1; n <= 3; n += 1) await rebuild(setup);
    } finally {
      isOver = true;
    }
    await Promise.all([reading, writing]);
    ok(queries > 10);
    await settled();
    is(await servingGeneration(rows, shelf), 3);
    is(await servingGeneration(rows, desk), 0);
    for (const generation of [0, 1, 2, 3]) {
      // The earlier ones are kept up too, for readers who have not yet looked up the active one.
      await until(
        async () => (await projectionState(rows, generationOf(shelf, generation))).position >= (await events.head()),
      );
      equal(await rowsOf(rows, shelf, generation), await folded(events, shelf));
    }
  }),
);

rebuilding('runs again when ordered as soon as it is done, before the leader has polled for orders', () =>
  inSetup(async (setup) => {
    await some(setup, 3);
    setup.lead({ pollMs: 1_000 });
    await setup.settled();
    for (let n = 1; n <= 2; n += 1) await rebuild(setup);
    is(await servingGeneration(setup.rows, shelf), 2);
  }),
);

rebuilding('reads the log once for all orders, one after another', () =>
  inSetup(async (setup) => {
    const { events, state, rows, clock } = setup;
    await some(setup, 20);
    const wanted: RebuildTarget[] = [];
    let [readsFromTheStart, looks, seen] = [0, 0, 0];
    const list: typeof state.list = async (...args) => {
      const orders = await state.list(...args);
      looks += 1;
      // The leader has seen one order twice; the other is placed before it polls again.
      const isOrdered = orders.some(({ key }) => key.startsWith('projecting/rebuild/'));
      if (isOrdered && (seen += 1) === 2) wanted.push(...(await requestRebuild(asking(setup), [desk])));
      return orders;
    };
    const subscribe: typeof events.subscribe = (options) => {
      if ((options.after ?? BEGINNING) === BEGINNING) readsFromTheStart += 1;
      return events.subscribe(options);
    };
    const stopping = new AbortController();
    const deps = { readModels: rows, clock, log: recordedLog(), holder: 'leader', projections: [shelf, desk] };
    const leading = leadProjections(
      { ...deps, events: { ...events, subscribe }, state: { ...state, list } },
      { pollMs: 5, signal: stopping.signal },
    );
    await setup.settled();
    // It carries out at once what is requested while it is still planning.
    const before = looks;
    await until(() => looks >= before + 5);
    readsFromTheStart = 0;
    wanted.push(...(await requestRebuild(asking(setup), [shelf])));
    await until(() => wanted.length === 2);
    ok(await untilServing(watching(setup), wanted, unwatched, never));
    stopping.abort();
    await leading;
    is(readsFromTheStart, 1);
  }),
);

rebuilding('corrects wrong rows', () =>
  inSetup(async (setup) => {
    await some(setup, 3);
    setup.lead();
    await setup.settled();
    const wrong = {
      id: 'p1',
      position: (await setup.events.head()) + 1_000,
      shown: true,
      by: [],
      ever: [],
      tried: 0,
      cited: 77,
    };
    const { latest = -1 } = (await setup.readModels.checkpoint('shelf_v1')) ?? {};
    const checkpoint = { position: await setup.events.head(), phase: 'live', latest } as const;
    await setup.rows.commit({
      projection: 'shelf_v1',
      changes: [{ collection: papers, replace: [wrong] }],
      recounts: [],
      checkpoint,
    });
    is((await setup.readModels.get(papers, 'p1'))?.['cited'], 77);
    await rebuild(setup);
    await until(async () => (await setup.readModels.get(papers, 'p1'))?.['cited'] === 0);
    const seen = await setup.readModels.checkpoint('shelf_v1');
    equal(seen, { ...checkpoint, generation: 1 });
  }),
);

rebuilding('switches even if the last events of the log have been erased', () =>
  inSetup(async (setup) => {
    await some(setup, 3);
    setup.lead();
    await setup.settled();
    await setup.append(readerStream('y'), registered('y'));
    await setup.settled();
    // The active rows are at a position that no others will reach.
    await setup.events.deleteStream(readerStream('y'));
    await rebuild(setup);
    is(await servingGeneration(setup.rows, shelf), 1);
    equal(await rowsOf(setup.rows, shelf, 1), await folded(setup.events, shelf));
  }),
);

rebuilding('resumes after being killed', () =>
  inSetup(async (setup) => {
    const { events, rows, settled, lead } = setup;
    await some(setup, 100);
    const first = lead();
    await settled();
    await first.stop();
    const wanted = await requestRebuild(asking(setup), [shelf]);
    const own = generationOf(shelf, 1);
    const reached: number[] = [];
    for (let kills = 0; kills < 3; kills += 1) {
      await new Promise<void>((resolve, reject) => {
        const led = lead({
          batchSize: 2,
          heldBytes: 1,
          // Killed within its first step.
          onProgress: ({ projection }) => {
            if (projection === projectionKey(own)) led.stop().then(resolve, reject);
          },
        });
      });
      reached.push((await projectionState(rows, own)).position);
      is(await servingGeneration(rows, shelf), 0);
    }
    ok(
      reached.every((position, n) => position > (reached[n - 1] ?? -1)),
      reached.join(', '),
    );
    equal(await requestRebuild(asking(setup), [shelf]), wanted);
    lead();
    ok(await untilServing(watching(setup), wanted, unwatched, never));
    equal(await rowsOf(rows, shelf, 1), await folded(events, shelf));
  }),
);

rebuilding('is one rebuild when two order it at once, done by one of two leaders', () =>
  inSetup(async (setup) => {
    const { events, rows, settled, lead } = setup;
    await some(setup, 30);
    lead({ batchSize: 3 });
    lead({ batchSize: 5 });
    await settled();
    const both = await Promise.all([
      requestRebuild(asking(setup), [shelf, desk]),
      requestRebuild(asking(setup), [shelf]),
    ]);
    equal(
      both.map(([first]) => first?.generation),
      [1, 1],
    );
    for (const wanted of both) ok(await untilServing(watching(setup), wanted, unwatched, never));
    is(await servingGeneration(rows, shelf), 1);
    is(await servingGeneration(rows, desk), 1);
    equal(await rowsOf(rows, shelf, 1), await folded(events, shelf));
    is((await setup.state.list('projecting/')).length, 0);
  }),
);

rebuilding('continues past poison events, and switches to rows that lack what others serve only with permission', () =>
  inSetup(async (setup) => {
    const { events, rows, append, settled, lead } = setup;
    await some(setup, 5);
    const earlier = lead({ projections: [tolerant, desk] });
    await settled();
    await append(paperStream('p1'), cited(POISON));
    await append(paperStream('p1'), cited(4));
    await settled();
    await earlier.stop();
    const { log } = lead();
    const wanted = await requestRebuild(asking(setup), [shelf]);
    const poison = [];
    for await (const event of events.readStream(paperStream('p1'))) poison.push(event);
    const { id = '' } = poison[2] ?? {};
    await rejects(
      untilServing(watching(setup), wanted, unwatched, never),
      new RegExp(`RebuildStopped: shelf_v1_g1 cannot be switched to: event ${id} .*skip-poison shelf ${id}`),
    );
    is(
      log.lines.filter(({ message }) => message === 'rows have caught up but withhold what the serving ones do not')
        .length,
      1,
    );
    // The active rows are kept up regardless.
    await append(paperStream('p2'), cited(2));
    await settled();
    is((await setup.readModels.get(papers, 'p2'))?.['cited'], 2);
    await requestSkip(asking(setup), shelf, id);
    ok(await untilServing(watching(setup), wanted, unwatched, never));
    const row = await setup.readModels.get(papers, 'p1');
    equal([row?.['shown'], row?.withheld], [false, true]);
    const skipped = await rows.find(poisonEvents, { where: { all: [] }, limit: 9 });
    equal(
      skipped.map(({ projection, eventId }) => [projection, eventId]),
      [['shelf_v1_g1', id]],
    );
  }),
);

rebuilding('skips only a paused projection', () =>
  inSetup(async (setup) => {
    const { append, readModels, rows, settled, lead } = setup;
    await some(setup, 3);
    lead();
    await settled();
    ok(await requestPause(asking(setup), shelf));
    is(await requestPause(asking(setup), shelf), false);
    await rejects(requestRebuild(asking(setup), [shelf]), /shelf is paused/);
    // A rebuild of another projection shows that the order has been read.
    const wanted = await requestRebuild(asking(setup), [desk]);
    ok(await untilServing(watching(setup), wanted, unwatched, never));
    const { position } = await projectionState(rows, shelf);
    await append(readerStream('z'), registered('z'));
    const head = await setup.events.head();
    await until(async () => ((await readModels.checkpoint('desk_v1'))?.position ?? -1) >= head);
    is((await projectionState(rows, shelf)).position, position);
    ok(await requestResume(asking(setup), shelf));
    await settled();
    is(await requestResume(asking(setup), shelf), false);
  }),
);

rebuilding('completes a rebuild that was ordered before a pause, and rows that are not active yet', () =>
  inSetup(async (setup) => {
    const { append, readModels, rows, settled, lead } = setup;
    await some(setup, 3);
    await requestPause(asking(setup), shelf);
    is((await listProjections({ ...asking(setup), projections: [shelf] }))[0]?.state, 'absent');
    const first = lead();
    await settled();
    await first.stop();
    await requestResume(asking(setup), shelf);
    const wanted = await requestRebuild(asking(setup), [shelf]);
    await requestPause(asking(setup), shelf);
    lead();
    ok(await untilServing(watching(setup), wanted, unwatched, never));
    const { position } = await projectionState(rows, generationOf(shelf, 1));
    await append(readerStream('z'), registered('z'));
    const head = await setup.events.head();
    await until(async () => ((await readModels.checkpoint('desk_v1'))?.position ?? -1) >= head);
    is((await projectionState(rows, generationOf(shelf, 1))).position, position);
    is((await listProjections({ ...asking(setup), projections: [shelf] }))[0]?.state, 'paused');
  }),
);
