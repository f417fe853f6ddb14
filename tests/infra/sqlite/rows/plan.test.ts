/** The plan of a search follows from the number of rows with its terms. */
import assert from 'node:assert/strict';
import { planOf, THRESHOLDS, type Breadth, type Plan } from '../../../../infra/sqlite/rows/plan.ts';
import { suite } from '../../../support/suite.ts';

const planning = suite('the plan of a search');

const ROWS: Readonly<Record<string, number>> = {
  '("rare"*)': THRESHOLDS.few - 1,
  '("some"*)': THRESHOLDS.few,
  '("common"*)': THRESHOLDS.dense,
  '("usual"*)': THRESHOLDS.dense,
  '("some"*) AND ("common"*)': THRESHOLDS.few,
  '("some"*) AND ("usual"*)': THRESHOLDS.few - 1,
};

const breadth: Breadth = (match, upTo) => Math.min(ROWS[match] ?? Infinity, upTo);
const planFor = (...terms: string[]): Plan => planOf(terms, true, breadth);

planning('starts from the rows of the rare terms alone', () => {
  assert.deepEqual(planFor('rare'), { kind: 'few', match: '("rare"*)' });
  assert.deepEqual(planFor('common', 'rare'), { kind: 'few', match: '("rare"*)' });
});

planning('starts from the rows of all terms, if few have them together', () =>
  assert.deepEqual(planFor('some', 'usual'), { kind: 'few', match: '("some"*) AND ("usual"*)' }),
);

planning('starts from the listing when many have them', () => {
  assert.deepEqual(planFor('some'), { kind: 'many', match: '("some"*)', isDense: false });
  assert.deepEqual(planFor('some', 'common'), { kind: 'many', match: '("some"*) AND ("common"*)', isDense: false });
  assert.deepEqual(planFor('common', 'usual'), { kind: 'many', match: '("common"*) AND ("usual"*)', isDense: true });
});

planning('reads the rows themselves without an index, and for text that the index splits', () => {
  assert.deepEqual(planOf(['rare'], false, breadth), { kind: 'scan' });
  assert.deepEqual(planFor('10.1000/x'), { kind: 'scan' });
});

planning('is a listing without search terms', () =>
  assert.deepEqual([planFor(), planOf(undefined, true, breadth)], [{ kind: 'listing' }, { kind: 'listing' }]),
);
