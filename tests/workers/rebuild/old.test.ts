/** Rows that are no longer read are dropped after a grace period or on request; those of a later release are built before it starts. */
import { deepStrictEqual as equal, strictEqual as is, ok, rejects } from 'node:assert/strict';
import { projectionKey, type Projection } from '../../../projections/define.ts';
import { activeGenerationReadModels } from '../../../projections/active-generation.ts';
import { generationOf } from '../../../projections/generations.ts';
import { acquireLease } from '../../../commands/lease.ts';
import { listProjections, reporting, untilServing } from '../../../workers/rebuild/list.ts';
import { dropOld, oldGenerations, requestRebuild, requestSkip, unbuilt } from '../../../workers/rebuild/requests.ts';
import { leadProjections } from '../../../workers/rebuild/index.ts';
import { registered as generations } from '../../../workers/rebuild/registry.ts';
import { projectionState } from '../../../workers/projector/lag.ts';
import { suite } from '../../support/suite.ts';
import { recordedLog } from '../projector/projecting.ts';
import {
  added,
  cited,
  desk,
  jobs,
  linked,
  paperStream,
  papers,
  POISON,
  readerStream,
  registered,
  shelf,
  tolerant,
} from '../projector/shelf.ts';
import { folded, inSetup, projections, rowsOf, until, type Setup } from './leading.ts';

const never = new AbortController().signal;

const later: Projection = {
  ...desk,
  version: 2,
  folds: desk.folds.map((fold) => ({ ...fold, collection: { ...jobs, name: 'jobs_v2' } })),
};

const some = async ({ append }: Setup): Promise<void> => {
  await append(readerStream('x'), registered('x'));
  for (const n of ['a', 'b', 'c']) await append(paperStream(n), added(n), linked('x'));
};

const rebuild = async ({ rows: readModels, state, clock, events }: Setup): Promise<void> => {
  const wanted = await requestRebuild({ readModels, state, clock }, [shelf]);
  ok(await untilServing({ readModels, state, events }, wanted, () => undefined, never));
};

const keys = async ({ rows }: Setup): Promise<readonly string[]> =>
  (await generations(rows)).map(({ key }) => key).sort();

const old = suite('old rows');

old('are kept for a grace period, then dropped', () =>
  inSetup(async (setup) => {
    await some(setup);
    setup.lead();
    await setup.settled();
    await rebuild(setup);
    equal(await keys(setup), ['desk_v1', 'shelf_v1', 'shelf_v1_g1']);
    setup.pass(61_000);
    await until(async () => (await keys(setup)).length === 2);
    equal(await keys(setup), ['desk_v1', 'shelf_v1_g1']);
    await until(async () => (await projectionState(setup.rows, shelf)).phase === 'absent');
    equal(await rowsOf(setup.rows, shelf, 1), await folded(setup.events, shelf));
    is((await setup.readModels.get(papers, 'a'))?.id, 'a');
  }),
);

old('are dropped on request, unlike the active rows', () =>
  inSetup(async (setup) => {
    await some(setup);
    setup.lead();
    await setup.settled();
    await rebuild(setup);
    const deps = { readModels: setup.rows, state: setup.state, clock: setup.clock, projections };
    const found = await oldGenerations(deps);
    equal(
      found.map(({ key }) => key),
      ['shelf_v1'],
    );
    ok(await dropOld(deps, found, never));
    equal(await keys(setup), ['desk_v1', 'shelf_v1_g1']);
    await setup.append(paperStream('a'), cited(3));
    await setup.settled();
    is((await setup.readModels.get(papers, 'a'))?.['cited'], 3);
    equal((await setup.state.list('projecting/')).length, 0);
  }),
);

old('of an earlier release are dropped later, and kept while that release leads', () =>
  inSetup(async (setup) => {
    await some(setup);
    const before = setup.lead();
    await setup.settled();
    await before.stop();
    const next = setup.lead({ projections: [shelf, later] });
    await until(async () => (await projectionState(setup.rows, later)).phase === 'live');
    equal(await keys(setup), ['desk_v1', 'desk_v2', 'shelf_v1']);
    await next.stop();
    setup.pass(601_000);
    const back = setup.lead();
    await setup.settled();
    await back.stop();
    // They were used in between, so their grace period starts again.
    setup.lead({ projections: [shelf, later] });
    await until(async () =>
      (await generations(setup.rows)).some(({ key, retiredAt }) => key === 'desk_v1' && retiredAt !== null),
    );
    equal(await keys(setup), ['desk_v1', 'desk_v2', 'shelf_v1']);
    setup.pass(601_000);
    await until(async () => !(await keys(setup)).includes('desk_v1'));
  }),
);

