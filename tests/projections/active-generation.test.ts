/** Readers and the projector find the rows of the generation that serves, by the declaration alone. */
import assert from 'node:assert/strict';
import { activeGenerationReadModels } from '../../projections/active-generation.ts';
import { defineFold, projectionKey, type Projection } from '../../projections/define.ts';
import { collectionIn, generationOf, switchReaders } from '../../projections/generations.ts';
import {
  batch,
  everything,
  found,
  holding,
  ids,
  paper,
  papers,
  people,
  PROJECTION,
} from '../contracts/read-models/example.ts';
import { memoryReadModels } from '../support/memory-read-models.ts';
import { suite } from '../support/suite.ts';

const library: Projection = {
  name: 'library',
  version: 1,
  streams: [],
  folds: [papers, people].map((collection) => defineFold({ collection, ids: () => [], when: {} })),
  counts: [],
};

const serving = suite('the serving generation');

const opened = async (options: { readonly rememberedMs?: number } = {}) => {
  const rows = memoryReadModels();
  await switchReaders(rows, library, 2);
  return { rows, served: activeGenerationReadModels(rows, [library], options) };
};

serving('has what is written by the declaration, and no other generation has it', async () => {
  assert.equal(projectionKey(library), PROJECTION);
  const { rows, served } = await opened();
  await holding(served, [paper('a', 1)]);
  assert.deepEqual(await found(served, everything), ['a']);
  assert.equal((await served.get(papers, 'a'))?.id, 'a');
  assert.equal(await served.count(papers, everything, 10), 1);
  const find = { where: everything, limit: 10 };
  assert.deepEqual(ids(await rows.find(collectionIn(papers, 2), find)), ['a']);
  assert.deepEqual(ids(await rows.find(papers, find)), []);
});

serving('is named by its checkpoint', async () => {
  const { rows, served } = await opened();
  await holding(served, [paper('a', 7)]);
  assert.deepEqual(await served.checkpoint(PROJECTION), { position: 7, phase: 'live', generation: 2 });
  assert.equal((await rows.checkpoint(projectionKey(generationOf(library, 2))))?.position, 7);
  assert.equal(await rows.checkpoint(PROJECTION), null);
});

serving('is not that of rows that belong to no projection', async () => {
  const { rows, served } = await opened();
  const others = { ...papers, name: 'others_v1' };
  await served.create(others, 'now');
  await served.commit({ ...batch(1, { collection: others, replace: [paper('b', 1)] }), projection: 'others_v1' });
  assert.equal((await rows.get(others, 'b'))?.id, 'b');
});

serving('is another one once readers have been switched', async () => {
  const { rows, served } = await opened({ rememberedMs: 0 });
  await holding(served, [paper('a', 1)]);
  await switchReaders(rows, library, 3);
  await holding(served, [paper('b', 2)]);
  assert.deepEqual(await found(served, everything), ['b']);
});

serving('is looked up again after a failure', async () => {
  const { rows } = await opened();
  let isAway = true;
  const served = activeGenerationReadModels(
    { ...rows, checkpoint: (key) => (isAway ? Promise.reject(new Error('away')) : rows.checkpoint(key)) },
    [library],
  );
  await assert.rejects(served.count(papers, everything, 10), /away/u);
  isAway = false;
  await holding(served, [paper('a', 1)]);
  assert.deepEqual(await found(served, everything), ['a']);
});
