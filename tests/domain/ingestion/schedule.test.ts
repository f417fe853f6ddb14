/** The longer a response has stayed the same, the less often it is requested. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { dueAt, isDue, isOvertaken, isStale, LONGEST_PAUSE_MS } from '../../../domain/ingestion/schedule.ts';
import { suite } from '../../support/suite.ts';

const asking = suite("a provider's response");
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

asking('is requested after one interval, two, four and so on, and finally every 30 days', () => {
  const waits: number[] = [];
  for (let askedAt = 0; waits.length < 8;) {
    const next = dueAt({ askedAt, changedAt: 0 }, DAY_MS);
    waits.push((next - askedAt) / DAY_MS);
    askedAt = next;
  }
  assert.deepEqual(waits, [1, 1, 2, 4, 8, 16, 30, 30]);
});

asking('returns to the first interval when it changes', () =>
  assert.equal(dueAt({ askedAt: 90 * DAY_MS, changedAt: 90 * DAY_MS }, DAY_MS), 91 * DAY_MS),
);

asking('is due a little early, because runs do not start at exactly the same minute', () => {
  const answered = { askedAt: 4 * DAY_MS, changedAt: 0 };
  assert.ok(isDue(answered, 8 * DAY_MS - HOUR_MS, DAY_MS));
  assert.ok(!isDue(answered, 7 * DAY_MS, DAY_MS));
  assert.ok(isStale(0, DAY_MS - HOUR_MS, DAY_MS));
  assert.ok(!isStale(0, DAY_MS / 2, DAY_MS));
});

asking('dated in the future is due, since a clock was wrong', () => {
  assert.ok(isDue({ askedAt: 2, changedAt: 0 }, 1, DAY_MS));
  assert.ok(isStale(2, 1, DAY_MS));
});

asking('is superseded by a later one, unless that was dated by a wrong clock', () => {
  assert.ok(isOvertaken(DAY_MS, DAY_MS + HOUR_MS));
  assert.ok(!isOvertaken(DAY_MS, DAY_MS));
  assert.ok(!isOvertaken(DAY_MS, 2 * DAY_MS));
});

const time = fc.nat({ max: 400 * DAY_MS });
const interval = fc.integer({ min: HOUR_MS, max: 90 * DAY_MS });

asking('is due no sooner than an interval later, and no later than 30 days or an interval', () =>
  fc.assert(
    fc.property(time, time, interval, (changedAt, age, intervalMs) => {
      const askedAt = changedAt + age;
      const wait = dueAt({ askedAt, changedAt }, intervalMs) - askedAt;
      assert.ok(wait >= intervalMs && wait <= Math.max(intervalMs, LONGEST_PAUSE_MS));
    }),
  ),
);

asking('that is older is never due sooner, however often it was requested in between', () =>
  fc.assert(
    fc.property(time, time, time, interval, (changedAt, age, more, intervalMs) => {
      const [sooner, later] = [changedAt + age, changedAt + age + more];
      assert.ok(dueAt({ askedAt: sooner, changedAt }, intervalMs) <= dueAt({ askedAt: later, changedAt }, intervalMs));
    }),
  ),
);
