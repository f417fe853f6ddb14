/** The charts of the home page. */
import assert from 'node:assert/strict';
import { lastYears } from '../../../api/web/dashboard/home/read.ts';
import { suite } from '../../support/suite.ts';

const home = suite('the home page');

home('shows the last ten years up to the latest with any, including empty ones in between', () => {
  const years = lastYears([
    { year: 2024, count: 3 },
    { year: null, count: 9 },
    { year: 2022, count: 1 },
    { year: 1998, count: 2 },
  ]);
  assert.equal(years.length, 10);
  assert.deepEqual(years.slice(-3), [
    { year: 2022, count: 1 },
    { year: 2023, count: 0 },
    { year: 2024, count: 3 },
  ]);
  assert.deepEqual(lastYears([{ year: null, count: 9 }]), []);
  assert.deepEqual(lastYears([{ year: 2024, count: 3 }]), [{ year: 2024, count: 3 }]);
});
