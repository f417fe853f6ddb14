/** Verification rebuilds rows and compares them: during writes, after corruption, and after an earlier verification crashed. */
import { deepStrictEqual as equal, strictEqual as is, ok, rejects } from 'node:assert/strict';
import { isScratch, projectionKey } from '../../../projections/define.ts';
import { collectionIn } from '../../../projections/generations.ts';
import { requestPause } from '../../../workers/rebuild/ask.ts';
import { openRegistry, register, registered as generations } from '../../../workers/rebuild/registry.ts';
import { generationOf } from '../../../projections/generations.ts';
import { verifyProjection, type Verified } from '../../../workers/rebuild/verify.ts';
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
  const wrong = { id: 'p1', position, shown: true, by: ['x'], ever: ['x'], confirmed: 1, cited: 77 };
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
  inSetup(async (house) => {
    await some(house, 250);
    house.lead();
    await house.settled();
    await house.append(paperStream('p1'), cited(POISON));
    await house.settled();
    equal(await verify(house), { name: 'shelf', version: 1, generation: 0, rows: 251, differences: [] });
    ok((await generations(house.rows)).every(({ generation }) => !isScratch(generation)));
  }),
);

verifying('finds no differences while others write', () =>
  inSetup(async (house) => {
    await some(house, 50);
    house.lead({ batchSize: 3 });
    await house.settled();
    let isOver = false;
    const writing = (async () => {
      for (let n = 50; !isOver && n < 600; n += 1) {
        await house.append(paperStream(`p${n % 70}`), cited(n));
        await new Promise(setImmediate);
      }
    })();
    equal((await verify(house)).differences, []);
    isOver = true;
    await writing;
  }),
);

verifying('names differing, missing and extra rows', () =>
  inSetup(async (house) => {
    await some(house, 5);
    house.lead();
    await house.settled();
    await corrupted(house);
    const { differences } = await verify(house);
    equal(differences.map(({ collection, id, kind }) => `${collection} ${id} ${kind}`).sort(), [
      'papers_v1 nobody surplus',
      'papers_v1 p1 differs',
      'readers_v1 x missing',
    ]);
  }),
);

verifying('names differences even if the last events of the log have been erased', () =>
  inSetup(async (house) => {
    await some(house, 5);
    house.lead();
    await house.settled();
    await house.append(readerStream('y'), registered('y'));
    await house.settled();
    // The active rows have applied it; the rebuilt ones will not.
    await house.events.deleteStream(readerStream('y'));
    const { differences } = await verify(house);
    equal(differences, [{ collection: readers.name, id: 'y', kind: 'surplus' }]);
  }),
);

verifying('is refused while paused, and starts over after one that died', () =>
  inSetup(async (house) => {
    await some(house, 5);
    house.lead();
    await house.settled();
    const scratch = generationOf(shelf, -7);
    const collection = collectionIn(papers, -7);
    await openRegistry(house.rows);
    await register(house.rows, scratch);
    await house.rows.create(collection, 'later');
    const leftover = { id: 'stale', position: 5_000 };
    await house.rows.commit({
      projection: projectionKey(scratch),
      changes: [{ collection, replace: [leftover] }],
      recounts: [],
      checkpoint: { position: 0, phase: 'filling' },
    });
    equal((await verify(house)).differences, []);
    equal(
      (await generations(house.rows)).map(({ generation }) => generation),
      [0, 0],
    );
    is(await house.rows.checkpoint(projectionKey(scratch)), null);
    await requestPause({ readModels: house.rows, state: house.state, clock: house.clock }, shelf);
    await rejects(verify(house), /shelf is paused/);
    is((await house.state.list('lease/verify')).length, 0);
  }),
);
