/** Checkpoints that cannot be right: detected when a projector starts to lead, and reported. */
import { deepStrictEqual as equal, match, strictEqual as is, ok, rejects } from 'node:assert/strict';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Database from 'libsql';
import { MongoClient, type Document } from 'mongodb';
import { openSqliteReadModels } from '../../../infra/sqlite/rows/index.ts';
import { openMongoReadModels } from '../../../infra/mongodb/rows/index.ts';
import type { ReadModels } from '../../../projections/ports.ts';
import { projectionKey } from '../../../projections/define.ts';
import { generationOf, servingGeneration } from '../../../projections/generations.ts';
import { untilServing } from '../../../workers/rebuild/list.ts';
import { requestRebuild } from '../../../workers/rebuild/requests.ts';
import { catchUp } from '../projector/projecting.ts';
import { suite } from '../../support/suite.ts';
import { added, linked, paperStream, papers, readerStream, registered, shelf } from '../projector/shelf.ts';
import { folded, inSetup, rowsOf, type Setup, type Led } from './leading.ts';
import { onMongoDb, inFreshDatabase } from '../../support/mongodb.ts';
import { closing } from '../../support/closing.ts';

/** Corrupts the stored checkpoint of a projection. */
type Tampering = {
  readonly set: (
    key: string,
    change: { readonly position?: number | string; readonly phase?: string },
  ) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
};

const complaints = ({ log }: Led): readonly unknown[] =>
  log.lines.flatMap(({ level, message }) => (level === 'error' ? [message] : []));

const KEY = projectionKey(shelf);

/** Further than any append of these tests: the positions of a server are counted in bytes. */
const FAR = 1_000_000;

/** A row that no event has made, and a row of an event with a wrong value. */
const spoil = async (rows: ReadModels): Promise<void> => {
  const [real] = await rows.find(papers, { where: { all: [] }, limit: 1 });
  ok(real);
  const position = real.position + 1_000;
  await rows.commit({
    projection: 'tampering',
    changes: [
      {
        collection: papers,
        replace: [
          { ...real, position, cited: 77 },
          { ...real, id: 'ghost', position },
        ],
      },
    ],
    recounts: [],
    checkpoint: { position, phase: 'live' },
  });
};

const testOver = (
  where: string,
  inStore: (test: (setup: Setup, tampering: Tampering) => Promise<void>) => Promise<void>,
): void => {
  const trusting = suite(`a checkpoint in ${where}`);

  const filled = async ({ append, settled, lead, rows }: Setup): Promise<void> => {
    await append(readerStream('x'), registered('x'));
    for (const doi of ['a', 'b', 'c']) await append(paperStream(doi), added(doi), linked('x'));
    const before = lead();
    await settled();
    await before.stop();
    equal(complaints(before), []);
    await spoil(rows);
  };
  const madeAgain = async ({ events, rows, append, settled, lead }: Setup): Promise<void> => {
    const led = lead();
    await append(paperStream('d'), added('d'), linked('x'));
    await settled();
    is(await servingGeneration(rows, shelf), 1);
    equal(await rowsOf(rows, shelf, 1), await folded(events, shelf));
    equal(complaints(led), [`${KEY} has rows but no checkpoint, so they are not used`]);
  };

  for (const phase of ['live', 'filling'])
    trusting(`of ${phase} rows that is past the end of the log leaves them as they are, and the projector waits`, () =>
      inStore(async (setup, { set }) => {
        await filled(setup);
        const before = await rowsOf(setup.rows, shelf);
        await set(KEY, { position: (await setup.events.head()) + FAR, phase });
        const led = setup.lead();
        const reasons = (): readonly string[] =>
          led.log.lines.flatMap(({ message, fields }) =>
            message === 'the projector waits for a store' ? [String(fields['reason'])] : [],
          );
        while (reasons().length === 0) await nextTurn();
        await led.stop();
        match(reasons()[0] ?? '', /the log ends at \d+, but its rows have reached \d+.*adopt-log/);
        equal(complaints(led), []);
        equal(await rowsOf(setup.rows, shelf), before);
      }),
    );

  trusting('that is missing although there are rows has them rebuilt', () =>
    inStore(async (setup, { remove }) => {
      await filled(setup);
      await remove(KEY);
      await madeAgain(setup);
    }),
  );

  for (const [what, wrong] of [
    ['without a known phase', { phase: 'lives' }],
    ['without a number', { position: 'far' }],
  ] as const)
    trusting(`${what} is as good as missing`, () =>
      inStore(async (setup, { set }) => {
        await filled(setup);
        await set(KEY, wrong);
        is(await setup.readModels.checkpoint(KEY), null);
        await madeAgain(setup);
      }),
    );

  trusting('that is missing for rows that a rebuild is to fill stops it, until it is requested again', () =>
    inStore(async (setup, { remove }) => {
      const { rows: readModels, state, events, clock } = setup;
      await filled(setup);
      const first = await requestRebuild({ readModels, state, clock }, [shelf]);
      const own = generationOf(shelf, 1);
      await catchUp({ events, readModels, projections: [own] });
      await remove(projectionKey(own));
      setup.lead();
      const served = (wanted: typeof first) =>
        untilServing({ readModels, state, events }, wanted, () => undefined, new AbortController().signal);
      await rejects(served(first), /RebuildStopped: shelf_v1_g1 has rows but no checkpoint/);
      ok(await served(await requestRebuild({ readModels, state, clock }, [shelf])));
      equal(await rowsOf(readModels, shelf, 2), await folded(events, shelf));
    }),
  );
};

const inFile = (folder: string): Promise<ReadModels> => openSqliteReadModels({ file: path.join(folder, 'read.db') });

testOver('a file', (test) =>
  inSetup((setup) => {
    const run = (sql: string, ...values: readonly unknown[]): Promise<void> => {
      const db = new Database(path.join(setup.folder, 'read.db'), { timeout: 5_000 });
      try {
        db.prepare(sql).run(...values);
      } finally {
        db.close();
      }
      return Promise.resolve();
    };
    return test(setup, {
      set: async (key, change) => {
        for (const [column, value] of Object.entries(change))
          await run(`UPDATE checkpoints SET ${column} = ? WHERE projection = ?`, value, key);
      },
      remove: (key) => run('DELETE FROM checkpoints WHERE projection = ?', key),
    });
  }, inFile),
);

await onMongoDb('a checkpoint in MongoDB', 'is checked in the same way', (server) =>
  testOver('MongoDB', async (test) => {
    await using database = inFreshDatabase(server);
    await using client = closing(await MongoClient.connect(server));
    const checkpoints = client.db(database.name).collection<Document & { _id: string }>('checkpoints');
    await inSetup(
      (setup) =>
        test(setup, {
          set: async (key, change) => void (await checkpoints.updateOne({ _id: key }, { $set: change })),
          remove: async (key) => void (await checkpoints.deleteOne({ _id: key })),
        }),
      () => openMongoReadModels({ url: database.url }),
    );
  }),
);
