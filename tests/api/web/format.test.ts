/** Instants and dates as pages format them. */
import assert from 'node:assert/strict';
import { ago, day, dayOf, instant, partialDate, startOfDay } from '../../../api/web/client/format.ts';
import { suite } from '../../support/suite.ts';

const instants = suite('an instant');

instants('beyond the calendar, which the API accepts, is shown as its end', () => {
  const far = Number.MAX_SAFE_INTEGER;
  assert.match(dayOf(far), /^9999-12-\d\d$/u);
  assert.match(day(far), /9999/u);
  assert.match(instant(far), /9999/u);
  const today = startOfDay('2026-03-09');
  assert.equal(dayOf(today), '2026-03-09');
});

instants('has an age in days of 24 hours, not of the calendar', () => {
  const now = Date.UTC(2026, 10, 27, 9);
  const hours = (count: number): string => ago(now - count * 3_600_000, now);
  assert.deepEqual([hours(35), hours(20), hours(0)], ['1 day ago', '20 hours ago', 'this minute']);
});

const dates = suite('a date');

dates('of the first century keeps its year', () => {
  assert.match(partialDate('0085-10'), /\b0*85\b/u);
  assert.doesNotMatch(partialDate('0085-10-03'), /1985/u);
  assert.doesNotMatch(partialDate('85-10'), /1985/u, 'as the parts of a record are formatted');
  assert.match(partialDate('2021-03'), /2021/u);
});
