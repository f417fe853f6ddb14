/** The progress of rows, as `status` and `projections list` show it. */
import assert from 'node:assert/strict';
import { behind, placeOf } from '../../../infra/cli/status.ts';
import { suite } from '../../support/suite.ts';

const standing = suite('the progress of rows');

const DAY_MS = 86_400_000;

for (const [position, head, lagMs, place, late] of [
  [8, 8, 0, '8 of 8', null],
  [7, 8, 90_000, '7 of 8', '1 min 30 s'],
  [-1, 8, 90 * DAY_MS, 'nothing of 8', null],
  [-1, -1, 0, 'empty log', null],
] as const)
  standing(`is ${place} at ${position} of ${head}`, () => {
    const at = { position, head, lagMs };
    assert.deepEqual([placeOf(at), behind(at)], [place, late]);
  });
