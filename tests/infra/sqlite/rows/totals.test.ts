/** A count is made once for each state of its collection, whoever writes that and whatever is written elsewhere. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { equal } from 'uvu/assert';
import { openFile } from '../../../../infra/sqlite/rows/file.ts';
import { openSqliteReadModels } from '../../../../infra/sqlite/rows/index.ts';
import type { Counting } from '../../../../infra/sqlite/rows/reading.ts';
import type { ReadModels } from '../../../../projections/ports.ts';
import { batch, paper, papers, people, PROJECTION } from '../../../contracts/read-models/example.ts';
import { suite } from '../../../support/suite.ts';

const totals = suite('a total');

const folder = mkdtempSync(path.join(tmpdir(), 'colophon-totals-'));
totals.after(() => rmSync(folder, { recursive: true, force: true }));

/** `asked`: how often a total of the papers has been counted, by a reader that is not the writer. */
const inFile = async (
  name: string,
  work: (writer: ReadModels, asked: () => number, reader: Counting) => Promise<void>,
): Promise<void> => {
  const file = path.join(folder, name);
  const writer = await openSqliteReadModels({ file });
  const { db, shared } = await openFile(file);
  let counted = 0;
  try {
    await work(writer, () => shared.totals(papers, 'all', () => (counted += 1)), shared);
  } finally {
    db.close();
    await writer.close();
  }
};

totals('is counted anew after each write to its collection, and after no other', () =>
  inFile('read.db', async (writer, asked, reader) => {
    for (const collection of [papers, people]) await writer.create(collection, 'now');
    equal([asked(), asked()], [1, 1]);
    const some = reader.totals(papers, 'some', () => 7);
    equal(some, 7, 'another question has another answer');

    await writer.commit(batch(1, { collection: people, replace: [{ id: 'ada', position: 1 }] }));
    await writer.commit(batch(2));
    equal(asked(), 1);
    await writer.commit(batch(3, { replace: [paper('p1', 3)] }));
    equal(asked(), 2);
    await writer.commit(batch(4, { replace: [paper('p1', 4, { visible: false })] }));
    equal(asked(), 3);
    await writer.commit(batch(5, { remove: [{ id: 'p1', position: 5 }] }));
    equal(asked(), 4);

    const recounts = [{ into: papers, field: 'cited', from: people, where: [], by: 'papers', keys: 'all' }] as const;
    await writer.commit(batch(6, { replace: [paper('p2', 6, { cited: 3 })] }));
    equal(asked(), 5);
    await writer.commit({ ...batch(7), changes: [], recounts });
    equal(asked(), 6, 'a count on a row is a write to its collection');
  }),
);

totals('of a collection that was dropped is never that of the one made in its place', () =>
  inFile('again.db', async (writer, asked) => {
    for (const n of [1, 2, 3]) {
      await writer.create(papers, 'now');
      await writer.commit(batch(1, { replace: [paper('p1', 1)] }));
      equal(asked(), n);
      await writer.drop(PROJECTION, [papers]);
    }
  }),
);
