/** Instants as pages write them. */
import assert from 'node:assert/strict';
import { day, dayOf, instant, startOfDay } from '../../../api/web/client/format.ts';
import { suite } from '../../support/suite.ts';

const instants = suite('an instant');

instants('beyond the calendar, which the interface takes, is written as its end', () => {
  const far = Number.MAX_SAFE_INTEGER;
  assert.match(dayOf(far), /^9999-12-\d\d$/u);
  assert.match(day(far), /9999/u);
  assert.match(instant(far), /9999/u);
  const today = startOfDay('2026-03-09');
  assert.equal(dayOf(today), '2026-03-09');
});