old('of an earlier release are kept while another process leads, and checked again later', () =>
  inSetup(async (setup) => {
    const { rows: readModels, state, clock } = setup;
    await some(setup);
    const before = setup.lead();
    await setup.settled();
    await before.stop();
    const held = await acquireLease(state, 'projector/desk_v1', 'other', { ttlMs: 60_000, log: recordedLog() });
    const led = [shelf, later];
    setup.lead({ projections: led });
    await until(async () => (await projectionState(readModels, later)).phase === 'live');
    equal(await oldGenerations({ readModels, state, clock, projections: led }), []);
    setup.pass(61_000);
    await held?.release();
    setup.pass(61_000);
    await until(async () => (await generations(readModels)).some(({ retiredAt }) => retiredAt !== null));
    setup.pass(601_000);
    await until(async () => !(await keys(setup)).includes('desk_v1'));
  }),
);

const preparing = suite('preparing a release');

preparing('fills its new rows while the old release leads, and switches nothing', () =>
  inSetup(async (setup) => {
    await some(setup);
    setup.lead();
    await setup.settled();
    const { events, rows: readModels, state, clock } = setup;
    const release = [shelf, later];
    const deps = { events, readModels, state, clock, log: recordedLog(), holder: 'release' };
    const wanted = await unbuilt({ readModels, projections: release });
    equal(wanted, [{ projection: later, generation: 0 }]);
    const stopping = new AbortController();
    const preparing = leadProjections(
      { ...deps, projections: [later], declared: release },
      { pollMs: 5, signal: stopping.signal },
    );
    ok(await untilServing(deps, wanted, () => undefined, never));
    stopping.abort();
    await preparing;
    is((await projectionState(readModels, later)).phase, 'live');
    equal(await unbuilt({ readModels, projections: release }), []);
    await setup.append(paperStream('d'), added('d'));
    await setup.settled();
    const next = activeGenerationReadModels(readModels, [shelf, later]);
    is((await next.checkpoint('desk_v2'))?.phase, 'live');
    is((await setup.readModels.checkpoint('desk_v1'))?.phase, 'live');
  }),
);

const listing = suite('the list of projections');

listing('shows the state of each, what is being rebuilt, and what has failed', () =>
  inSetup(async (setup) => {
    await some(setup);
    const earlier = setup.lead({ projections: [tolerant, desk] });
    await setup.settled();
    const { events, rows: readModels, state, clock } = setup;
    const list = () => listProjections({ events, readModels, state, clock, projections });
    const head = await events.head();
    const same = {
      version: 1,
      generation: 0,
      state: 'live',
      position: head,
      head,
      lagMs: 0,
      rebuild: null,
      lastError: null,
    };
    equal(await list(), [
      { name: 'shelf', rows: 4, ...same },
      { name: 'desk', rows: 0, ...same },
    ]);

    await setup.append(paperStream('a'), cited(POISON));
    await setup.settled();
    await earlier.stop();
    const wanted = await requestRebuild({ readModels, state, clock }, [shelf]);
    is((await list())[0]?.rebuild?.state, 'waiting');
    const key = projectionKey(generationOf(shelf, 1));
    reporting(state, recordedLog())({ projection: key, position: 1, events: 1 });
    equal((await list())[0]?.rebuild, { generation: 1, position: 1, state: 'filling' });
    setup.lead();
    await rejects(
      untilServing({ readModels, state, events }, wanted, () => undefined, never),
      /RebuildStopped/,
    );
    const [stopped] = await list();
    is(stopped?.state, 'live');
    is(stopped?.rebuild?.state, 'stopped');
    is(stopped?.lastError?.kind, 'stopped');
    is(stopped?.lastError?.event?.stream, paperStream('a'));
    await requestSkip({ readModels, state, clock, events }, shelf, stopped?.lastError?.event?.id ?? '');
    ok(await untilServing({ readModels, state, events }, wanted, () => undefined, never));
    const [switched] = await list();
    is(switched?.generation, 1);
    is(switched?.lastError?.kind, 'skipped');
  }),
);
