/** The contents of a workspace by type, in a stable order. */
import assert from 'node:assert/strict';
import { publicationBreakdown } from '../../projections/queries/publication-totals.ts';
import { memoryReadModels } from '../support/memory-read-models.ts';
import { suite } from '../support/suite.ts';

const breakdown = suite('a breakdown by type');

for (const types of [
  ['book', 'dataset', 'article'],
  ['article', 'dataset', 'book'],
])
  breakdown(`begins with the most frequent, and breaks ties by name, not as found: ${types.join(', ')}`, async () => {
    const counts = new Map(types.map((type) => [type, type === 'dataset' ? 2 : 1]));
    const readModels = {
      ...memoryReadModels(),
      count: () => Promise.resolve(5),
      groupCounts: () => Promise.resolve(counts),
    };
    const { by_type: byType } = await publicationBreakdown(readModels, 'org');
    assert.deepEqual(
      byType.map(({ type }) => type),
      ['dataset', 'article', 'book', null],
    );
  });
