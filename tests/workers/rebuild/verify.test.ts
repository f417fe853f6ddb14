/** Verification rebuilds rows and compares them: during writes, after corruption, and after an earlier verification crashed. */
import { deepStrictEqual as equal, strictEqual as is, ok, rejects } from 'node:assert/strict';
import { isScratch, projectionKey } from '../../../projections/define.ts';
import { collectionIn } from '../../../projections/generations.ts';
import { requestPause } from '../../../workers/rebuild/requests.ts';
import { openRegistry, register, registered as generations } from '../../../workers/rebuild/registry.ts';
import { generationOf } from '../../../projections/generations.ts';
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
import { inSetup, type Setup } from './leading.ts';

const never = new AbortController().signal;

const verify = ({ events, rows, state, clock }: Setup): Promise<Verified> =>
  verifyProjection(
    { events, readModels: rows, state, clock, log: recordedLog(), holder: 'verifier' },
    shelf,
    () => undefined,
    { signal: never, batchSize: 7 },
  );

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
    ok((await generations(setup.rows)).every(({ generation }) => !isScratch(generation)));
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

verifying('is refused while paused, and starts over after one that died', () =>
  inSetup(async (setup) => {
    await some(setup, 5);
    setup.lead();
    await setup.settled();
    const scratch = generationOf(shelf, -7);
    const collection = collectionIn(papers, -7);
    await openRegistry(setup.rows);
    await register(setup.rows, scratch);
    await setup.rows.create(collection, 'later');
    const leftover = { id: 'stale', position: 5_000 };
    await setup.rows.commit({
      projection: projectionKey(scratch),
      changes: [{ collection, replace: [leftover] }],
      recounts: [],
      checkpoint: { position: 0, phase: 'filling' },
    });
    equal((await verify(setup)).differences, []);
    equal(
      (await generations(setup.rows)).map(({ generation }) => generation),
      [0, 0],
    );
    is(await setup.rows.checkpoint(projectionKey(scratch)), null);
    await requestPause({ readModels: setup.rows, state: setup.state, clock: setup.clock }, shelf);
    await rejects(verify(setup), /shelf is paused/);
    is((await setup.state.list('lease/verify')).length, 0);
  }),
);
