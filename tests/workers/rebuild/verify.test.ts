/** Verification rebuilds rows and compares them: during writes, after corruption, and after an earlier verification crashed. */
import { deepStrictEqual as equal, strictEqual as is, ok, rejects } from 'node:assert/strict';
import { projectionKey } from '../../../projections/define.ts';
import { generationOf, servingGeneration } from '../../../projections/generations.ts';
import { projectionState } from '../../../workers/projector/lag.ts';
import { poisonEvents } from '../../../workers/projector/poison.ts';
import { acquireVerified } from '../../../workers/rebuild/leases.ts';
import { untilServing } from '../../../workers/rebuild/list.ts';
import { requestPause, requestRebuild } from '../../../workers/rebuild/requests.ts';
import { registered as generations } from '../../../workers/rebuild/registry.ts';
import { type Verified, verifyProjection } from '../../../workers/rebuild/verify.ts';
import { suite } from '../../support/suite.ts';
import {
  added,
  cited,
  linked,
  paperStream,
  papers,
  POISON,
  readers,
  readerStream,
  registered,
  shelf,
} from '../projector/shelf.ts';
import { recordedLog } from '../projector/projecting.ts';
import { folded, inSetup, rowsOf, until, type Setup } from './leading.ts';

const never = new AbortController().signal;

const verify = ({ events, rows, state }: Setup): Promise<Verified> =>
  verifyProjection(
    { events, readModels: rows, state, log: recordedLog(), holder: 'verifier' },
    shelf,
    () => undefined,
    never,
  );

const generationsIn = async ({ rows }: Setup): Promise<readonly number[]> =>
  (await generations(rows)).filter(({ projection }) => projection === shelf.name).map(({ generation }) => generation);

const some = async ({ append }: Setup, count: number): Promise<void> => {
  await append(readerStream('x'), registered('x'));
  for (let n = 0; n < count; n += 1) await append(paperStream(`p${n}`), added(`p${n}`), linked('x'));
};

const corrupted = async ({ rows, events }: Setup): Promise<void> => {
  const position = (await events.head()) + 1_000;
  const wrong = { id: 'p1', position, shown: true, by: ['x'], ever: ['x'], tried: 1, cited: 77 };
  const surplus = { ...wrong, id: 'nobody' };
  const checkpoint = { position: await events.head(), phase: 'live' } as const;
  await rows.commit({
    projection: 'shelf_v1',
    changes: [
      { collection: papers, replace: [wrong, surplus] },
      { collection: readers, replace: [], remove: [{ id: 'x', position }] },
    ],
    recounts: [],
    checkpoint,
  });
};

const verifying = suite('verifying a projection');

verifying('finds no differences in correct rows with a skipped poison event, and leaves nothing behind', () =>
  inSetup(async (setup) => {
    await some(setup, 250);
    setup.lead();
    await setup.settled();
    await setup.append(paperStream('p1'), cited(POISON));
    await setup.settled();
    equal(await verify(setup), { name: 'shelf', version: 1, generation: 0, rows: 251, differences: [] });
    equal(await generationsIn(setup), [0]);
    is(await setup.rows.checkpoint('shelf_v1_g1'), null);
    const poison = await setup.rows.find(poisonEvents, { where: { all: [] }, limit: 9 });
    equal([...new Set(poison.map(({ projection }) => projection))], ['shelf_v1']);
    is(await servingGeneration(setup.rows, shelf), 0);
  }),
);

verifying('finds no differences while others write', () =>
  inSetup(async (setup) => {
    await some(setup, 50);
    setup.lead({ batchSize: 3 });
    await setup.settled();
    let isOver = false;
    const writing = (async () => {
      for (let n = 50; !isOver && n < 600; n += 1) {
        await setup.append(paperStream(`p${n % 70}`), cited(n));
        await new Promise(setImmediate);
      }
    })();
    equal((await verify(setup)).differences, []);
    isOver = true;
    await writing;
  }),
);

verifying('names differing, missing and extra rows', () =>
  inSetup(async (setup) => {
    await some(setup, 5);
    setup.lead();
    await setup.settled();
    await corrupted(setup);
    const { differences } = await verify(setup);
    equal(differences.map(({ collection, id, kind }) => `${collection} ${id} ${kind}`).sort(), [
      'papers_v1 nobody surplus',
      'papers_v1 p1 differs',
      'readers_v1 x missing',
    ]);
  }),
);

verifying('names differences even if the last events of the log have been erased', () =>
  inSetup(async (setup) => {
    await some(setup, 5);
    setup.lead();
    await setup.settled();
    await setup.append(readerStream('y'), registered('y'));
    await setup.settled();
    // The active rows have applied it; the rebuilt ones will not.
    await setup.events.deleteStream(readerStream('y'));
    const { differences } = await verify(setup);
    equal(differences, [{ collection: readers.name, id: 'y', kind: 'surplus' }]);
  }),
);

verifying('is refused while it goes on elsewhere, and what a process that died has left is dropped', () =>
  inSetup(async (setup) => {
    await some(setup, 5);
    setup.lead();
    await setup.settled();
    const deps = { state: setup.state, log: recordedLog(), holder: 'other' };
    const lease = await acquireVerified(deps, { projection: shelf, generation: 1 });
    const own = generationOf(shelf, 1);
    await until(async () => (await projectionState(setup.rows, own)).phase === 'live');
    await rejects(verify(setup), /shelf is being verified by another process/);
    is(await servingGeneration(setup.rows, shelf), 0);
    // As if it expired.
    await lease?.release();
    await until(async () => (await generationsIn(setup)).length === 1);
    is(await setup.rows.checkpoint(projectionKey(own)), null);
    equal((await verify(setup)).differences, []);
    // No number is used twice.
    is((await requestRebuild({ ...setup, readModels: setup.rows }, [shelf]))[0]?.generation, 3);
  }),
);

verifying('goes on beside a rebuild', () =>
  inSetup(async (setup) => {
    const { rows: readModels, state, events, clock } = setup;
    await some(setup, 50);
    setup.lead({ batchSize: 3 });
    await setup.settled();
    const verified = verify(setup);
    const wanted = await requestRebuild({ readModels, state, clock }, [shelf]);
    ok(await untilServing({ readModels, state, events }, wanted, () => undefined, never));
    equal((await verified).differences, []);
    equal(await rowsOf(readModels, shelf, wanted[0]?.generation), await folded(events, shelf));
  }),
);

verifying('is refused while paused', () =>
  inSetup(async (setup) => {
    await some(setup, 5);
    setup.lead();
    await setup.settled();
    await requestPause({ readModels: setup.rows, state: setup.state, clock: setup.clock }, shelf);
    await rejects(verify(setup), /shelf is paused/);
    is((await setup.state.list('lease/verify')).length, 0);
  }),
);
